// Owners of applications, further client secrets, and what owners see of the operation: refused requests and the last sign-in. Only
// adds, so servers of the previous release can run on the same database; they accept only the secret in `protocol_settings`.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

async function createOwners(db: Db) {
  await db.schema
    .createTable('application_owners')
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('application_owners_key', ['application_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('application_owners_by_user')
    .on('application_owners')
    .column('user_id')
    .execute();
}

async function createDiagnostics(db: Db) {
  await db.schema
    .createTable('application_secret_uses')
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('secret_id', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('warned_days', 'integer')
    .addPrimaryKeyConstraint('application_secret_uses_key', ['application_id', 'secret_id'])
    .execute();
  await db.schema
    .createTable('application_sign_ins')
    .addColumn('application_id', 'text', (c) =>
      c.primaryKey().references('applications.id').onDelete('cascade'),
    )
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('application_refusals')
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('application_refusals_key', ['application_id', 'fingerprint'])
    .execute();
}

/** The registration tokens among millions of other ones. */
async function indexRegistrationTokens(db: Db) {
  await db.schema
    .createIndex('oidc_tokens_of_registrations')
    .on('oidc_tokens')
    .columns(['expires_at', 'id_hash'])
    .where(sql.ref('model'), '=', 'InitialAccessToken')
    .execute();
}

export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('applications').addColumn('secrets', 'text').execute();
  await createOwners(db);
  await createDiagnostics(db);
  await indexRegistrationTokens(db);
}
