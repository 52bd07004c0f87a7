// Tickets and proxy-granting tickets of CAS. Only adds: servers of the previous release do not use them.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

async function createTickets(db: Db) {
  await db.schema
    .createTable('cas_tickets')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_uid', 'text', (c) => c.references('sessions.uid').onDelete('set null'))
    .addColumn('service_hash', 'text', (c) => c.notNull())
    .addColumn('fresh', 'integer', (c) => c.notNull())
    .addColumn('proxies', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('consumed_at', 'bigint')
    .addColumn('encrypted_logout', 'text')
    .addColumn('logout_due_at', 'bigint')
    .addColumn('logout_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('cas_tickets_logout_due_at')
    .on('cas_tickets')
    .column('logout_due_at')
    .where(sql.ref('session_uid'), 'is', null)
    .execute();
  await db.schema
    .createIndex('cas_tickets_expires_at')
    .on('cas_tickets')
    .column('expires_at')
    .where(sql.ref('logout_due_at'), 'is', null)
    .execute();
}

async function createProxyGrants(db: Db) {
  await db.schema
    .createTable('cas_proxy_grants')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_uid', 'text', (c) =>
      c.notNull().references('sessions.uid').onDelete('cascade'),
    )
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('proxies', 'text', (c) => c.notNull())
    .addColumn('fresh', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}

export async function up(db: Db): Promise<void> {
  await createTickets(db);
  await createProxyGrants(db);
  for (const table of ['cas_tickets', 'cas_proxy_grants']) {
    await db.schema
      .createIndex(`${table}_session_uid`)
      .on(table)
      .columns(['session_uid', 'application_id', 'created_at'])
      .execute();
    for (const column of ['application_id', 'user_id'])
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
  }
}
