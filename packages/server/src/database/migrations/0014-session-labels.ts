// The browser and system of a session. Only adds, so servers of the previous release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  for (const column of ['browser', 'system'])
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
}
