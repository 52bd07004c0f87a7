// Actions that wait for a second administrator, and indexes for the filters of events. Only adds: servers of the previous release
// use neither.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

async function createApprovals(db: Db) {
  await db.schema
    .createTable('approvals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_version', 'integer', (c) => c.notNull())
    .addColumn('requested_by', 'text', (c) =>
      c.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('hours', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .execute();
  for (const column of ['user_id', 'requested_by', 'expires_at'])
    await db.schema.createIndex(`approvals_${column}`).on('approvals').column(column).execute();
}

export async function up(db: Db): Promise<void> {
  await createApprovals(db);
  await db.schema.createIndex('events_type_at').on('events').columns(['type', 'at']).execute();
  for (const column of ['actor_id', 'application_id'])
    await db.schema
      .createIndex(`events_${column}_at`)
      .on('events')
      .columns([column, 'at'])
      .where(column, 'is not', null)
      .execute();
}
