// Guesses from the header row what the columns of a file mean.
// An administrator confirms it. Pure. It never takes an address or a tax number for the identity of a person.

import { type Meaning, meaningsOf, plainKey } from './header-meaning.ts';
import { type Fields, type Mapping, mappingSchema } from './mapping.ts';

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
