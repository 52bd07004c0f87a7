// How far sign-ins to applications get, for administrators who test one. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('application_steps')
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('application_steps_key', ['application_id', 'step'])
    .execute();
}
