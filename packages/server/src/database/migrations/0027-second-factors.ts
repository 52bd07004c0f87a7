// Second factors, sign-ins that lack a step, and account recovery. Only adds, so servers of the previous release can run on the
// same database; they do not ask for a second factor.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

async function createFactors(db: Db) {
  await db.schema
    .createTable('totp_factors')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('encrypted_secret', 'text', (c) => c.notNull())
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('remembered_browsers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('browser', 'text')
    .addColumn('system', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createPendingSignIns(db: Db) {
  await db.schema
    .createTable('pending_sign_ins')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('amr', 'text')
    .addColumn('identity_verified_at', 'bigint')
    .addColumn('verified_at', 'bigint', (c) => c.notNull())
    .addColumn('shared_computer', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('wrong_codes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createRecovery(db: Db) {
  await db.schema
    .createTable('secondary_emails')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('token_expires_at', 'bigint')
    .execute();
  await db.schema
    .createTable('recovery_links')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('access_codes')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('issued_by', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

export async function up(db: Db) {
  await createFactors(db);
  await createPendingSignIns(db);
  await createRecovery(db);
  for (const table of ['recovery_codes', 'remembered_browsers', 'pending_sign_ins'])
    await db.schema.createIndex(`${table}_user_id`).on(table).column('user_id').execute();
  for (const table of ['remembered_browsers', 'pending_sign_ins', 'recovery_links', 'access_codes'])
    await db.schema.createIndex(`${table}_expires_at`).on(table).column('expires_at').execute();
  await db.schema.alterTable('trusted_devices').addColumn('second_factor_at', 'bigint').execute();
  await db.schema.alterTable('users').addColumn('second_factor_due_at', 'bigint').execute();
  await db.schema.alterTable('groups').addColumn('second_factor', 'text').execute();
  await db.schema.alterTable('applications').addColumn('minimum_level', 'text').execute();
}
