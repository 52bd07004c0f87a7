// Makes the entry of one user from one row, by a mapping. Pure. A field that is undefined is not in the file and stays as it is stored; null
// is an empty cell.

import type { FieldReason } from '@brama/contract/admin/imports/codes';
import type { nameOrders } from '@brama/contract/admin/imports/columns';
import { maxGroups } from '@brama/contract/admin/limits';
import { validateGroupName } from '@brama/contract/groups/fields';
import { type UserFacts, type UserFieldName, userFields } from '@brama/contract/users/fields';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { parseEnd, parseStart } from '../../../users/lifecycle/parse-time.ts';
import { nameFields, type PlainField } from '../fields.ts';
import type { Cells } from '../read/row.ts';
import { rejectedText } from './check-text.ts';
import { readDay } from './dates.ts';
import { latinName } from './latin-name.ts';
import { latinParts } from './latin-parts.ts';
import type { DayRule, Fields, GroupRule, Mapping, TextRule } from './mapping.ts';
import { nameForm } from './name-form.ts';
import { looksLikeTaxNumber, readTaxNumber } from './tax-number.ts';
import type { UsernameParts } from './username-rule.ts';
import { lookUp } from './value-table.ts';

export type ImportEntry = {
  externalId: string;
  /** From a column. Without one, the rule of the mapping makes it of `parts`. */
  username: string | undefined;
  parts: UsernameParts;
  fullName: string;
  fullNameEn: string | null | undefined;
  /** The Latin name is derived, not given by the source. */
  isLatinDerived: boolean;
  givenName: string | null | undefined;
  email: string | null | undefined;
  studentId: string | null | undefined;
  employeeId: string | null | undefined;
  /** Ten digits. Hash it at once; never log it. */
  taxId: string | null | undefined;
  data: UserFacts['data'] | undefined;
  /** Sorted by group. */
  groups: readonly Membership[] | null | undefined;
  /** Epoch milliseconds. */
  validFrom: number | null | undefined;
  validUntil: number | null | undefined;
};

export type FromRow =
  | { entry: ImportEntry }
  /** `externalId`: whose row it is, if that can be read. */
  | { rejected: FieldReason; field: string; externalId: string | undefined };

export type FromRowOptions = {
  /** TAX_ID_CHECK_DIGIT. */
  checksDigit: boolean;
};

/** Ends the reading of a row. It has no message: values never reach a log. */
class RejectedField extends Error {
  readonly reason: FieldReason;
  readonly field: string;

  constructor(reason: FieldReason, field: string) {
    super(reason);
    this.reason = reason;
    this.field = field;
  }
}

function reject(reason: FieldReason, field: string): never {
  throw new RejectedField(reason, field);
}

/** Without U+FEFF, which JavaScript counts as a space: in a cell it is an invisible character. */
const spaces = /[^\S\r\n\ufeff]+/gu;
const trimmed = (text: string) => (text.includes('\u{feff}') ? text : text.trim());

/** Returns the text of a cell with single spaces; null for an empty cell, undefined for none. */
function cellText(cells: Cells, column: string | undefined): string | null | undefined {
  const cell = column === undefined ? undefined : cells.get(column);
  if (cell === undefined) return undefined;
  const text = trimmed(cell.normalize('NFC').replaceAll(spaces, ' '));
  return text === '' ? null : text;
}

function ruleText(cells: Cells, rule: TextRule | undefined, field: string) {
  if (rule === undefined) return undefined;
  if (typeof rule === 'string') return cellText(cells, rule);
  if ('value' in rule) return rule.value;
  const text = cellText(cells, rule.column);
  if (typeof text !== 'string' || !rule.values) return text;
  return lookUp(rule.values, text) ?? reject('value-not-in-table', field);
}

const columnOf = (rule: DayRule | undefined) => (typeof rule === 'object' ? rule.column : rule);

const formReasons: Partial<Record<UserFieldName, FieldReason>> = {
  username: 'invalid-username',
  fullName: 'invalid-name',
  givenName: 'invalid-name',
  fullNameEn: 'invalid-latin-name',
  email: 'invalid-email',
};

