// Guesses from the header row what the columns of a file mean: in Ukrainian, Russian (lists of 1C), English, Moodle and Google Workspace.
// An administrator confirms it. Pure. It never takes an address or a tax number for the identity of a person.

import { headerKey } from '@brama/contract/admin/imports/columns';
import { type Fields, type Mapping, mappingSchema } from './mapping.ts';

/** What a column can mean → how its header is written, in the form of `plainKey`. The first name that a file has counts. */
const names = {
  externalId: [
    'externalid',
    'personid',
    'person id',
    'idnumber',
    'id number',
    'id особи',
    'код особи',
    'id картки здобувача',
    'id картки',
    'код фізичної особи',
    'код физического лица',
    'табельний номер',
    'табельный номер',
    'таб номер',
    'employee id',
    'employee number',
    'id',
    'ідентифікатор',
    'идентификатор',
  ],
  family: ['прізвище', 'фамилия', 'surname', 'last name', 'lastname', 'family name'],
  given: ["ім'я", 'имя', 'first name', 'firstname', 'given name'],
  patronymic: ['по батькові', 'отчество', 'patronymic', 'middle name', 'middlename'],
  fullName: [
    'піб',
    'пібп',
    "прізвище, ім'я, по батькові",
    "прізвище ім'я по батькові",
    "прізвище, ім'я та по батькові",
    "прізвище та ім'я",
    'працівник',
    'співробітник',
    'фізична особа',
    'здобувач',
    'студент',
    'фио',
    'фамилия имя отчество',
    'сотрудник',
    'физическое лицо',
    'full name',
    'fullname',
    'display name',
    'name',
  ],
  fullNameEn: [
    'піб англійською',
    'піб латиницею',
    "прізвище та ім'я англійською",
    "прізвище, ім'я англійською",
    "ім'я латиницею",
    'фио латиницей',
    'full name in english',
    'name in english',
    'full name en',
    'fullnameen',
    'latin name',
  ],
  email: [
    'email address',
    'e-mail',
    'email',
    'mail',
    'електронна пошта',
    'корпоративна пошта',
    'ел пошта',
    'електронна адреса',
    'адреса електронної пошти',
    'пошта',
    'электронная почта',
    'эл почта',
    'почта',
  ],
  username: ['username', 'user name', 'login', 'логін', 'логин', "ім'я користувача"],
  studentId: [
    'student id',
    'studentid',
    'номер залікової книжки',
    'залікова книжка',
    'студентський квиток',
    'номер студентського квитка',
    'номер зачетной книжки',
    'студенческий билет',
  ],
  employeeId: [
    'employee id',
    'employeeid',
    'employee number',
    'табельний номер',
    'таб номер',
    'табельный номер',
  ],
  taxId: [
    'рнокпп',
    'іпн',
    'ипн',
    'інн',
    'инн',
    'ідентифікаційний код',
    'ідентифікаційний номер',
    'податковий номер',
    'код за дрфо',
    'код по дрфо',
    'код дрфо',
    'taxid',
    'tax id',
    'tax number',
  ],
  groups: ['groups', 'групи доступу'],
  validUntil: [
    'дата звільнення',
    'дата увольнения',
    'дата закінчення навчання',
    'дійсний до',
    'действителен до',
    'valid until',
    'validuntil',
    'end date',
  ],
} as const;

type Meaning = keyof typeof names;

/** Columns whose values an administrator can turn into groups by a table. */
const groupHeaders = [
  'факультет',
  'інститут',
  'навчально-науковий інститут',
  'кафедра',
  'підрозділ',
  'группа',
  'група',
  'курс',
  'подразделение',
  'faculty',
  'department',
  'institution',
  'group',
  'cohort1',
  'org unit path',
];

/** The Latin name is another field: what says so stays. */
const withoutBrackets = (key: string) =>
  key
    .replaceAll(/\[[^\][]*\]/g, ' ')
    .replaceAll(/\(([^()]*)\)/g, (_, inside: string) =>
      /англ|латин|english|latin/.test(inside) ? inside : ' ',
    );

