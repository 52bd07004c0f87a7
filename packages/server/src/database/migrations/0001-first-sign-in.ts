// Users, sessions, sign-in tickets, applications and their tickets.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

async function createUsers(db: AnyDatabase) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('full_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('student_id', 'text')
    .addColumn('employee_id', 'text')
    .addColumn('tax_id_hash', 'text')
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('groups', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_renewed_from', 'text')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('groups')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createSessions(db: AnyDatabase) {
  await db.schema
    .createTable('sessions')
    .addColumn('uid', 'text', (c) => c.primaryKey())
    .addColumn('id_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('verified_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sign_in_tickets')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('verified_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute();
}

async function createApplications(db: AnyDatabase) {
  await db.schema
    .createTable('applications')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('access', 'text', (c) => c.notNull())
    .addColumn('releases', 'text', (c) => c.notNull())
    .addColumn('protocol_type', 'text', (c) => c.notNull())
    .addColumn('protocol_settings', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('application_tickets')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('application_id', 'text', (c) => c.notNull())
    .addColumn('session_uid', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('trace_id', 'text', (c) => c.notNull())
    .addColumn('signed_in_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .execute();
  await db.schema
    .createTable('applied_manifests')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('applied_at', 'bigint', (c) => c.notNull())
    .execute();
}

/** Indexes every column that queries search, and every column that cascades and cleanup use. */
async function createIndexes(db: AnyDatabase) {
  const indexed = {
    sessions: ['user_id', 'seen_at', 'expires_at'],
    sign_in_tickets: ['user_id', 'expires_at'],
    application_tickets: ['session_uid', 'user_id', 'expires_at'],
  };
  for (const [table, columns] of Object.entries(indexed))
    for (const column of columns)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  // partial, because most users have no tax number
  await db.schema
    .createIndex('users_tax_id_hash')
    .unique()
    .on('users')
    .column('tax_id_hash')
    .where('tax_id_hash', 'is not', null)
    .execute();
}

export async function up(db: AnyDatabase) {
  await createUsers(db);
  await createSessions(db);
  await createApplications(db);
  await createIndexes(db);
}