const maxLength = 256;
/** Letters, and what stands between them in names; a formula or an address is no name. */
const nameCharacters = /^\p{L}[^=<>@|{}[\]\\]*$/u;

type CheckedField = Exclude<UserFieldName, 'data'>;

/** Returns the text as the record stores it. */
function checked(field: CheckedField, text: string): string {
  const rejected = rejectedText(text);
  if (rejected) reject(rejected, field);
  if (text.length > maxLength) reject('value-too-long', field);
  const isName = nameFields.some((name) => name === field);
  const parsed = userFields[field].schema.safeParse(isName ? nameForm(text) : text);
  if (!parsed.success || (isName && field !== 'fullNameEn' && !nameCharacters.test(text)))
    reject(formReasons[field] ?? 'invalid-value', field);
  return parsed.data;
}

const checkedOrNone = (field: CheckedField, text: string | null | undefined) =>
  typeof text === 'string' ? checked(field, text) : text;

type NameParts = {
  family?: string | undefined;
  given?: string | undefined;
  patronymic?: string | undefined;
};
type NameOrder = (typeof nameOrders)[number];

/** Returns the parts of a full name. Names of one or of more than three words have no certain parts. */
function partsOfName(fullName: string, order: NameOrder = 'family-given-patronymic'): NameParts {
  const words = fullName.split(' ');
  if (words.length < 2 || words.length > 3) return {};
  const [first, second, third] = words;
  if (order === 'family-given-patronymic')
    return { family: first, given: second, patronymic: third };
  return words.length === 2
    ? { given: first, family: second }
    : { given: first, patronymic: second, family: third };
}

function joined({ family, given, patronymic }: NameParts, order?: NameOrder): string {
  const parts =
    order === 'given-patronymic-family' ? [given, patronymic, family] : [family, given, patronymic];
  return parts.filter((part) => part !== undefined).join(' ');
}

function readName(cells: Cells, rule: Fields['fullName']): NameParts & { fullName: string } {
  const required = (column: string) =>
    cellText(cells, column) ?? reject('missing-value', 'fullName');
  if (typeof rule === 'string') return readName(cells, { column: rule });
  if ('column' in rule) {
    const fullName = checked('fullName', required(rule.column));
    return { ...partsOfName(fullName, rule.order), fullName };
  }
  const parts = {
    family: required(rule.family),
    given: required(rule.given),
    patronymic: cellText(cells, rule.patronymic) ?? undefined,
  };
  return { ...parts, fullName: checked('fullName', joined(parts, rule.order)) };
}

function readLatin(cells: Cells, rule: Fields['fullNameEn'], fullName: string) {
  const given = cellText(cells, typeof rule === 'object' ? rule.column : rule);
  if (typeof given === 'string')
    return { fullNameEn: checked('fullNameEn', given), isLatinDerived: false };
  if (typeof rule !== 'object' || !rule.derive) return { fullNameEn: given, isLatinDerived: false };
  const latin = latinName(fullName);
  // the resolution has no rule for a letter: the file does not change the Latin name
  if (latin === undefined) return { fullNameEn: undefined, isLatinDerived: false };
  return { fullNameEn: checked('fullNameEn', latin), isLatinDerived: true };
}

function readExternalId(cells: Cells, rule: Fields['externalId']): string {
  const text =
    cellText(cells, typeof rule === 'string' ? rule : rule.column) ??
    reject('missing-value', 'externalId');
  const rejected = rejectedText(text);
  if (rejected) reject(rejected, 'externalId');
  if (text.length > 128) reject('value-too-long', 'externalId');
  // a number that a spreadsheet has shortened stands for many persons
  return /^\d+[.,]\d+E\+?\d+$/i.test(text) ? reject('invalid-external-id', 'externalId') : text;
}

