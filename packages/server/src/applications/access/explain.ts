// Says in plain words who has access to an application, in both languages.

import type { Access, Attribute, Condition } from '@brama/contract/admin/access';
import { type Language, languages } from '@brama/contract/paths';
import type { Queries } from '../../database/connect.ts';
import { type AccessUser, isMet, isValueAttribute, type ValueAttribute } from './access.ts';

/** Returns the title of a group, or its name if it has none. */
export type GroupTitle = (group: string, language: Language) => string;

/** `level`: the indentation. `isMet`: whether the user meets it; null without one. */
type Line = { level: number; text: string; isMet: boolean | null };
export type Explanation = { summary: string; conditions: Line[] };

type Leaf = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>;
type Values = readonly string[];

type Words = {
  quote(text: string): string;
  everyone: string;
  nobody: string;
  members(groups: Values): string;
  condition: string;
  all: string;
  any: string;
  group(title: string, isMember: boolean): string;
  /** `isNot`: there is a value, but none of these. */
  ids: Record<ValueAttribute, { is(values: Values): string; isNot(values: Values): string }>;
  field: { is(name: string, values: Values): string; isNot(name: string, values: Values): string };
  domains(domains: Values, isNot: boolean): string;
  exists: Record<ValueAttribute | 'emailDomain', readonly [yes: string, no: string]>;
  hasField(name: string, isFilled: boolean): string;
};

const list = (values: Values, last: string) =>
  values.length < 2
    ? values.join('')
    : `${values.slice(0, -1).join(', ')} ${last} ${values.at(-1)}`;

const en: Words = {
  quote: (text) => `“${text}”`,
  everyone: 'All users have access.',
  nobody: 'No users have access.',
  members: (groups) =>
    groups.length === 1
      ? `Members of the group ${groups[0]} have access.`
      : `Members of any of these groups have access: ${groups.join(', ')}.`,
  condition: 'Users have access if the following is true.',
  all: 'All of these are true:',
  any: 'At least one of these is true:',
  group: (title, isMember) =>
    isMember ? `The user is in the group ${title}` : `The user isn’t in the group ${title}`,
  ids: {
    studentId: {
      is: (values) => `The student ID is ${list(values, 'or')}`,
      isNot: (values) => `The user has a student ID, but not ${list(values, 'or')}`,
    },
    employeeId: {
      is: (values) => `The employee ID is ${list(values, 'or')}`,
      isNot: (values) => `The user has an employee ID, but not ${list(values, 'or')}`,
    },
  },
  field: {
    is: (name, values) => `The field ${name} is ${list(values, 'or')}`,
    isNot: (name, values) => `The field ${name} is filled in, but isn’t ${list(values, 'or')}`,
  },
  domains: (domains, isNot) =>
    isNot
      ? `The user has an email address that doesn’t end in ${list(domains, 'or')}`
      : `The email address ends in ${list(domains, 'or')}`,
  exists: {
    studentId: ['The user has a student ID', 'The user has no student ID'],
    employeeId: ['The user has an employee ID', 'The user has no employee ID'],
    emailDomain: ['The user has an email address', 'The user has no email address'],
  },
  hasField: (name, isFilled) => `The field ${name} is ${isFilled ? 'filled in' : 'empty'}`,
};

const uk: Words = {
  quote: (text) => `«${text}»`,
  everyone: 'Доступ мають усі користувачі.',
  nobody: 'Доступу не має жоден користувач.',
  members: (groups) =>
    groups.length === 1
      ? `Доступ мають учасники групи ${groups[0]}.`
      : `Доступ мають учасники хоча б однієї з груп: ${groups.join(', ')}.`,
  condition: 'Користувач має доступ за такої умови.',
  all: 'Виконуються всі умови:',
  any: 'Виконується хоча б одна з умов:',
  group: (title, isMember) => `Користувач ${isMember ? '' : 'не '}належить до групи ${title}`,
  ids: {
    studentId: {
      is: (values) => `Номер студента — ${list(values, 'або')}`,
      isNot: (values) => `Користувач має номер студента, але не ${list(values, 'чи')}`,
    },
    employeeId: {
      is: (values) => `Номер працівника — ${list(values, 'або')}`,
      isNot: (values) => `Користувач має номер працівника, але не ${list(values, 'чи')}`,
    },
  },
  field: {
    is: (name, values) => `Поле ${name} — ${list(values, 'або')}`,
    isNot: (name, values) => `Поле ${name} має інше значення, ніж ${list(values, 'чи')}`,
  },
  domains: (domains, isNot) =>
    isNot
      ? `Користувач має електронну адресу, яка не закінчується на ${list(domains, 'чи')}`
      : `Електронна адреса закінчується на ${list(domains, 'або')}`,
  exists: {
    studentId: ['Користувач має номер студента', 'Користувач не має номера студента'],
    employeeId: ['Користувач має номер працівника', 'Користувач не має номера працівника'],
    emailDomain: ['Користувач має електронну адресу', 'Користувач не має електронної адреси'],
  },
  hasField: (name, isFilled) => `Поле ${name} ${isFilled ? 'заповнено' : 'порожнє'}`,
};

