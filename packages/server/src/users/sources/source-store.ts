// Stores sources of users.

import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import type { Queries } from '../../database/connect.ts';
import { forChange } from '../../database/postgres/row-locks.ts';
import type { SourcesTable } from '../../database/tables/source-tables.ts';
import type { SourceSettings } from './source-settings.ts';

export const sourceKinds = ['file', 'edebo'] as const;
export type SourceKind = (typeof sourceKinds)[number];

export type Source = {
  name: string;
  title: { uk: string; en: string } | null;
  kind: SourceKind;
  position: number;
  settings: SourceSettings;
  /** As it was given; each kind reads its own. */
  mapping: unknown;
  approvedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
};

const sourceFrom = (row: SourcesTable): Source => ({
  name: row.name,
  title: row.title === null ? null : JSON.parse(row.title),
  kind: row.kind as SourceKind,
  position: row.position,
  settings: sourceSettings.parse(JSON.parse(row.settings)),
  mapping: row.mapping === null ? null : JSON.parse(row.mapping),
  approvedAt: row.approved_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Returns all sources, that of the highest trust first. */
export async function listSources(queries: Pick<Queries, 'selectFrom'>): Promise<Source[]> {
  const rows = queries.selectFrom('sources').selectAll();
  return (await rows.orderBy('position').orderBy('name').execute()).map(sourceFrom);
}

export async function findSource(
  queries: Pick<Queries, 'selectFrom'>,
  name: string,
): Promise<Source | undefined> {
  const row = queries.selectFrom('sources').selectAll().where('name', '=', name);
  const found = await row.executeTakeFirst();
  return found && sourceFrom(found);
}

/** Lets one transaction after the other decide about the imports of the source. */
export async function lockSource(queries: Queries, name: string): Promise<void> {
  const row = queries.selectFrom('sources').select('name').where('name', '=', name);
  await forChange(queries, row).execute();
}

/** The steps between positions leave room for a source between two others. */
const positionStep = 10;
const maxPosition = 1000;

/** Returns the position after all others. */
async function nextPosition(queries: Pick<Queries, 'selectFrom'>): Promise<number> {
  const { last } = await queries
    .selectFrom('sources')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return Math.min(maxPosition, last === null ? 100 : Number(last) + positionStep);
}

export type SourceValues = Pick<Source, 'title' | 'position' | 'settings' | 'mapping'>;

const columnsOf = ({ title, position, settings, mapping }: SourceValues) => ({
  title: title && JSON.stringify(title),
  position,
  settings: JSON.stringify(settings),
  mapping: mapping === null ? null : JSON.stringify(mapping),
});

/** Stores a new source, by default after all others. Returns false if the name is taken. */
export async function addSource(
  queries: Queries,
  {
    name,
    kind,
    position,
    ...values
  }: Omit<SourceValues, 'position'> &
    Pick<Source, 'name' | 'kind'> & { position?: number | undefined },
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('sources')
    .values({
      name,
      kind,
      ...columnsOf({ ...values, position: position ?? (await nextPosition(queries)) }),
      approved_at: null,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .onConflict((on) => on.column('name').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if it has another version. */
export async function changeSource(
  queries: Queries,
  { name, version }: Pick<Source, 'name' | 'version'>,
  values: SourceValues,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('sources')
    .set({ ...columnsOf(values), version: version + 1, updated_at: at })
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Notes that the first import of the source has been approved. */
export async function noteApproved(queries: Queries, name: string, at: number): Promise<void> {
  await queries
    .updateTable('sources')
    .set({ approved_at: at })
    .where('name', '=', name)
    .where('approved_at', 'is', null)
    .execute();
}
