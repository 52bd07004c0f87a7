// The columns of the fields of an application: how a value is read from a row, and written to it.

import { isCampusIcon } from '@brama/contract/applications/campus-icons';
import {
  type ApplicationFacts,
  type ApplicationFieldName,
  applicationFieldNames,
  type Icon,
} from '@brama/contract/applications/fields';
import type { ApplicationsTable } from '../database/tables/application-tables.ts';
import { accessFrom, storedAccess } from './access/access.ts';

type Row = Readonly<Record<string, unknown>>;

type Codec = {
  columns: readonly (keyof ApplicationsTable)[];
  read(row: Row): unknown;
  write(value: never): Row;
};

/** Stored as it is. */
const plain = <Column extends keyof ApplicationsTable>(column: Column) => ({
  columns: [column],
  read: (row: Row) => row[column],
  write: (value: unknown) => ({ [column]: value }),
});

/** Null is stored as NULL. */
const json = <Column extends keyof ApplicationsTable, Value, Stored>(
  column: Column,
  to: (value: Value) => unknown = (value) => value,
  from: (stored: Stored) => unknown = (stored) => stored,
) => ({
  columns: [column],
  read: (row: Row) => (row[column] === null ? null : from(JSON.parse(row[column] as string))),
  write: (value: Value | null) => ({ [column]: value === null ? null : JSON.stringify(to(value)) }),
});

const icon = {
  columns: ['icon_name', 'icon_file', 'icon_source'],
  // the previous release does not know the name, and stores a file beside it; a later one may know more names
  read: ({ icon_name: name, icon_file: file, icon_source: source }: Row) => {
    if (file) return { file, source: source ?? '' };
    return isCampusIcon(name) ? { name } : null;
  },
  write: (value: Icon | null) => ({
    icon_name: value && 'name' in value ? value.name : null,
    icon_file: value && 'file' in value ? value.file : null,
    icon_source: value && 'file' in value ? value.source : null,
  }),
} as const;

const codecs = {
  name: plain('name'),
  title: json('title'),
  description: json('description'),
  category: json('category'),
  position: plain('position'),
  icon,
  access: json('access', storedAccess, accessFrom),
  contact: plain('contact'),
  releases: json('releases'),
  minimumLevel: plain('minimum_level'),
} satisfies Record<ApplicationFieldName, Codec>;

export type FactColumn = (typeof codecs)[ApplicationFieldName]['columns'][number];

const codecOf: Record<ApplicationFieldName, Codec> = codecs;

export const factColumns = Object.values(codecs).flatMap(
  ({ columns }): readonly FactColumn[] => columns,
);

/** Returns the values of a row. */
export const factsFrom = (row: Pick<ApplicationsTable, FactColumn>) =>
  Object.fromEntries(
    applicationFieldNames.map((name) => [name, codecOf[name].read(row)]),
  ) as ApplicationFacts;

/** Returns the columns of the values. */
export const columnsFrom = (facts: ApplicationFacts) =>
  Object.assign(
    {},
    ...applicationFieldNames.map((name) => codecOf[name].write(facts[name] as never)),
  ) as Pick<ApplicationsTable, FactColumn>;
