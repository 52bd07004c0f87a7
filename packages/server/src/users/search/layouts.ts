// The keys of the Ukrainian and the English keyboard layout, for text that was typed in the other layout.

const ukrainian = "йцукенгшщзхїфівапролджєячсмитьбюґ'";
const english = "qwertyuiop[]asdfghjkl;'zxcvbnm,.\\`";
/** Signs that stand on different keys. Ukrainian first. */
const signs = ['."№;:?', '/@#$^&'] as const;
/** Letters of the Russian layout on the same keys. */
const russian = ['ыэъё', "s']`"] as const;
/** With Shift on the English layout. */
const shifted = ['{}:"<>|~', "[];',.\\`"] as const;

const pairs = (from: string, to: string) =>
  [...from].map((char, index): [string, string] => [char, to[index] ?? char]);

const englishKeys = new Map([
  ...pairs(ukrainian, english),
  ...pairs(signs[0], signs[1]),
  ...pairs(russian[0], russian[1]),
]);
const ukrainianKeys = new Map(pairs(english, ukrainian));
for (const [shiftedKey, key] of pairs(shifted[0], shifted[1]))
  ukrainianKeys.set(shiftedKey, ukrainianKeys.get(key) ?? key);

/** Returns what the same keys type in the other layout. Text with Cyrillic letters was typed in the Ukrainian one. */
export function inOtherLayout(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const keys = /\p{Script=Cyrillic}/u.test(lower) ? englishKeys : ukrainianKeys;
  return Array.from(lower, (char) => keys.get(char) ?? char).join('');
}
