// Consents of users to third-party applications. Only adds. Servers of the previous release can run on the same
// database; they have no third-party applications.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('oidc_consents')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('resources', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('oidc_consents_pk', ['user_id', 'application_id'])
    .execute();
  await db.schema
    .createIndex('oidc_consents_application_id')
    .on('oidc_consents')
    .column('application_id')
    .execute();
}
