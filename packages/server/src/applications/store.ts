// Reads and writes applications. Their number is small; who may open which is decided in access.ts.

import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import type { ApplicationsTable } from '../database/schema.ts';
import type { Application } from './application.ts';
import { sandboxProtocol } from './sandbox.ts';

/** `version` as it was when read. */
export type StoredApplication = { application: Application; version: number };

const columns = [
  'id',
  'name',
  'title',
  'description',
  'access',
  'contact',
  'releases',
  'protocol_type',
  'protocol_settings',
  'protocol_key',
  'version',
] as const;

type Row = Pick<ApplicationsTable, (typeof columns)[number]>;

function applicationFrom(row: Row): Application {
  const { protocol_type: type, protocol_settings: settings, protocol_key: key } = row;
  return {
    id: row.id,
    name: row.name,
    title: JSON.parse(row.title),
    description: JSON.parse(row.description),
    access: JSON.parse(row.access),
    contact: row.contact,
    releases: JSON.parse(row.releases),
    protocol: { type, settings: JSON.parse(settings), ...(key !== null && { key }) },
  };
}

function columnsOf(application: Application) {
  return {
    name: application.name,
    title: JSON.stringify(application.title),
    description: JSON.stringify(application.description),
    access: JSON.stringify(application.access),
    contact: application.contact,
    releases: JSON.stringify(application.releases),
    protocol_type: application.protocol.type,
    protocol_settings: JSON.stringify(application.protocol.settings),
    protocol_key: application.protocol.key ?? null,
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Applications hardly ever change: what was made of a row serves while the row is the same. */
function createReader() {
  const read = new Map<string, { row: Row; application: Application }>();
  return (row: Row): Application => {
    const known = read.get(row.id);
    if (known && columns.every((column) => known.row[column] === row[column]))
      return known.application;
    const application = applicationFrom(row);
    read.set(row.id, { row, application });
    return application;
  };
}

export function createApplicationStore(db: Database, now: () => number) {
  const readRow = createReader();
  const applications = db.selectFrom('applications').select(columns);
  const withId = prepare(db, ({ id }: { id: string }) => applications.where('id', '=', id));
  const withKey = prepare(db, ({ key }: { key: string }) =>
    applications.where('protocol_key', '=', key),
  );

  return {
    async all(): Promise<Application[]> {
      const rows = await db.selectFrom('applications').select(columns).orderBy('name').execute();
      return rows.map(readRow);
    },

    /** The application with this id, in any letter case; anything else finds nothing. */
    async byId(id: string): Promise<Application | undefined> {
      const key = id.toLowerCase();
      if (!uuid.test(key)) return undefined;
      const row = await withId.first({ id: key });
      return row && readRow(row);
    },

    async sandbox(): Promise<Application | undefined> {
      const row = await withKey.first({ key: sandboxProtocol.key });
      return row && readRow(row);
    },

    /** The application its protocol looks up by this key. */
    async byProtocolKey(key: string): Promise<Application | undefined> {
      // no key holds NUL, and PostgreSQL refuses text that does
      if (key.includes('\0')) return undefined;
      const row = await withKey.first({ key });
      return row && readRow(row);
    },

    /** Everything stored, with the versions that `replace` asks for. */
    async allStored(): Promise<StoredApplication[]> {
      const rows = await db.selectFrom('applications').select(columns).orderBy('name').execute();
      return rows.map((row) => ({ application: applicationFrom(row), version: row.version }));
    },

    /** Within the caller's transaction. @throws a unique violation when id or name are taken. */
    async insert(queries: Queries, application: Application): Promise<void> {
      const at = now();
      await queries
        .insertInto('applications')
        .values({
          id: application.id,
          ...columnsOf(application),
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .execute();
    },

    /** Within the caller's transaction; false when it is no longer of that version. */
    async replace(queries: Queries, { application, version }: StoredApplication): Promise<boolean> {
      const { numUpdatedRows } = await queries
        .updateTable('applications')
        .set({ ...columnsOf(application), version: version + 1, updated_at: now() })
        .where('id', '=', application.id)
        .where('version', '=', version)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Frees the names and keys of these applications, which another is about to take. */
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
