// Which authorization code a token goes back to: a code that is sent twice ends the tokens issued from it, and no others.
// Only adds: servers of the release before work on beside this one.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('oidc_tokens').addColumn('code_hash', 'text').execute();
}