const wordsOf: Record<Language, Words> = { uk, en };

type Context = {
  words: Words;
  titleOf: (group: string) => string;
  user: AccessUser | undefined;
  lines: Line[];
};

const fieldName = (words: Words, attribute: Attribute) =>
  words.quote(attribute.slice('data.'.length));

function existsText(words: Words, attribute: Attribute, isFilled: boolean): string {
  if (!isValueAttribute(attribute) && attribute !== 'emailDomain')
    return words.hasField(fieldName(words, attribute), isFilled);
  return words.exists[attribute][isFilled ? 0 : 1];
}

function valuesText(words: Words, attribute: Attribute, values: Values, isNot: boolean): string {
  if (attribute === 'emailDomain')
    return words.domains(
      values.map((domain) => `@${domain}`),
      isNot,
    );
  const quoted = values.map(words.quote);
  if (isValueAttribute(attribute)) return words.ids[attribute][isNot ? 'isNot' : 'is'](quoted);
  return words.field[isNot ? 'isNot' : 'is'](fieldName(words, attribute), quoted);
}

function leafText({ words, titleOf }: Context, leaf: Leaf, isNot: boolean): string {
  if ('group' in leaf) return words.group(words.quote(titleOf(leaf.group)), !isNot);
  if ('exists' in leaf) return existsText(words, leaf.attribute, leaf.exists !== isNot);
  return valuesText(words, leaf.attribute, 'in' in leaf ? leaf.in : [leaf.is], isNot);
}

function addLine(
  { user, lines }: Context,
  line: Omit<Line, 'isMet'>,
  one: Condition,
  isNot: boolean,
) {
  // a condition about a missing attribute is met neither itself nor as its opposite
  lines.push({ ...line, isMet: user ? isMet(user, one) === !isNot : null });
}

/** Adds the lines of a condition, or of its opposite. Only single conditions are negated, which is easier to read. */
function addLines(context: Context, one: Condition, level: number, isNot: boolean) {
  const { words } = context;
  if ('not' in one) return addLines(context, one.not, level, !isNot);
  if (!('all' in one || 'any' in one))
    return addLine(context, { level, text: leafText(context, one, isNot) }, one, isNot);
  const parts = 'all' in one ? one.all : one.any;
  const [only] = parts;
  if (only && parts.length === 1) return addLines(context, only, level, isNot);
  const text = 'all' in one !== isNot ? words.all : words.any;
  addLine(context, { level, text }, one, isNot);
  for (const part of parts) addLines(context, part, level + 1, isNot);
}

/** Returns a sentence, and for a tree of conditions one line for each; with a user also whether the user meets it. */
export function explainAccess(
  access: Access,
  language: Language,
  groupTitle: GroupTitle,
  user?: AccessUser,
): Explanation {
  const words = wordsOf[language];
  const titleOf = (group: string) => groupTitle(group, language);
  if (access === 'everyone') return { summary: words.everyone, conditions: [] };
  if ('groups' in access) {
    const titles = access.groups.map((group) => words.quote(titleOf(group)));
    return { summary: titles.length > 0 ? words.members(titles) : words.nobody, conditions: [] };
  }
  const context: Context = { words, titleOf, user, lines: [] };
  addLines(context, access, 0, false);
  return { summary: words.condition, conditions: context.lines };
}

/**
 * Returns the explanation in both languages, with the titles of the groups. With a user each condition says whether the user meets
 * it.
 */
export async function explainInLanguages(
  queries: Queries,
  access: Access,
  user?: AccessUser,
): Promise<Record<Language, Explanation>> {
  const rows = await queries.selectFrom('groups').select(['name', 'title']).execute();
  const titles = new Map(rows.map(({ name, title }) => [name, title ? JSON.parse(title) : {}]));
  const titleOf = (group: string, language: Language): string =>
    titles.get(group)?.[language] ?? group;
  const [uk, en] = languages.map((language) => explainAccess(access, language, titleOf, user));
  if (!uk || !en) throw new Error('languages are uk and en');
  return { uk, en };
}
