// The running servers of an installation, and an index of sign-ins by method, for the pages that show the state and statistics. Only adds.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
  await sql`create index events_sign_ins on events (method, at) where type = 'sign-in.succeeded'`.execute(
    db,
  );
}
