// When the tokens of a grant were revoked; empty once its application has been opened again. Only adds: servers of the
// release before work on beside this one.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('oidc_grants').addColumn('revoked_at', 'bigint').execute();
}
