// How many rows of an import are compared so far, so that every server can show it. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('imports').addColumn('compared_rows', 'integer').execute();
}
