// Finds applications by a part of the title or description. Pure.
import type { ApplicationResponse } from '@brama/contract/api/user';

/** The number of applications from which the search field is shown. */
export const searchFrom = 9;

/** Returns the text in lower case, with one kind of apostrophe and single spaces, so that spelling variants match. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLocaleLowerCase('uk')
    .replaceAll(/['`ʼ‘’′＇]/g, '’')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the applications that contain every word of the query. */
export function searchApplications(
  applications: readonly ApplicationResponse[],
  query: string,
): readonly ApplicationResponse[] {
  const words = fold(query).split(' ');
  return applications.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
