// Finding an application by a part of its title or description. Pure.
import type { ApplicationAnswer } from '@brama/contract/api/user';

/** From this many applications on a search field is worth its place. */
export const searchFrom = 9;

/** Lower case, one kind of apostrophe, single spaces: what people mean, not how they typed it. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLocaleLowerCase('uk')
    .replaceAll(/['`ʼ‘’′＇]/g, '’')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Applications in which every word of the query occurs. */
export function searchApplications(
  applications: readonly ApplicationAnswer[],
  query: string,
): readonly ApplicationAnswer[] {
  const words = fold(query).split(' ');
  return applications.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
