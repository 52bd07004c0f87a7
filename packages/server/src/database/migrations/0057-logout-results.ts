// What came of the back-channel logout notifications of applications, counted by day. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('application_logouts')
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('application_logouts_key', ['application_id', 'day', 'result'])
    .execute();
}
