// Drops the index of tokens by grant, which each sign-in at an application updated twice. Tokens without a grant are
// invalid, and the cleanup job deletes them.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.dropIndex('oidc_tokens_grant_id').execute();
}
