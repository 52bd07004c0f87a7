// Events that concern users: sign-ins, changes of an account, data released to applications. Only adds, so servers of the
// previous release can run on the same database; they store no events. There are no foreign keys. An event may outlive what it is
// about, and each foreign key would lock a row of another table.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('application_id', 'text')
    .addColumn('session_uid', 'text')
    .addColumn('method', 'text')
    .addColumn('network', 'text')
    .addColumn('browser', 'text')
    .addColumn('system', 'text')
    .addColumn('details', 'text')
    .execute();
  // the list of a user, page by page
  await db.schema
    .createIndex('events_user_id_at')
    .on('events')
    .columns(['user_id', 'at'])
    .execute();
  // the cleanup job
  await db.schema.createIndex('events_at').on('events').column('at').execute();
}
