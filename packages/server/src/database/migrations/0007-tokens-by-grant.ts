// Tokens are no longer looked up by their grant: none is good without it, and what is left of them is swept
// with the rest. Every sign-in at an application wrote to this index twice.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.dropIndex('oidc_tokens_grant_id').execute();
}