/** Returns the header without what a system adds in brackets, and without punctuation. */
const plainKey = (header: string) =>
  withoutBrackets(headerKey(header))
    .replaceAll(/[.*:№#]/g, ' ')
    .replaceAll(/^(?:п і б|ф и о)(?= |$)|_/g, (found) =>
      found === '_' ? ' ' : found.replaceAll(' ', ''),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

const systems = ['1c', 'moodle', 'google-workspace', 'unknown'] as const;
export type SourceSystem = (typeof systems)[number];

/** A system is recognised by headers that no other one has. */
function systemOf(keys: ReadonlySet<string>): SourceSystem {
  const has = (...wanted: string[]) => wanted.every((key) => keys.has(key));
  if (has('org unit path', 'email address')) return 'google-workspace';
  if (has('username', 'firstname', 'lastname')) return 'moodle';
  const isPersonnel = ['табельний номер', 'табельный номер', 'физическое лицо', 'фізична особа'];
  return isPersonnel.some((key) => keys.has(key)) ? '1c' : 'unknown';
}

export type Guess = {
  system: SourceSystem;
  /** Undefined if a required field is missing. */
  mapping: Mapping | undefined;
  fields: Partial<Fields>;
  username: Mapping['username'];
  missing: ('externalId' | 'fullName')[];
  /** Headers for which groups can be given in a table. */
  groupColumns: string[];
  /** Headers without a meaning. */
  unused: string[];
};

type Found = Partial<Record<Meaning, string>>;

function fullNameOf({
  family,
  given,
  patronymic,
  fullName,
}: Found): Fields['fullName'] | undefined {
  // a file of parts can have a column with all of them too
  if (family === undefined || given === undefined) return fullName;
  return patronymic === undefined ? { family, given } : { family, given, patronymic };
}

function usernameOf({ username, email }: Found, system: SourceSystem): Mapping['username'] {
  if (username !== undefined) return { column: username };
  const isMailbox = system === 'google-workspace' && email !== undefined;
  return { rule: isMailbox ? '{mailbox}' : '{given}.{family}' };
}

const optional = (column: string | undefined) =>
  column === undefined ? undefined : { column, optional: true };

function fieldsOf(found: Found): Partial<Fields> {
  const { email, studentId, employeeId, taxId, groups, validUntil, given } = found;
  const externalId = found.externalId ?? studentId ?? employeeId ?? found.username;
  const fields = {
    externalId,
    fullName: fullNameOf(found),
    fullNameEn: { column: found.fullNameEn, derive: true },
    givenName: given,
    email,
    studentId,
    employeeId,
    taxId,
    groups: optional(groups),
    validUntil,
  };
  return JSON.parse(JSON.stringify(fields));
}

/** Returns the meaning of the headers. Each meaning has the header whose name comes first in the list. */
export function guessMapping(headers: readonly string[]): Guess {
  const byKey = new Map(headers.toReversed().map((header) => [plainKey(header), header]));
  const found: Found = {};
  for (const meaning of Object.keys(names) as Meaning[]) {
    const key = names[meaning].find((name) => byKey.has(name));
    const header = key === undefined ? undefined : byKey.get(key);
    if (header !== undefined) found[meaning] = header;
  }
  const system = systemOf(new Set(byKey.keys()));
  const fields = fieldsOf(found);
  const username = usernameOf(found, system);
  const missing = (['externalId', 'fullName'] as const).filter(
    (name) => fields[name] === undefined,
  );
  const groupColumns = headers.filter((header) => groupHeaders.includes(plainKey(header)));
  const used = new Set([...Object.values(found), ...groupColumns]);
  const parsed = mappingSchema.safeParse({ version: 1, username, fields });
  return {
    system,
    mapping: parsed.data,
    fields,
    username,
    missing,
    groupColumns,
    unused: headers.filter((header) => !used.has(header)),
  };
}
