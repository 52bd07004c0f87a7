// Sources of users, the persons of each who are linked to users, and imports with their rows. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('sources')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text')
    // when the first import was approved
    .addColumn('approved_at', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('source_links')
    .addColumn('source', 'text', (c) => c.notNull().references('sources.name').onDelete('cascade'))
    .addColumn('external_id', 'text', (c) => c.notNull())
    // null for a person who must become a new user, and for an erased one
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('tax_id_hash', 'text')
    .addColumn('memberships', 'text', (c) => c.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_until', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('ends_at', 'bigint')
    .addColumn('warned_days', 'integer')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('source_links_key', ['source', 'external_id'])
    .addUniqueConstraint('source_links_user', ['user_id', 'source'])
    .execute();
  // those who leave: notices before the end
  await db.schema
    .createIndex('source_links_ends_at')
    .on('source_links')
    .columns(['state', 'ends_at'])
    .execute();
  await db.schema
    .createTable('sourced_users')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('covered', 'text', (c) => c.notNull())
    .addColumn('kept', 'integer', (c) => c.notNull())
    .addColumn('kept_until', 'bigint')
    .addColumn('sponsor_id', 'text')
    .addColumn('sponsor_until', 'bigint')
    .execute();
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull().references('sources.name').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_dry_run', 'integer', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('token_id', 'text')
    .addColumn('system_user', 'text')
    .addColumn('file_name', 'text')
    .addColumn('file_hash', 'text')
    .addColumn('mapping', 'text')
    .addColumn('options', 'text', (c) => c.notNull())
    // the import of the source that was the last one at the comparison
    .addColumn('base_import', 'text')
    .addColumn('source_version', 'integer', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('stops', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('imports_source')
    .on('imports')
    .columns(['source', 'created_at'])
    .execute();
  // the job looks every second
  await db.schema.createIndex('imports_state').on('imports').columns(['state']).execute();
  await db.schema.createIndex('imports_expires_at').on('imports').columns(['expires_at']).execute();
  await db.schema
    .createTable('import_rows')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('line', 'integer')
    .addColumn('external_id', 'text')
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('username', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('field', 'text')
    .addColumn('changes', 'text')
    // what is still to be written; null afterwards
    .addColumn('record', 'text')
    .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'position'])
    .execute();
  await db.schema
    .createIndex('import_rows_kind')
    .on('import_rows')
    .columns(['import_id', 'kind', 'position'])
    .execute();
  await db.schema
    .createIndex('import_rows_user_id')
    .on('import_rows')
    .columns(['user_id'])
    .execute();
  await db.schema
    .createTable('import_files')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('encrypted_part', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_files_key', ['import_id', 'position'])
    .execute();
  await db.schema
    .createIndex('import_files_expires_at')
    .on('import_files')
    .columns(['expires_at'])
    .execute();
}
