// A mapping of columns as a form edits it. Every mapping has such a draft, and a draft that is not edited gives the same mapping. Pure.

import { type NewUsersChoice, newUsersChoices } from '@brama/contract/admin/imports/codes';
import {
  headerKey,
  type nameOrders,
  usernamePlaceholder,
  validateUsernameRule,
} from '@brama/contract/admin/imports/columns';

type Given = Readonly<Record<string, unknown>>;
export type NameOrder = (typeof nameOrders)[number];

/** A column that may be missing in a file; without a name, none. */
export type ColumnDraft = { column: string; isOptional: boolean };

export type TextRow = { key: number; value: string; to: string };

export type TextDraft = ColumnDraft & {
  kind: 'none' | 'column' | 'fixed';
  /** The same for all users. */
  fixed: string;
  /** What the values of the column stand for; undefined if they stay as they are. */
  table: readonly TextRow[] | undefined;
};

export type GroupRow = { key: number; value: string; groups: readonly string[] };

export type GroupDraft = ColumnDraft & {
  key: number;
  kind: 'fixed' | 'column';
  /** Of a fixed rule. */
  groups: readonly string[];
  /** Undefined if the cells have names of groups. */
  table: readonly GroupRow[] | undefined;
  /** Groups of a value that is not in the table; undefined if its row is rejected. */
  otherwise: readonly string[] | undefined;
  validFrom: ColumnDraft;
  validUntil: ColumnDraft;
};

export type DataDraft = { key: number; name: string; rule: TextDraft };

export const textFields = ['givenName', 'email', 'studentId', 'employeeId'] as const;
export type TextFieldName = (typeof textFields)[number];

export const columnFields = ['taxId', 'validFrom', 'validUntil'] as const;
export type ColumnFieldName = (typeof columnFields)[number];

export type NameDraft = {
  kind: 'one' | 'parts';
  column: string;
  family: string;
  given: string;
  patronymic: string;
  order: NameOrder;
};

export type MappingDraft = {
  sheet: string;
  externalId: string;
  name: NameDraft;
  latin: ColumnDraft & { isDerived: boolean };
  texts: Readonly<Record<TextFieldName, TextDraft>>;
  columns: Readonly<Record<ColumnFieldName, ColumnDraft>>;
  username: ColumnDraft & { kind: 'rule' | 'column'; rule: string };
  /** How new users get in. */
  newUsers: NewUsersChoice;
  groups: readonly GroupDraft[];
  data: readonly DataDraft[];
  /** What the form does not show. */
  rest: Given;
};

let keys = 0;
/** Returns a key for a new part of a draft. */
export const newKey = () => {
  keys += 1;
  return keys;
};

const isObject = (given: unknown): given is Given =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const objectOf = (given: unknown): Given => (isObject(given) ? given : {});
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');
const textsOf = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];

/** A rule that is a text names a column. */
function ruleOf(given: unknown): Given {
  return typeof given === 'string' ? { column: given } : objectOf(given);
}

function columnDraft(given: unknown): ColumnDraft {
  const { column, optional } = ruleOf(given);
  return { column: textOf(column), isOptional: optional === true };
}

const noText: TextDraft = {
  kind: 'none',
  column: '',
  isOptional: false,
  fixed: '',
  table: undefined,
};

function textDraft(given: unknown): TextDraft {
  if (given === undefined) return noText;
  const rule = ruleOf(given);
  if ('value' in rule) return { ...noText, kind: 'fixed', fixed: textOf(rule['value']) };
  const table = isObject(rule['values']) ? rule['values'] : undefined;
  return {
    ...noText,
    ...columnDraft(rule),
    kind: 'column',
    table:
      table &&
      Object.entries(table).map(([value, to]) => ({ key: newKey(), value, to: textOf(to) })),
  };
}

const noColumn: ColumnDraft = { column: '', isOptional: false };

export const newGroups = (kind: GroupDraft['kind'], column = ''): GroupDraft => ({
  key: newKey(),
  kind,
  groups: [],
  column,
  isOptional: false,
  table: kind === 'column' ? [] : undefined,
  otherwise: undefined,
  validFrom: noColumn,
  validUntil: noColumn,
});

