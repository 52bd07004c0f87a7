// Finds applications by parts of their titles, description or name, on the server and in the browser. Pure.

/**
 * The page shows no more applications at once. A user with more finds the others with the search, which the server then
 * does.
 */
export const maxShownApplications = 100;

/** What the same keys give in the Latin and in the Ukrainian keyboard layout. The last ones are signs with Shift. */
const latin = `qwertyuiop[]asdfghjkl;'zxcvbnm,.\\{}:"<>|`;
const ukrainian = 'йцукенгшщзхїфівапролджєячсмитьбюґхїжєбюґ';

/** Returns what the same keys give in the other keyboard layout, in lower case. */
export function inOtherLayout(text: string): string {
  const other = (sign: string) => {
    const key = latin.indexOf(sign);
    return key < 0 ? (latin[ukrainian.indexOf(sign)] ?? sign) : (ukrainian[key] ?? sign);
  };
  return [...text.normalize('NFC').toLocaleLowerCase('uk')].map(other).join('');
}

/** Returns the text in lower case, with one kind of apostrophe and single spaces, so that spelling variants match. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLocaleLowerCase('uk')
    .replaceAll(/['`ʼ‘’′＇]/g, '’')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Searched = {
  name: string;
  title: string;
  /** The title in the other language, if it differs. */
  otherTitle?: string | undefined;
  description: string;
};

function withWords<A extends Searched>(applications: readonly A[], query: string): readonly A[] {
  const words = fold(query).split(' ');
  return applications.filter(({ name, title, otherTitle = '', description }) => {
    const text = fold(`${title} ${otherTitle} ${description} ${name}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Returns the applications that contain every word of the query. If there are none, those that contain what the user typed in the wrong
 * keyboard layout.
 */
export function searchApplications<A extends Searched>(
  applications: readonly A[],
  query: string,
): readonly A[] {
  const found = withWords(applications, query);
  return found.length > 0 ? found : withWords(applications, inOtherLayout(query));
}
