// Whose attempts a rate limit counts, so that all waits of one user are found, from whatever network or device. Only adds: rows of
// servers of the previous release have no account. Such a row gets it with the next attempt, or expires within twelve hours.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('rate_limits').addColumn('account', 'text').execute();
  await db.schema
    .createIndex('rate_limits_account')
    .on('rate_limits')
    .column('account')
    .where(sql.ref('account'), 'is not', null)
    .execute();
}
