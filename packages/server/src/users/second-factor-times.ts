// Two times in the record of a user: from when a second factor is required, and from when the newest ones count. The rules are those of
// `factors/policy.ts` and `sessions/factor-wait.ts`.

import { sql } from 'kysely';
import type { Queries } from '../database/connect.ts';

/** Stores from when the user needs a second factor, unless it is stored already. */
export async function keepSecondFactorDue(
  queries: Queries,
  userId: string,
  dueAt: number,
): Promise<void> {
  await queries
    .updateTable('users')
    .set({ second_factor_due_at: sql`coalesce(second_factor_due_at, ${dueAt})` })
    .where('id', '=', userId)
    .execute();
}

/** Returns from when the newest factors of the user count; null for at once. */
export async function readFactorsCountFrom(
  queries: Queries,
  userId: string,
): Promise<number | null> {
  const user = await queries
    .selectFrom('users')
    .select('new_factors_count_from')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.new_factors_count_from ?? null;
}

export async function writeFactorsCountFrom(
  queries: Queries,
  userId: string,
  countFrom: number,
): Promise<void> {
  await queries
    .updateTable('users')
    .set({ new_factors_count_from: countFrom })
    .where('id', '=', userId)
    .execute();
}

/** Writes nothing if all factors of the user count. */
export async function clearFactorsCountFrom(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('users')
    .set({ new_factors_count_from: null })
    .where('id', '=', userId)
    .where('new_factors_count_from', 'is not', null)
    .execute();
}
