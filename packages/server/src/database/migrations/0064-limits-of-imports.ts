// How many users each import ends or changes, so that small imports fall under the limits together. Limits that say nothing get the default.

import type { Kysely } from 'kysely';

const names = ['leavers', 'created', 'changed'];

/** Returns the settings with a share for each limit that had neither a number nor a share. */
function withLimits(text: string): string {
  const settings = JSON.parse(text);
  for (const name of names) {
    const limit = settings.limits?.[name];
    if (limit && limit.count === undefined && limit.percent === undefined) limit.percent = 5;
  }
  return JSON.stringify(settings);
}

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['leaver_count', 'change_count'])
    await db.schema
      .alterTable('imports')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const { name, settings } of await db
    .selectFrom('sources')
    .select(['name', 'settings'])
    .execute())
    await db
      .updateTable('sources')
      .set({ settings: withLimits(settings) })
      .where('name', '=', name)
      .execute();
}
