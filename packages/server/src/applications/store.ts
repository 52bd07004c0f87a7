// Reads and writes applications. Their number is small; who may open which is decided in access.ts.

import type { Database, Queries } from '../database/connect.ts';
import type { ApplicationsTable } from '../database/schema.ts';
import type { Application } from './application.ts';

function applicationFrom(row: ApplicationsTable): Application {
  return {
    id: row.id,
    name: row.name,
    title: JSON.parse(row.title),
    description: JSON.parse(row.description),
    access: JSON.parse(row.access),
    releases: JSON.parse(row.releases),
    protocol: { type: row.protocol_type, settings: JSON.parse(row.protocol_settings) },
  };
}

function columnsOf(application: Application) {
  return {
    name: application.name,
    title: JSON.stringify(application.title),
    description: JSON.stringify(application.description),
    access: JSON.stringify(application.access),
    releases: JSON.stringify(application.releases),
    protocol_type: application.protocol.type,
    protocol_settings: JSON.stringify(application.protocol.settings),
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createApplicationStore(db: Database, now: () => number) {
  return {
    async all(): Promise<Application[]> {
      const rows = await db.selectFrom('applications').selectAll().orderBy('name').execute();
      return rows.map(applicationFrom);
    },

    /** The application with this id, in any letter case; anything else finds nothing. */
    async byId(id: string): Promise<Application | undefined> {
      const key = id.toLowerCase();
      if (!uuid.test(key)) return undefined;
      const row = await db
        .selectFrom('applications')
        .selectAll()
        .where('id', '=', key)
        .executeTakeFirst();
      return row && applicationFrom(row);
    },

    /** Creates or replaces an application within the caller's transaction. */
    async save(queries: Queries, application: Application): Promise<void> {
      const at = now();
      const columns = columnsOf(application);
      await queries
        .insertInto('applications')
        .values({ id: application.id, ...columns, created_at: at, updated_at: at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...columns, updated_at: at }))
        .execute();
    },
  };
}

export type ApplicationStore = ReturnType<typeof createApplicationStore>;