function readTaxId(cells: Cells, rule: Fields['taxId'], options: FromRowOptions) {
  const text = cellText(cells, columnOf(rule));
  if (typeof text !== 'string') return text;
  const read = readTaxNumber(text, options);
  return 'taxId' in read ? read.taxId : reject(read.rejected, 'taxId');
}

/** Returns the first or the last moment of a day in Kyiv, in epoch milliseconds. */
function readMoment(
  cells: Cells,
  rule: DayRule | undefined,
  field: string,
  parse: typeof parseStart,
): number | null | undefined {
  const text = cellText(cells, columnOf(rule));
  if (typeof text !== 'string') return text;
  const day = readDay(text);
  if (day === null) return null;
  const at = day === undefined ? undefined : parse(day);
  return at ?? reject('invalid-date', field);
}

type PeriodRules = { validFrom?: DayRule | undefined; validUntil?: DayRule | undefined };

function readPeriod(cells: Cells, rules: PeriodRules, prefix = '') {
  const validFrom = readMoment(cells, rules.validFrom, `${prefix}validFrom`, parseStart);
  const validUntil = readMoment(cells, rules.validUntil, `${prefix}validUntil`, parseEnd);
  if (typeof validFrom === 'number' && typeof validUntil === 'number' && validUntil <= validFrom)
    reject('period-reversed', `${prefix}validUntil`);
  return { validFrom, validUntil };
}

function groupNames(
  text: string,
  rule: Exclude<GroupRule, { value: string[] }>,
): readonly string[] {
  if (rule.values)
    return lookUp(rule.values, text) ?? rule.otherwise ?? reject('value-not-in-table', 'groups');
  const names = text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names) {
    const rejected = rejectedText(name);
    if (rejected) reject(rejected, 'groups');
    if (validateGroupName(name) !== undefined) reject('invalid-group', 'groups');
  }
  return names;
}

/** Returns the memberships of one rule; null for an empty cell, undefined without the column. */
function ruleGroups(cells: Cells, rule: GroupRule): Membership[] | null | undefined {
  if ('value' in rule)
    return rule.value.map((group) => ({ group, validFrom: null, validUntil: null }));
  const text = cellText(cells, rule.column);
  if (typeof text !== 'string') return text;
  const { validFrom, validUntil } = readPeriod(cells, rule, 'groups.');
  return groupNames(text, rule).map((group) => ({
    group,
    validFrom: validFrom ?? null,
    validUntil: validUntil ?? null,
  }));
}

/** Returns each group once, with the period of the first rule that gives it, sorted. */
function uniqueGroups(memberships: readonly Membership[]): Membership[] {
  const groups = new Map<string, Membership>();
  for (const one of memberships) if (!groups.has(one.group)) groups.set(one.group, one);
  if (groups.size > maxGroups) reject('too-many-groups', 'groups');
  return [...groups.values()].sort((a, b) => (a.group < b.group ? -1 : 1));
}

/** Without one of the columns, the file changes no groups. */
function readGroups(cells: Cells, given: Fields['groups']): Membership[] | null | undefined {
  if (given === undefined) return undefined;
  const rules = Array.isArray(given) ? given : [given];
  const lists = rules.map((rule) => ruleGroups(cells, rule));
  if (lists.includes(undefined)) return undefined;
  const known = lists.filter((list) => list !== null && list !== undefined);
  return known.length === 0 ? null : uniqueGroups(known.flat());
}

/** Without one of the columns, the file does not change the data: they are replaced as a whole. */
function readData(cells: Cells, rules: Fields['data']): UserFacts['data'] | undefined {
  if (rules === undefined) return undefined;
  const data: UserFacts['data'] = {};
  for (const [name, rule] of Object.entries(rules)) {
    const text = ruleText(cells, rule, 'data');
    if (text === undefined) return undefined;
    data[name] = text;
  }
  const parsed = userFields.data.schema.safeParse(data);
  return parsed.success ? parsed.data : reject('invalid-value', 'data');
}

const mailboxOf = (email: string | null | undefined) => email?.slice(0, email.lastIndexOf('@'));

