// Bulk changes of users, which run as jobs, and the users of each. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('bulk_changes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('act', 'text', (c) => c.notNull())
    // an undo outlives what it undoes
    .addColumn('undo_of', 'text', (c) => c.unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('token_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('unchanged', 'integer', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .execute();
  // the job looks every second
  await db.schema
    .createIndex('bulk_changes_running')
    .on('bulk_changes')
    .columns(['state', 'started_at'])
    .execute();
  await db.schema
    .createIndex('bulk_changes_expires_at')
    .on('bulk_changes')
    .column('expires_at')
    .execute();
  await db.schema
    .createTable('bulk_change_rows')
    .addColumn('bulk_id', 'text', (c) =>
      c.notNull().references('bulk_changes.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('typed', 'text')
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('bulk_change_rows_key', ['bulk_id', 'position'])
    .execute();
  await db.schema
    .createIndex('bulk_change_rows_result')
    .on('bulk_change_rows')
    .columns(['bulk_id', 'result', 'position'])
    .execute();
  // erasures
  await db.schema
    .createIndex('bulk_change_rows_user_id')
    .on('bulk_change_rows')
    .column('user_id')
    .execute();
}
