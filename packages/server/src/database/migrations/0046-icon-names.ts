// The name of an icon of the list, which an application has in place of a picture of its own. Only adds: the previous release shows the
// first letter of the title instead.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('applications').addColumn('icon_name', 'text').execute();
}
