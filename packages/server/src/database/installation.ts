// What the installation records about itself in its database. Check values of its keys, production, restores, and whether it has or had
// an administrator.

import type { Queries } from './connect.ts';
import { isMissingTable } from './errors.ts';

/**
 * `data-key-check`, `tax-id-key-check`: check values of keys. `production`: a server has started here in production.
 * `administrator`: a user has or had this role. The value is that of the set-up that has made the first one, or 1.
 * `restored`: the last restore, with which a new list of events begins. `restore-unfinished`: rows have been written, but access
 * that has ended since the backup is not ended yet. `copy-unfinished`: not all rows of another database are there yet.
 * `setup-unfinished`: a set-up has begun to create keys and settings for this database.
 */
export type InstallationFact =
  | 'production'
  | 'data-key-check'
  | 'tax-id-key-check'
  | 'administrator'
  | 'restored'
  | 'restore-unfinished'
  | 'copy-unfinished'
  | 'setup-unfinished';

/** Returns undefined if it was never recorded. */
export async function findFact(
  queries: Queries,
  name: InstallationFact,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

/** Records the value unless there is one. Returns the value that is recorded then, perhaps by another process. */
export async function recordFact(
  queries: Queries,
  { name, value, at }: { name: InstallationFact; value: string; at: number },
): Promise<string> {
  await queries
    .insertInto('installation')
    .values({ name, value, recorded_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findFact(queries, name)) ?? value;
}

export async function replaceFact(
  queries: Queries,
  { name, value, at }: { name: InstallationFact; value: string; at: number },
): Promise<void> {
  await queries
    .insertInto('installation')
    .values({ name, value, recorded_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, recorded_at: at }))
    .execute();
}

export async function removeFact(queries: Queries, name: InstallationFact): Promise<void> {
  await queries.deleteFrom('installation').where('name', '=', name).execute();
}

/** Does the same before the migration that creates the table. */
export async function findFactOfAny(
  queries: Queries,
  name: InstallationFact,
): Promise<string | undefined> {
  try {
    return await findFact(queries, name);
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}

/** Returns whether a server has started on this database in production. */
export async function isInProduction(queries: Queries): Promise<boolean> {
  return (await findFactOfAny(queries, 'production')) !== undefined;
}
