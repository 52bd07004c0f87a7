// Reads and writes the records of applications. `application.ts` decides which user may open which application.

import type { AppId } from '@brama/contract/app-id';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import type { ApplicationsTable } from '../database/tables/application-tables.ts';
import type { Application } from './application.ts';
import { columnsFrom, type FactColumn, factColumns, factsFrom } from './columns.ts';
import { sandboxProtocol } from './sandbox.ts';

/** `version` at the time of reading. */
export type StoredApplication = { application: Application; version: number };

const ownColumns = [
  'id',
  'protocol_type',
  'protocol_settings',
  'protocol_key',
  'secrets',
  'version',
] as const;

type ApplicationColumn = (typeof ownColumns)[number] | FactColumn;
export const applicationColumns: readonly ApplicationColumn[] = [...ownColumns, ...factColumns];

/** With its version, and times in epoch milliseconds. */
export type DatedApplication = StoredApplication & { createdAt: number; updatedAt: number };

const datedColumns = [...applicationColumns, 'created_at', 'updated_at'] as const;

function datedFrom(
  row: Row & Pick<ApplicationsTable, 'created_at' | 'updated_at'>,
): DatedApplication {
  const { version, created_at: createdAt, updated_at: updatedAt } = row;
  return { application: applicationFrom(row), version, createdAt, updatedAt };
}

/** The columns of a joined application, for the alias `a`. */
export const prefixedApplicationColumns = applicationColumns.map(
  (name) => `a.${name} as a_${name}` as const,
);

type Row = Pick<ApplicationsTable, ApplicationColumn>;

type PrefixedRow = Record<`a_${ApplicationColumn}`, unknown>;

function rowFrom(joined: PrefixedRow): Row {
  return Object.fromEntries(applicationColumns.map((name) => [name, joined[`a_${name}`]])) as Row;
}

function applicationFrom(row: Row): Application {
  const { protocol_type: type, protocol_settings: settings, protocol_key: key } = row;
  return {
    id: row.id,
    ...factsFrom(row),
    protocol: { type, settings: JSON.parse(settings), ...(key !== null && { key }) },
    secrets: row.secrets ? JSON.parse(row.secrets) : [],
  };
}

function columnsOf(application: Application) {
  const { id, protocol, secrets } = application;
  return {
    id,
    ...columnsFrom(application),
    protocol_type: protocol.type,
    protocol_settings: JSON.stringify(protocol.settings),
    protocol_key: protocol.key ?? null,
    secrets: secrets?.length ? JSON.stringify(secrets) : null,
  };
}

/** Caches the parsed application of a row while the row is the same: applications rarely change. */
function createReader() {
  const read = new Map<string, { row: Row; application: Application }>();
  return (row: Row): Application => {
    const known = read.get(row.id);
    if (known && applicationColumns.every((column) => known.row[column] === row[column]))
      return known.application;
    const application = applicationFrom(row);
    read.set(row.id, { row, application });
    return application;
  };
}

export function createApplicationStore(db: Database, now: () => number) {
  const readRow = createReader();
  const applications = db.selectFrom('applications').select(applicationColumns);
  const all = prepare(db, () => applications.orderBy('name'));
  const withId = prepare(db, ({ id }: { id: string }) => applications.where('id', '=', id));
  const withKey = prepare(db, ({ key }: { key: string }) =>
    applications.where('protocol_key', '=', key),
  );

  return {
    /** Returns the application in a joined row. */
    fromPrefixed: (joined: PrefixedRow): Application => readRow(rowFrom(joined)),

    async all(): Promise<Application[]> {
      return (await all.all({})).map(readRow);
    },

    async byId(id: AppId): Promise<Application | undefined> {
      const row = await withId.first({ id });
      return row && readRow(row);
    },

    async sandbox(): Promise<Application | undefined> {
      const row = await withKey.first({ key: sandboxProtocol.key });
      return row && readRow(row);
    },

    /** Returns the application with this `protocol.key`. */
    async byProtocolKey(key: string): Promise<Application | undefined> {
      // PostgreSQL refuses text with NUL, which no key has
      if (key.includes('\0')) return undefined;
      const row = await withKey.first({ key });
      return row && readRow(row);
    },

    /** Returns all applications with the versions for `replace`. */
    async allStored(queries: Queries = db): Promise<StoredApplication[]> {
      const stored = queries.selectFrom('applications').select(applicationColumns);
      const rows = await stored.orderBy('name').execute();
      return rows.map((row) => ({ application: applicationFrom(row), version: row.version }));
    },

    async readDated(queries: Queries, id: string): Promise<DatedApplication | undefined> {
      const stored = queries.selectFrom('applications').select(datedColumns);
      const row = await stored.where('id', '=', id).executeTakeFirst();
      return row && datedFrom(row);
    },

    async listDated(queries: Queries): Promise<DatedApplication[]> {
      const rows = await queries.selectFrom('applications').select(datedColumns).execute();
      return rows.map(datedFrom);
    },

    /** Runs within the caller's transaction. @throws a unique violation if the id or name is taken. */
    async insert(queries: Queries, application: Application): Promise<void> {
      const at = now();
      await queries
        .insertInto('applications')
        .values({ ...columnsOf(application), version: 1, created_at: at, updated_at: at })
        .execute();
    },

    /** Runs within the caller's transaction. Returns false if the stored version is another. */
    async replace(queries: Queries, { application, version }: StoredApplication): Promise<boolean> {
      const { numUpdatedRows } = await queries
        .updateTable('applications')
        .set({ ...columnsOf(application), version: version + 1, updated_at: now() })
        .where('id', '=', application.id)
        .where('version', '=', version)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Clears the names and keys of these applications, so that others of the same manifest can take them. */
    async freeNames(queries: Queries, ids: readonly string[]): Promise<void> {
      await queries
        .updateTable('applications')
        .set((eb) => ({ name: eb.ref('id'), protocol_key: null }))
        .where('id', 'in', ids)
        .execute();
    },
  };
}

export type ApplicationStore = ReturnType<typeof createApplicationStore>;
