// What the columns of a file mean: the schema of a mapping, as YAML or JSON. `from-row.ts` applies it.

import { newUsersChoices } from '@brama/contract/admin/imports/codes';
import { headerKey, nameOrders, validateUsernameRule } from '@brama/contract/admin/imports/columns';
import { validateGroupName } from '@brama/contract/groups/fields';
import { z } from 'zod';
import { meansTaxNumber } from './header-meaning.ts';

const column = z.string().min(1).max(256).describe('the header of a column');

const columnRule = {
  column,
  optional: z
    .boolean()
    .optional()
    .describe('`true` if files may lack the column; then they do not change the field'),
};

const maxValues = 5000;

const limitedValues = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().min(1).max(256), value)
    .refine(
      (values) => Object.keys(values).length <= maxValues,
      `must hold at most ${maxValues} entries`,
    );

/** A text of one column, one of a table, or the same for all users. */
const textRule = z.union([
  column,
  z.strictObject({
    ...columnRule,
    values: limitedValues(z.string()).optional().describe('what a value of the file stands for'),
  }),
  z.strictObject({ value: z.string().min(1).max(256).describe('the same for all users') }),
]);

const latinRule = z.union([
  column,
  z.strictObject({
    column: column.optional(),
    optional: columnRule.optional,
    derive: z
      .boolean()
      .optional()
      .describe('`true` derives it from the full name where the file has none'),
  }),
]);

const nameRule = z.union([
  column,
  z.strictObject({ column, order: z.enum(nameOrders).optional() }),
  z.strictObject({
    family: column,
    given: column,
    patronymic: column.optional(),
    order: z.enum(nameOrders).optional(),
  }),
]);

const dayRule = z.union([column, z.strictObject(columnRule)]);

const groupName = z.string().check(({ value, issues }) => {
  const message = validateGroupName(value);
  if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
});

const periodRules = { validFrom: dayRule.optional(), validUntil: dayRule.optional() };

const groupRule = z.union([
  z.strictObject({ value: z.array(groupName).min(1).max(100) }),
  z.strictObject({
    ...columnRule,
    values: limitedValues(z.array(groupName).max(100))
      .optional()
      .describe('groups of each value; without it the cell has the names, separated by semicolons'),
    otherwise: z
      .array(groupName)
      .max(100)
      .optional()
      .describe('groups of a value that is not in the table; without it the row is rejected'),
    ...periodRules,
  }),
]);

const usernameRule = z.union([
  z.strictObject(columnRule),
  z.strictObject({
    rule: z
      .string()
      .max(100)
      .check(({ value, issues }) => {
        const message = validateUsernameRule(value);
        if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
      }),
  }),
]);

const mappingFields = z.strictObject({
  version: z.literal(1),
  sheet: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('the sheet of an .xlsx file; the first one without it'),
  newUsers: z
    .enum(newUsersChoices)
    .optional()
    .describe('how new users get in; `nothing` without it'),
  username: usernameRule.describe('of new users: a column, or a rule such as `{given}.{family}`'),
  fields: z.strictObject({
    externalId: z
      .union([column, z.strictObject({ column })])
      .describe('what never changes for a person: a number of the other system'),
    fullName: nameRule,
    fullNameEn: latinRule.optional(),
    givenName: textRule.optional(),
    email: textRule.optional(),
    studentId: textRule.optional(),
    employeeId: textRule.optional(),
    taxId: z.union([column, z.strictObject(columnRule)]).optional(),
    data: z.record(z.string().min(1).max(64), textRule).optional(),
    groups: z.union([groupRule, z.array(groupRule).min(1).max(20)]).optional(),
    validFrom: dayRule.optional(),
    validUntil: dayRule.optional(),
  }),
});

/** The keys of a rule that name a column. */
const columnKeys = new Set(['column', 'family', 'given', 'patronymic', 'validFrom', 'validUntil']);

type MappingFields = z.output<typeof mappingFields>;

/** Returns the columns that a rule names. Tables of values have none. */
function columnsOf(rule: unknown): string[] {
  if (typeof rule === 'string') return [rule];
  if (Array.isArray(rule)) return rule.flatMap(columnsOf);
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([name, value]) =>
    columnKeys.has(name) ? columnsOf(value) : [],
  );
}

/** Returns the paths of the rules that would store the tax number in clear: from its column, or from one whose header names it. */
function pathsOfTaxNumber({ username, fields }: MappingFields): string[][] {
  const { taxId, data = {}, ...others } = fields;
  const keys = columnsOf(taxId).map(headerKey);
  const isTaxNumber = (column: string) =>
    keys.includes(headerKey(column)) || meansTaxNumber(column);
  const rules: [string[], unknown][] = [
    [['username'], username],
    ...Object.entries(others).map(([name, rule]): [string[], unknown] => [['fields', name], rule]),
    ...Object.entries(data).map(([name, rule]): [string[], unknown] => [
      ['fields', 'data', name],
      rule,
    ]),
  ];
  return rules.flatMap(([path, rule]) => (columnsOf(rule).some(isTaxNumber) ? [path] : []));
}

export const mappingSchema = mappingFields.check(({ value, issues }) => {
  for (const path of pathsOfTaxNumber(value))
    issues.push({
      code: 'custom',
      path,
      message: 'must not have the column of the tax number',
      input: undefined,
    });
});

export type Mapping = z.output<typeof mappingSchema>;
export type Fields = Mapping['fields'];
export type TextRule = z.output<typeof textRule>;
export type DayRule = z.output<typeof dayRule>;
export type GroupRule = z.output<typeof groupRule>;

export type Resolved = { mapping: Mapping } | { missing: string[] };

type Rename = (column: string, isOptional: boolean) => string;

/** Returns a rule with other names of columns. Tables of values have none. */
function renameIn(rule: unknown, rename: Rename): unknown {
  if (typeof rule === 'string') return rename(rule, false);
  if (Array.isArray(rule)) return rule.map((one) => renameIn(one, rename));
  if (typeof rule !== 'object' || rule === null) return rule;
  const isOptional = 'optional' in rule && rule.optional === true;
  return Object.fromEntries(
    Object.entries(rule).map(([name, value]) => {
      if (!columnKeys.has(name)) return [name, value];
      return [
        name,
        typeof value === 'string' ? rename(value, isOptional) : renameIn(value, rename),
      ];
    }),
  );
}

/**
 * Returns the mapping with the headers as this file writes them: another case or apostrophe is the same column. Returns the required columns
 * that the file lacks, if there are any.
 */
export function resolveColumns(mapping: Mapping, headers: readonly string[]): Resolved {
  const byKey = new Map(headers.map((header) => [headerKey(header), header]));
  const missing = new Set<string>();
  const rename: Rename = (name, isOptional) => {
    const header = byKey.get(headerKey(name));
    if (header === undefined && !isOptional) missing.add(name);
    return header ?? name;
  };
  const renameFields = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, rule]) => [name, renameIn(rule, rename)]),
    );
  const { data, ...fields } = mapping.fields;
  const resolved = {
    ...mapping,
    username: renameIn(mapping.username, rename),
    fields: { ...renameFields(fields), ...(data && { data: renameFields(data) }) },
  } as Mapping;
  return missing.size > 0 ? { missing: [...missing] } : { mapping: resolved };
}
