// Guesses from the header row what the columns of a file mean: in Ukrainian, Russian (lists of 1C), English, Moodle and Google Workspace.
// An administrator confirms it. Pure. It never takes an address or a tax number for the identity of a person.

import { headerKey } from '@brama/contract/admin/imports/columns';
import { type Fields, type Mapping, mappingSchema } from './mapping.ts';

/** What a column can mean → how its header is written. Case, punctuation and word forms do not matter. The first name that a file has counts. */
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
    "прізвище, ім'я",
    'піб студента',
    'піб здобувача',
    'піб працівника',
    'здобувач',
    'здобувач освіти',
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
    'student number',
    'student no',
    'залікова книжка',
    'заліковка',
    'студентський квиток',
    'студентський',
    'зачетная книжка',
    'зачетка',
    'студенческий билет',
  ],
  employeeId: [
    'employee id',
    'employeeid',
    'employee number',
    'employee no',
    'табельний номер',
    'таб номер',
    'табельный номер',
  ],
  taxId: [
    'рнокпп',
    'реєстраційний номер облікової картки платника податків',
    'ідентифікаційний номер платника податків',
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

/** Words for what groups of users are made of. The first one that a file has is proposed for groups. */
const groupWords = [
  'факультет',
  'інститут',
  'faculty',
  'institution',
  'підрозділ',
  'подразделение',
  'відділення',
  'department',
  'org unit path',
  'кафедра',
  'група',
  'группа',
  'group',
  'cohort1',
  'курс',
];

/** Words that may stand beside them, as in “Академічна група”. */
const groupQualifiers = [
  'навчально',
  'науковий',
  'навчальний',
  'академічний',
  'структурний',
  'основний',
  'випускова',
  'назва',
  'шифр',
  'код',
  'учебный',
  'академический',
  'название',
];

/** What a user may see in “My data”. Other columns may be personal: an administrator names them. */
const dataHeaders = [
  'спеціальність',
  'освітня програма',
  'форма навчання',
  'ступінь',
  'освітній ступінь',
  'посада',
  'специальность',
  'форма обучения',
  'должность',
  'position',
  'job title',
  'specialty',
];

/** The Latin name is another field: what says so stays. */
const withoutBrackets = (key: string) =>
  key
    .replaceAll(/\[[^\][]*\]/g, ' ')
    .replaceAll(/\(([^()]*)\)/g, (_, inside: string) =>
      /англ|латин|english|latin/.test(inside) ? inside : ' ',
    );

/** “№” is “no” in NFKC. */
const numberWords = /^(?:no|номера?|серія|серия|та|і|й|и)$/;
const endings = /(?:ого|ому|ої|ой|ими|их|ів|[аеєиіїоуюяйьыёэ]{1,3})$/u;

/** Returns the word of a header without its ending: “квитка” and “квиток” are equal. Only of Ukrainian and Russian words. */
const stemOf = (word: string) =>
  word.length < 5 || !/^\p{Script=Cyrillic}+$/u.test(word)
    ? word
    : word.replace(endings, '').replace(/ок$/u, 'к');

/** Returns the words of a header, without what a system adds in brackets, punctuation, and words for “number”. */
function wordsOf(header: string): string[] {
  const words = withoutBrackets(headerKey(header))
    .replaceAll(/[^\p{L}\p{M}\p{Nd}']+/gu, ' ')
    .trim()
    .replace(/^(?:п і б|ф и о)(?= |$)/, (found) => found.replaceAll(' ', ''))
    .split(' ');
  const isCyrillic = words.some((word) => /\p{Script=Cyrillic}/u.test(word));
  const named = isCyrillic ? words.filter((word) => !numberWords.test(word)) : words;
  return (named.length > 0 ? named : words).map(stemOf);
}

const plainKey = (header: string) => wordsOf(header).join(' ');

const meanings = new Map<string, { meaning: Meaning; rank: number }[]>();
for (const [meaning, headers] of Object.entries(names))
  for (const [rank, header] of headers.entries()) {
    const key = plainKey(header);
    meanings.set(key, [...(meanings.get(key) ?? []), { meaning: meaning as Meaning, rank }]);
  }

const groupKeys = groupWords.map(plainKey);
const qualifierKeys = new Set(groupQualifiers.map(plainKey));
const dataKeys = new Set(dataHeaders.map(plainKey));

/** Returns the place of the header in the list of group words; -1 if it names something else too. */
function groupRank(header: string): number {
  const key = plainKey(header);
  if (groupKeys.includes(key)) return groupKeys.indexOf(key);
  const others = key.split(' ').filter((word) => !qualifierKeys.has(word));
  const ranks = others.map((word) => groupKeys.indexOf(word));
  return ranks.length > 0 && !ranks.includes(-1) ? Math.min(...ranks) : -1;
}

/** Returns what the header can mean. Of “РНОКПП/ІПН”, each part is a name of the same. */
function meaningsOf(header: string): { meaning: Meaning; rank: number }[] {
  const whole = meanings.get(plainKey(header));
  if (whole) return whole;
  const [first = [], ...others] = header
    .split(/[/|]| або | or /u)
    .map((part) => meanings.get(plainKey(part)) ?? []);
  return first.filter(({ meaning }) =>
    others.every((one) => one.some((other) => other.meaning === meaning)),
  );
}

const systems = ['1c', 'moodle', 'google-workspace', 'unknown'] as const;
export type SourceSystem = (typeof systems)[number];

/** A system is recognised by headers that no other one has. */
function systemOf(keys: ReadonlySet<string>): SourceSystem {
  const has = (...wanted: string[]) => wanted.every((header) => keys.has(plainKey(header)));
  if (has('org unit path', 'email address')) return 'google-workspace';
  if (has('username', 'firstname', 'lastname')) return 'moodle';
  const isPersonnel = ['табельний номер', 'табельный номер', 'физическое лицо', 'фізична особа'];
  return isPersonnel.some((header) => has(header)) ? '1c' : 'unknown';
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

/** A table of values is still to be filled. */
function groupsOf({ groups }: Found, [column]: readonly string[]): Fields['groups'] {
  if (groups !== undefined) return { column: groups, optional: true };
  return column === undefined ? undefined : { column, values: {} };
}

const maxDataName = 64;

/** Returns the columns that users may see as they are. */
const dataOf = (headers: readonly string[]): Fields['data'] => {
  const named = headers.filter((header) => header.length <= maxDataName);
  return named.length === 0
    ? undefined
    : Object.fromEntries(named.map((header) => [header, header]));
};

type Proposed = Pick<Fields, 'groups' | 'data'>;

function fieldsOf(found: Found, { groups, data }: Proposed): Partial<Fields> {
  const { email, studentId, employeeId, taxId, validUntil, given } = found;
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
    data,
    groups,
    validUntil,
  };
  return JSON.parse(JSON.stringify(fields));
}

/** Returns the header of each meaning: the one whose name comes first in the list. */
function findColumns(headers: readonly string[]): Found {
  const found: Found = {};
  const ranks: Partial<Record<Meaning, number>> = {};
  for (const header of headers)
    for (const { meaning, rank } of meaningsOf(header)) {
      if (rank >= (ranks[meaning] ?? Number.POSITIVE_INFINITY)) continue;
      found[meaning] = header;
      ranks[meaning] = rank;
    }
  return found;
}

/** Returns what the columns seem to mean, by their headers. */
export function guessMapping(headers: readonly string[]): Guess {
  const found = findColumns(headers);
  const named = new Set(Object.values(found));
  const groupColumns = headers.filter((header) => !named.has(header) && groupRank(header) >= 0);
  const byRank = groupColumns.toSorted((one, other) => groupRank(one) - groupRank(other));
  const groups = groupsOf(found, byRank);
  const dataColumns = headers.filter(
    (header) =>
      !named.has(header) &&
      (dataKeys.has(plainKey(header)) ||
        byRank.slice(found.groups === undefined ? 1 : 0).includes(header)),
  );
  const system = systemOf(new Set(headers.map(plainKey)));
  const fields = fieldsOf(found, { groups, data: dataOf(dataColumns) });
  const username = usernameOf(found, system);
  const missing = (['externalId', 'fullName'] as const).filter(
    (name) => fields[name] === undefined,
  );
  const used = new Set([...named, ...groupColumns, ...dataColumns]);
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
