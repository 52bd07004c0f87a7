// Linked external identities, attempts to sign in with Google, and an index of users by email address. Only adds, so
// servers of the previous release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

async function createLinkedIdentities(db: AnyDatabase) {
  await db.schema
    .createTable('linked_identities')
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('unlinked_at', 'bigint')
    .addPrimaryKeyConstraint('linked_identities_key', ['method', 'issuer', 'subject'])
    .execute();
  // the user first, because deleting a user searches this index
  await db.schema
    .createIndex('linked_identities_user')
    .unique()
    .on('linked_identities')
    .columns(['user_id', 'method'])
    .execute();
}

async function createAttempts(db: AnyDatabase) {
  await db.schema
    .createTable('google_attempts')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('session_uid', 'text')
    .addColumn('sealed_secrets', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('google_attempts_expires_at')
    .on('google_attempts')
    .column('expires_at')
    .execute();
}

export async function up(db: AnyDatabase) {
  await createLinkedIdentities(db);
  await createAttempts(db);
  await db.schema
    .createIndex('users_email_key')
    .on('users')
    .column('email_key')
    .where('email_key', 'is not', null)
    .execute();
}
