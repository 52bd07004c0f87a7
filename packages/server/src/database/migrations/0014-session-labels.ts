// In which browser and on which system a session was opened, in two words. Only adds: servers of the release before work
// on beside this one.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  for (const column of ['browser', 'system'])
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
}