function readEntry(
  { fields, username }: Mapping,
  cells: Cells,
  options: FromRowOptions,
): ImportEntry {
  const externalId = readExternalId(cells, fields.externalId);
  const { fullName, family, given, patronymic } = readName(cells, fields.fullName);
  const text = (field: PlainField) => checkedOrNone(field, ruleText(cells, fields[field], field));
  const latin = readLatin(cells, fields.fullNameEn, fullName);
  const email = text('email');
  const usernameCell = 'column' in username ? cellText(cells, username.column) : undefined;
  const period = readPeriod(cells, fields);
  return {
    externalId,
    username: checkedOrNone('username', usernameCell) ?? undefined,
    parts: {
      ...latinParts({ given, family, patronymic }, latin.isLatinDerived ? null : latin.fullNameEn),
      mailbox: mailboxOf(email),
      id: externalId,
    },
    fullName,
    fullNameEn: latin.fullNameEn,
    isLatinDerived: latin.isLatinDerived,
    givenName: text('givenName'),
    email,
    studentId: text('studentId'),
    employeeId: text('employeeId'),
    taxId: readTaxId(cells, fields.taxId, options),
    data: readData(cells, fields.data),
    groups: readGroups(cells, fields.groups),
    validFrom: period.validFrom,
    validUntil: period.validUntil,
  };
}

const digitsOf = (text: string) => text.replaceAll(/\D/gu, '');

/** Whether the text has the number, also among other characters, or without its leading zeros. */
function hasNumber(text: string, taxId: string): boolean {
  const digits = digitsOf(text);
  return digits.includes(taxId) || digits.padStart(10, '0') === taxId;
}

const idFields = ['externalId', 'username', 'studentId', 'employeeId'] as const;

/**
 * Without a number in the row, an id or a username that may be one is refused.
 * @throws {RejectedField} if another field has the tax number: it would be stored in clear
 */
function checkTaxNumber({ taxId, data, parts: _, ...entry }: ImportEntry): void {
  if (typeof taxId !== 'string') {
    for (const field of idFields)
      if (looksLikeTaxNumber(entry[field] ?? '')) reject('tax-number-in-field', field);
    return;
  }
  const isShown = (value: unknown) => typeof value === 'string' && hasNumber(value, taxId);
  for (const [field, value] of Object.entries(entry))
    if (isShown(value)) reject('tax-number-in-field', field);
  if (Object.values(data ?? {}).some(isShown)) reject('tax-number-in-field', 'data');
}

/** Whether the id may have the tax number of the row, or be one. The number of a rejected row may be mistyped. */
function mayHaveTaxNumber(externalId: string, number: string): boolean {
  const digits = digitsOf(externalId);
  const own = digitsOf(number);
  const isLong = digits.length >= 8 && own.length >= 8;
  if (isLong && (digits.includes(own) || own.includes(digits))) return true;
  return 'taxId' in readTaxNumber(externalId, { checksDigit: false });
}

/** Returns the id of the person of a rejected row, unless it is not accepted or may have a tax number. Columns may have changed places. */
export function externalIdOf(cells: Cells, { fields }: Mapping): string | undefined {
  try {
    const externalId = readExternalId(cells, fields.externalId);
    if (fields.taxId === undefined) return externalId;
    const number = cellText(cells, columnOf(fields.taxId)) ?? '';
    return mayHaveTaxNumber(externalId, number) ? undefined : externalId;
  } catch (error) {
    if (error instanceof RejectedField) return undefined;
    throw error;
  }
}

/** Reads one row by a mapping whose columns are resolved. A rejected row has the name of the field, never its value. */
export function fromRow(mapping: Mapping, cells: Cells, options: FromRowOptions): FromRow {
  try {
    const entry = readEntry(mapping, cells, options);
    if (mapping.fields.taxId !== undefined) checkTaxNumber(entry);
    return { entry };
  } catch (error) {
    if (error instanceof RejectedField) {
      const externalId = externalIdOf(cells, mapping);
      return { rejected: error.reason, field: error.field, externalId };
    }
    throw error;
  }
}