function groupDraft(given: unknown): GroupDraft {
  const rule = ruleOf(given);
  if ('value' in rule) return { ...newGroups('fixed'), groups: textsOf(rule['value']) };
  const { values, otherwise, validFrom, validUntil } = rule;
  return {
    ...newGroups('column'),
    ...columnDraft(rule),
    table: isObject(values)
      ? Object.entries(values).map(([value, groups]) => newGroupRow(value, textsOf(groups)))
      : undefined,
    otherwise: Array.isArray(otherwise) ? textsOf(otherwise) : undefined,
    validFrom: columnDraft(validFrom),
    validUntil: columnDraft(validUntil),
  };
}

export const newGroupRow = (value: string, groups: readonly string[] = []): GroupRow => ({
  key: newKey(),
  value,
  groups,
});

export const newTextRow = (value: string): TextRow => ({ key: newKey(), value, to: '' });

export const newData = (column = ''): DataDraft => ({
  key: newKey(),
  name: column,
  rule: { ...noText, kind: 'column', column },
});

function nameDraft(given: unknown): NameDraft {
  const rule = ruleOf(given);
  const order = rule['order'] === 'given-patronymic-family' ? rule['order'] : undefined;
  return {
    kind: 'family' in rule ? 'parts' : 'one',
    column: textOf(rule['column']),
    family: textOf(rule['family']),
    given: textOf(rule['given']),
    patronymic: textOf(rule['patronymic']),
    order: order ?? 'family-given-patronymic',
  };
}

export const usualRule = '{given}.{family}';

function usernameDraft(given: unknown): MappingDraft['username'] {
  const rule = objectOf(given);
  const kind = 'column' in rule ? ('column' as const) : ('rule' as const);
  return { ...columnDraft(rule), kind, rule: textOf(rule['rule']) || usualRule };
}

function groupDrafts(given: unknown): GroupDraft[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? given.map(groupDraft) : [groupDraft(given)];
}

/** Returns the draft of a mapping, or of a part that was guessed. */
export function draftOf(mapping: Given): MappingDraft {
  const { version: _version, sheet, username, newUsers, fields: given, ...rest } = mapping;
  const fields = objectOf(given);
  const texts = textFields.map((name) => [name, textDraft(fields[name])]);
  const columns = columnFields.map((name) => [name, columnDraft(fields[name])]);
  const latin = ruleOf(fields['fullNameEn']);
  return {
    sheet: textOf(sheet),
    externalId: textOf(ruleOf(fields['externalId'])['column']),
    name: nameDraft(fields['fullName']),
    latin: { ...columnDraft(latin), isDerived: latin['derive'] === true },
    texts: Object.fromEntries(texts),
    columns: Object.fromEntries(columns),
    username: usernameDraft(username),
    newUsers: newUsersChoices.find((one) => one === newUsers) ?? 'nothing',
    groups: groupDrafts(fields['groups']),
    data: Object.entries(objectOf(fields['data'])).map(([name, rule]) => ({
      key: newKey(),
      name,
      rule: textDraft(rule),
    })),
    rest,
  };
}

/** Returns a rule in its shortest form. */
function columnRule({ column, isOptional }: ColumnDraft, more: Given = {}): unknown {
  if (column === '') return undefined;
  if (!isOptional && Object.keys(more).length === 0) return column;
  return { column, ...(isOptional && { optional: true }), ...more };
}

function textRule(draft: TextDraft): unknown {
  if (draft.kind === 'none') return undefined;
  if (draft.kind === 'fixed') return { value: draft.fixed.trim() };
  const values =
    draft.table && Object.fromEntries(draft.table.map(({ value, to }) => [value, to.trim()]));
  return columnRule(draft, values && { values });
}

