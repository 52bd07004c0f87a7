// What the installation records about itself in its database: check values of its keys, and that it is in production.

import type { Queries } from './connect.ts';
import { isMissingTable } from './errors.ts';

/** `data-key-check`, `tax-id-key-check`: check values of keys. `production`: a server has started here in production. */
export type InstallationFact = 'production' | 'data-key-check' | 'tax-id-key-check';

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

/** Returns whether a server has started on this database in production. */
export async function isInProduction(queries: Queries): Promise<boolean> {
  try {
    return (await findFact(queries, 'production')) !== undefined;
  } catch (error) {
    // before the migration that creates the table
    if (isMissingTable(error)) return false;
    throw error;
  }
}
