// Invitations of the users whom imports have created, and whether the owners of a source must be notified of an import. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('import_invitations')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('import_id', 'text', (c) => c.notNull())
    // `waiting`, `sent` or `left-out`
    .addColumn('state', 'text', (c) => c.notNull())
    // why there is no invitation
    .addColumn('code', 'text')
    // the first time that it may be sent, and the next attempt
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    // null while it waits
    .addColumn('expires_at', 'bigint')
    .execute();
  // the job looks every few seconds
  await db.schema
    .createIndex('import_invitations_next_at')
    .on('import_invitations')
    .columns(['state', 'next_at'])
    .execute();
  await db.schema
    .createIndex('import_invitations_import_id')
    .on('import_invitations')
    .columns(['import_id'])
    .execute();
  await db.schema
    .createIndex('import_invitations_expires_at')
    .on('import_invitations')
    .columns(['expires_at'])
    .execute();
  // `due` or `sent`; null if no notice is needed
  await db.schema.alterTable('imports').addColumn('notice', 'text').execute();
  await db.schema.createIndex('imports_notice').on('imports').columns(['notice']).execute();
}