function groupRule(draft: GroupDraft): unknown {
  if (draft.kind === 'fixed') return { value: [...draft.groups] };
  const { table, otherwise } = draft;
  const [validFrom, validUntil] = [columnRule(draft.validFrom), columnRule(draft.validUntil)];
  return {
    column: draft.column,
    ...(draft.isOptional && { optional: true }),
    ...(table && {
      values: Object.fromEntries(table.map(({ value, groups }) => [value, [...groups]])),
    }),
    ...(table && otherwise && { otherwise: [...otherwise] }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
  };
}

function nameRule({ kind, column, family, given, patronymic, order }: NameDraft): unknown {
  const isUsual = order === 'family-given-patronymic';
  if (kind === 'one') return isUsual ? column : { column, order };
  return {
    family,
    given,
    ...(patronymic !== '' && { patronymic }),
    ...(!isUsual && { order }),
  };
}

function latinRule({ column, isOptional, isDerived }: MappingDraft['latin']): unknown {
  if (column === '') return isDerived ? { derive: true } : undefined;
  return columnRule({ column, isOptional }, isDerived ? { derive: true } : {});
}

const known = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

function dataRule(data: readonly DataDraft[]): unknown {
  if (data.length === 0) return undefined;
  return Object.fromEntries(data.map(({ name, rule }) => [name.trim(), textRule(rule)]));
}

/** Returns the mapping that the API stores. Groups are always a list, so that errors name their rules. */
export function mappingOf(draft: MappingDraft): Record<string, unknown> {
  const { username } = draft;
  const texts = textFields.map((name) => [name, textRule(draft.texts[name])]);
  const columns = columnFields.map((name) => [name, columnRule(draft.columns[name])]);
  return {
    version: 1,
    ...draft.rest,
    ...(draft.sheet !== '' && { sheet: draft.sheet }),
    username:
      username.kind === 'rule'
        ? { rule: username.rule.trim() }
        : { column: username.column, ...(username.isOptional && { optional: true }) },
    ...(draft.newUsers !== 'nothing' && { newUsers: draft.newUsers }),
    fields: known({
      externalId: draft.externalId,
      fullName: nameRule(draft.name),
      fullNameEn: latinRule(draft.latin),
      ...Object.fromEntries(texts),
      ...Object.fromEntries(columns),
      groups: draft.groups.length > 0 ? draft.groups.map(groupRule) : undefined,
      data: dataRule(draft.data),
    }),
  };
}

export type DraftIssue =
  | 'no-column'
  | 'no-value'
  | 'no-groups'
  | 'no-name'
  | 'same-name'
  | 'rule'
  | 'empty-table';
export type DraftIssues = Readonly<Record<string, DraftIssue>>;

function textIssue({ kind, column, fixed, table }: TextDraft): DraftIssue | undefined {
  if (kind === 'none') return undefined;
  if (kind === 'fixed') return fixed.trim() === '' ? 'no-value' : undefined;
  if (column === '') return 'no-column';
  return table?.length === 0 ? 'empty-table' : undefined;
}

function groupIssue({ kind, column, groups, table }: GroupDraft): DraftIssue | undefined {
  if (kind === 'fixed') return groups.length === 0 ? 'no-groups' : undefined;
  if (column === '') return 'no-column';
  return table?.length === 0 ? 'empty-table' : undefined;
}

function nameIssue({ kind, column, family, given }: NameDraft): DraftIssue | undefined {
  const isWhole = kind === 'one' ? column !== '' : family !== '' && given !== '';
  return isWhole ? undefined : 'no-column';
}

function usernameIssue({ kind, rule, column }: MappingDraft['username']): DraftIssue | undefined {
  if (kind === 'column') return column === '' ? 'no-column' : undefined;
  return validateUsernameRule(rule.trim()) === undefined ? undefined : 'rule';
}

function nameOfDataIssue(data: readonly DataDraft[], { name, key }: DataDraft) {
  if (name.trim() === '') return 'no-name';
  const isTwice = data.some((one) => one.key !== key && one.name.trim() === name.trim());
  return isTwice ? 'same-name' : undefined;
}

type FoundIssue = [path: string, issue: DraftIssue | undefined];

/**
 * Returns what is missing, by the path that the API would name. Data are named by their place, because a name can be empty: `data.0`, and
 * `data-name.0` for the name itself.
 */
export function issuesOf(draft: MappingDraft): DraftIssues {
  const { externalId, name, username, texts, groups, data } = draft;
  const found: FoundIssue[] = [
    ['fields.externalId', externalId === '' ? 'no-column' : undefined],
    ['fields.fullName', nameIssue(name)],
    ['username', usernameIssue(username)],
    ...textFields.map((field): FoundIssue => [`fields.${field}`, textIssue(texts[field])]),
    ...groups.map((one, index): FoundIssue => [`fields.groups.${index}`, groupIssue(one)]),
    ...data.flatMap((one, index): FoundIssue[] => [
      [`data-name.${index}`, nameOfDataIssue(data, one)],
      [`data.${index}`, textIssue(one.rule)],
    ]),
  ];
  return Object.fromEntries(found.filter(([, issue]) => issue !== undefined)) as DraftIssues;
}

type Used = { column: string; isOptional: boolean };

function columnsOfText({ kind, column, isOptional }: TextDraft): Used[] {
  return kind === 'column' ? [{ column, isOptional }] : [];
}

function columnsOfGroups(one: GroupDraft): Used[] {
  if (one.kind === 'fixed') return [];
  const own = { column: one.column, isOptional: one.isOptional };
  return [own, one.validFrom, one.validUntil];
}

/** Returns the columns that a draft uses, each once. */
export function usedColumns(draft: MappingDraft): Used[] {
  const { name, username } = draft;
  const ofName = name.kind === 'one' ? [name.column] : [name.family, name.given, name.patronymic];
  const isColumn = username.kind === 'column';
  const all: Used[] = [
    { column: draft.externalId, isOptional: false },
    ...ofName.map((column) => ({ column, isOptional: false })),
    draft.latin,
    ...textFields.flatMap((field) => columnsOfText(draft.texts[field])),
    ...columnFields.map((field) => draft.columns[field]),
    ...(isColumn ? [username] : []),
    ...draft.groups.flatMap(columnsOfGroups),
    ...draft.data.flatMap(({ rule }) => columnsOfText(rule)),
  ];
  const byKey = new Map<string, Used>();
  for (const { column, isOptional } of all) {
    if (column === '') continue;
    const before = byKey.get(headerKey(column));
    byKey.set(headerKey(column), {
      column: before?.column ?? column,
      isOptional: isOptional && (before?.isOptional ?? true),
    });
  }
  return [...byKey.values()];
}

/** Returns the required columns that a file lacks. */
export function missingColumns(draft: MappingDraft, headers: readonly string[]): string[] {
  const present = new Set(headers.map(headerKey));
  return usedColumns(draft).flatMap(({ column, isOptional }) =>
    isOptional || present.has(headerKey(column)) ? [] : [column],
  );
}

/** Returns the columns of a file that a draft does not use. */
export function unusedColumns(draft: MappingDraft, headers: readonly string[]): string[] {
  const used = new Set(usedColumns(draft).map(({ column }) => headerKey(column)));
  return headers.filter((header) => !used.has(headerKey(header)));
}

/** Returns the header as the file writes it, or the given one. */
export function headerIn(headers: readonly string[], column: string): string {
  const key = headerKey(column);
  return headers.find((header) => headerKey(header) === key) ?? column;
}

/** A person by whose name rules are shown. */
const samplePerson: Readonly<Record<string, string>> = {
  given: 'lesia',
  family: 'kvitka-osnovianenko',
  patronymic: 'hryhorivna',
  mailbox: 'l.kvitka',
  id: '104233',
};

/** Returns the username that a rule would give the sample person; undefined for a rule that is not valid. */
export function sampleUsername(rule: string): string | undefined {
  const text = rule.trim();
  if (validateUsernameRule(text) !== undefined) return undefined;
  return text.replaceAll(usernamePlaceholder, (_, part: string, length?: string) =>
    (samplePerson[part] ?? '').slice(0, length === undefined ? undefined : Number(length)),
  );
}

/** Returns the table with the values of a file: rows that were there stay, new ones are empty. */
export function withValues<Row extends { value: string }>(
  table: readonly Row[],
  values: readonly string[],
  create: (value: string) => Row,
): Row[] {
  const known = new Set(table.map(({ value }) => value.trim().toLowerCase()));
  const added = values.filter((value) => value !== '' && !known.has(value.trim().toLowerCase()));
  return [...table, ...added.map((value) => create(value))];
}
