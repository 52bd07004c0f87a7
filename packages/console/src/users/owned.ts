// Which source owns what of a user. Such a value is read-only in the console: it is changed in the source.
import { findText, wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import type { FormField } from '../ui/fields.tsx';
import type { User } from './queries.ts';

type UserSource = User['sources'][number];

/** Returns the title of a source in the language of the page, or its short name. */
export const sourceTitle = ({ source, title }: UserSource): string => title?.[language] || source;

const titleOf = (source: UserSource | undefined) => source && sourceTitle(source);

/** Returns the title of the source of a field, or of an entry of the data such as `data.faculty`. */
export const ownerOf = ({ sources }: User, field: string): string | undefined =>
  titleOf(sources.find(({ fields }) => fields.includes(field)));

/** Returns the title of the source of a membership. */
export const ownerOfGroup = ({ sources }: User, group: string): string | undefined =>
  titleOf(sources.find(({ groups }) => groups.includes(group)));

export const ownedText = (source: string): string =>
  wordsOf('users')('sources.belongs', { source });

/** Returns the fields of a form; those that belong to a source cannot be changed. */
export const withOwners = (user: User, fields: readonly FormField[]): FormField[] =>
  fields.map((field) => {
    const source = ownerOf(user, field.name);
    return source === undefined ? field : { ...field, fixedReason: ownedText(source) };
  });

/** The name of a field of the data; a university may have names of its own. */
export const dataLabel = (name: string) => findText('profile', `fields.${name}`) ?? name;

/** Returns the name of what a source owns. */
export const ownedLabel = (field: string): string =>
  field.startsWith('data.')
    ? dataLabel(field.slice('data.'.length))
    : (findText('users', `fields.${field}`) ?? dataLabel(field));
