// The fields of a group: their columns, and the values that each may have in a manifest. Pure.

import { type GroupFacts, groupFieldNames, maxGroupTitle } from '@brama/contract/groups/fields';
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { validateText } from '@brama/contract/text';
import type { GroupsTable } from '../../database/tables/user-tables.ts';
import type { Path } from '../apply/parse/issue.ts';

/** The values that a manifest gives. One that it leaves out stays as it is stored. */
export type GivenFacts = { [Name in keyof GroupFacts]: GroupFacts[Name] | undefined };

type Report = (reason: string, within: Path) => void;

function checkTitle(title: unknown, report: Report) {
  if (typeof title !== 'object' || title === null || Object.keys(title).sort().join() !== 'en,uk')
    return report('must be a mapping with uk and en', ['title']);
  for (const [language, text] of Object.entries(title)) {
    const reason = validateText(text, maxGroupTitle);
    if (reason !== undefined) report(reason, ['title', language]);
  }
}

function checkPolicy(policy: unknown, report: Report) {
  if (policy !== null && !secondFactorPolicies.some((one) => one === policy))
    report(`must be one of ${secondFactorPolicies.join(', ')}`, ['secondFactor']);
}

type Stored = string | null | undefined;

type Field<Value> = {
  column: 'title' | 'second_factor';
  read(stored: Stored): Value;
  write(value: Value): string | null;
  /** Reports issues of a value in a manifest. */
  check(given: unknown, report: Report): void;
};

const fields: { [Name in keyof GroupFacts]: Field<GroupFacts[Name]> } = {
  title: {
    column: 'title',
    read: (stored) => (stored ? JSON.parse(stored) : null),
    write: (title) => title && JSON.stringify(title),
    check: checkTitle,
  },
  secondFactor: {
    column: 'second_factor',
    read: (stored) => secondFactorPolicies.find((one) => one === stored) ?? null,
    write: (policy) => policy,
    check: checkPolicy,
  },
};

type Columns = Pick<GroupsTable, Field<unknown>['column']>;

export const groupColumns = groupFieldNames.map((name) => fields[name].column);

/** Returns the values of a row. */
export const groupFactsFrom = (row: Columns) =>
  Object.fromEntries(
    groupFieldNames.map((name) => [name, fields[name].read(row[fields[name].column])]),
  ) as GroupFacts;

/** Returns the values of a row as a manifest gives them. It cannot say that there is no title. */
export function givenFactsFrom(row: Columns): GivenFacts {
  const { title, ...facts } = groupFactsFrom(row);
  return { title: title ?? undefined, ...facts };
}

/** Returns the columns of the given values. */
export function groupColumnsFrom(given: Partial<GivenFacts>): Partial<Columns> {
  const columns: Record<string, string | null> = {};
  for (const name of groupFieldNames) {
    const value = given[name];
    const { column, write } = fields[name] as Field<unknown>;
    if (value !== undefined) columns[column] = write(value);
  }
  return columns;
}

/** Reports issues of given values, and unknown fields. */
export function checkGroupFields(given: Readonly<Record<string, unknown>>, report: Report) {
  for (const field of Object.keys(given))
    if (!Object.hasOwn(fields, field)) report('is not a known field', [field]);
  for (const name of groupFieldNames)
    if (given[name] !== undefined) fields[name].check(given[name], report);
}
