// The texts of the console. Each area has a file of its own, which its routes load before they are shown. Some files belong to the
// other pages: names of fields, events and error codes are the same everywhere.
import { Texts, type Values, type Words } from '@brama/contract/pages/words';
import type { Language } from '@brama/contract/paths';
import type errorCodes from '../../../web/locales/error-codes.json';
import type account from '../../../web/locales/uk/account.json';
import type adminErrors from '../../../web/locales/uk/admin-errors.json';
import type profile from '../../../web/locales/uk/profile.json';
import { language } from '../page-data.ts';
import type { ConsoleWords } from './console-words.ts';

type AllWords = ConsoleWords & {
  account: typeof account;
  'admin-errors': typeof adminErrors;
  profile: typeof profile;
  'error-codes': typeof errorCodes.uk;
};

export type Namespace = keyof AllWords;

/** The key without its plural form, which a `count` chooses. */
type Base<Key extends string> = Key extends `${infer Start}_${'one' | 'few' | 'many' | 'other'}`
  ? Start
  : Key;

type KeysOf<Part, Prefix extends string = ''> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? `${Prefix}${Base<Key>}`
    : KeysOf<Part[Key], `${Prefix}${Key}.`>;
}[keyof Part & string];

/** Returns the text of a key of the namespace. */
export type Translate<Name extends Namespace> = (
  key: KeysOf<AllWords[Name]>,
  values?: Values,
) => string;

type Load = () => Promise<{ default: Words }>;

const files: Record<string, Load> = {
  ...(import.meta.glob('../../locales/*/*.json') as Record<string, Load>),
  ...(import.meta.glob([
    '../../../web/locales/*/account.json',
    '../../../web/locales/*/admin-errors.json',
    '../../../web/locales/*/profile.json',
  ]) as Record<string, Load>),
};

const loaded: Record<string, Words> = {};
const texts = new Texts(language, loaded);

async function read(name: Namespace): Promise<Words> {
  if (name === 'error-codes') {
    const codes = await import('../../../web/locales/error-codes.json');
    return codes.default[language];
  }
  const [load] = ['../../locales', '../../../web/locales'].flatMap(
    (folder) => files[`${folder}/${language}/${name}.json`] ?? [],
  );
  if (!load) throw new Error(`no words: ${name}`);
  return (await load()).default;
}

/** Loads the texts of these namespaces, once. */
export async function loadWords(...names: Namespace[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      loaded[name] ??= await read(name);
    }),
  );
}

/** Returns the function for the texts of a namespace, which a route has loaded. */
export function wordsOf<Name extends Namespace>(name: Name): Translate<Name> {
  return (key, values) => texts.text(`${name}:${key}`, values);
}

/** Returns the function for the texts of a namespace in this language, whatever the language of the page is. */
export async function loadWordsIn<Name extends Namespace>(
  inLanguage: Language,
  name: Name,
): Promise<Translate<Name>> {
  const load = files[`../../locales/${inLanguage}/${name}.json`];
  if (!load) throw new Error(`no words: ${name}`);
  const own = new Texts(inLanguage, { [name]: (await load()).default });
  return (key, values) => own.text(`${name}:${key}`, values);
}

/** Returns a text that the server names, such as that of an event; undefined if there is none. */
export function findText(name: Namespace, key: string): string | undefined {
  return texts.find(`${name}:${key}`);
}

/** Returns the keys within a group of texts, which a route has loaded. */
export function keysWithin(name: Namespace, group: string): string[] {
  const words = loaded[name]?.[group];
  return typeof words === 'object' ? Object.keys(words) : [];
}
