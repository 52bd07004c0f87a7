// Divides the Latin name that a source gives itself into the parts of the name. Sources write them in either order. Pure.

import { latinName } from './latin-name.ts';
import type { UsernameParts } from './username-rule.ts';

type NamePart = 'family' | 'given' | 'patronymic';

const orders: readonly (readonly NamePart[])[] = [
  ['family', 'given'],
  ['given', 'family'],
  ['family', 'given', 'patronymic'],
  ['given', 'patronymic', 'family'],
];

/** Letters for which the resolution has no rule, as they sound: only to find the order. */
const similar: Record<string, string> = { ы: 'и', э: 'е', ё: 'йо', ъ: '' };

const comparable = (part: string | undefined) =>
  latinName((part ?? '').toLowerCase().replaceAll(/[ыэёъ]/g, (letter) => similar[letter] ?? '')) ??
  '';

function commonBeginning(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}

/** Returns the parts with the words of the Latin name; without them if their order is not certain. */
export function latinParts(parts: UsernameParts, latin: string | null | undefined): UsernameParts {
  const words = latin?.split(' ') ?? [];
  const [best, next] = orders
    .filter((order) => order.length === words.length)
    .map((order) => ({
      order,
      score: order.reduce(
        (sum, part, index) =>
          sum + commonBeginning(comparable(parts[part]), words[index]?.toLowerCase() ?? ''),
        0,
      ),
    }))
    .sort((a, b) => b.score - a.score);
  if (!best || best.score === next?.score) return parts;
  return { ...parts, ...Object.fromEntries(best.order.map((part, index) => [part, words[index]])) };
}
