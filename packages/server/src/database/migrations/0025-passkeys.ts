// Passkeys, and how strongly a sign-in has verified the user. Only adds, so servers of the previous release can run on the
// same database. They change `verified_at` of a session without `assured_at`, which voids the other columns.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
async function createPasskeys(db: Kysely<any>) {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('aaguid', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('backup_eligible', 'integer', (c) => c.notNull())
    .addColumn('backed_up', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('identity_verified_at', 'bigint')
    .addColumn('identity_subject', 'text')
    .execute();
  await db.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
}

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await createPasskeys(db);
  await db.schema
    .createTable('used_passkey_challenges')
    .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('passkey_offers')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const table of ['used_passkey_challenges', 'passkey_offers'])
    await db.schema.createIndex(`${table}_expires_at`).on(table).column('expires_at').execute();
  for (const table of ['sessions', 'sign_in_tickets']) {
    await db.schema.alterTable(table).addColumn('amr', 'text').execute();
    await db.schema.alterTable(table).addColumn('identity_verified_at', 'bigint').execute();
  }
  await db.schema.alterTable('sessions').addColumn('assured_at', 'bigint').execute();
}
