// Stores the icons of applications as files that `routes.ts` serves. Applications with the same icon share one.

import { SqliteAdapter, sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import { prepare } from '../../database/prepared.ts';

/**
 * Lets no other transaction store or delete icons before this one ends. On SQLite there is only one that writes. Pages
 * still read icons.
 */
export async function lockIcons(queries: Queries): Promise<void> {
  if (queries.getExecutor().adapter instanceof SqliteAdapter) return;
  await sql`lock table application_icons in share row exclusive mode`.execute(queries);
}

/** Adds icons that are not stored yet. Runs within the caller's transaction. */
export async function storeIcons(
  queries: Queries,
  contents: ReadonlyMap<string, Buffer>,
  now: number,
): Promise<void> {
  for (const [file, content] of contents)
    await queries
      .insertInto('application_icons')
      .values({ file, content: content.toString('base64'), created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns whether all icons are stored. Runs within the caller's transaction, after `lockIcons`. */
export async function areStored(queries: Queries, files: ReadonlySet<string>): Promise<boolean> {
  for (const file of files) {
    const row = await queries
      .selectFrom('application_icons')
      .select('file')
      .where('file', '=', file)
      .executeTakeFirst();
    if (!row) return false;
  }
  return true;
}

/** Deletes icons that no application has. Runs within the caller's transaction. */
export async function deleteUnusedIcons(queries: Queries): Promise<void> {
  await queries
    .deleteFrom('application_icons')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('applications')
            .select('id')
            .whereRef('applications.icon_file', '=', 'application_icons.file'),
        ),
      ),
    )
    .execute();
}

/** Returns a function that returns the content of an icon. */
export function createFindIcon(db: Database) {
  const withFile = prepare(db, ({ file }: { file: string }) =>
    db.selectFrom('application_icons').select('content').where('file', '=', file),
  );
  return async (file: string): Promise<Buffer | undefined> => {
    const row = await withFile.first({ file });
    return row && Buffer.from(row.content, 'base64');
  };
}

export type FindIcon = ReturnType<typeof createFindIcon>;
