// The authorization code of a token. If a code is used twice, only the tokens issued from it are revoked. Only adds,
// so servers of the previous release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('oidc_tokens').addColumn('code_hash', 'text').execute();
}
