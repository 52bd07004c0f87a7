// Finds applications by parts of the title or description, on the server and in the browser. Pure.

/**
 * The page shows no more applications at once. A user with more finds the others with the search, which the server then
 * does.
 */
export const maxShownApplications = 100;

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
export function searchApplications<A extends { title: string; description: string }>(
  applications: readonly A[],
  query: string,
): readonly A[] {
  const words = fold(query).split(' ');
  return applications.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
