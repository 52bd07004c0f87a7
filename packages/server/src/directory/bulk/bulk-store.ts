// Stores bulk changes and their users.

import type { BulkResult } from '@brama/contract/admin/bulk/act-types';
import type { BulkCode, BulkState } from '@brama/contract/admin/bulk/bulk-changes';
import { sql } from 'kysely';
import type { Position } from '../../admin/cursor.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import { forChange, hasRowLocks } from '../../database/postgres/row-locks.ts';
import type { BulkChangesTable } from '../../database/tables/admin-tables.ts';
import type { CleanupTask } from '../../jobs/cleanup-job.ts';
import type { Act, Fact } from './acts.ts';

const previewMs = 3_600_000;
export const keptMs = 30 * 24 * 3_600_000;

export type BulkChange = Omit<BulkChangesTable, 'act' | 'state'> & { act: Act; state: BulkState };

const bulkFrom = (row: BulkChangesTable): BulkChange => ({
  ...row,
  act: JSON.parse(row.act),
  state: row.state as BulkState,
});

export type NewRow = {
  userId: string | null;
  typed: string | null;
  result: BulkResult;
  code: BulkCode | null;
};

/** Rows of one statement. */
const batchSize = 500;

type NewBulkChange = Pick<BulkChangesTable, 'id' | 'actor_id' | 'token_id'> & { act: Act };

const blank = { undo_of: null, started_at: null, finished_at: null, changed: 0 };

export async function addPreview(
  queries: Queries,
  { act, ...bulk }: NewBulkChange,
  rows: readonly NewRow[],
  at: number,
): Promise<void> {
  const countOf = (result: BulkResult) => rows.filter((row) => row.result === result).length;
  await queries
    .insertInto('bulk_changes')
    .values({
      ...blank,
      ...bulk,
      act: JSON.stringify(act),
      state: 'previewed',
      created_at: at,
      expires_at: at + previewMs,
      total: rows.length,
      unchanged: countOf('unchanged'),
      refused: countOf('refused'),
    })
    .execute();
  for (let start = 0; start < rows.length; start += batchSize)
    await queries
      .insertInto('bulk_change_rows')
      .values(
        rows.slice(start, start + batchSize).map(({ userId, ...row }, index) => ({
          ...row,
          bulk_id: bulk.id,
          position: start + index,
          user_id: userId,
          before: null,
          after: null,
        })),
      )
      .execute();
}

/** Stores, as running, a bulk change that gives the changed users of another one back what they had. Returns how many. */
export async function addUndo(
  queries: Queries,
  { act, ...undo }: NewBulkChange,
  undone: string,
  at: number,
): Promise<number> {
  await queries
    .insertInto('bulk_changes')
    .values({
      ...blank,
      ...undo,
      act: JSON.stringify(act),
      undo_of: undone,
      state: 'running',
      created_at: at,
      started_at: at,
      expires_at: at + keptMs,
      total: 0,
      unchanged: 0,
      refused: 0,
    })
    .execute();
  const rows = await queries
    .insertInto('bulk_change_rows')
    .columns(['bulk_id', 'position', 'user_id', 'result', 'before', 'after'])
    .expression((from) =>
      from
        .selectFrom('bulk_change_rows as r')
        .select([
          sql<string>`${undo.id}`.as('bulk_id'),
          'r.position',
          'r.user_id',
          sql<string>`'waiting'`.as('result'),
          'r.after as before',
          'r.before as after',
        ])
        .where('r.bulk_id', '=', undone)
        .where('r.result', '=', 'changed')
        .where('r.user_id', 'is not', null),
    )
    .executeTakeFirst();
  const total = Number(rows.numInsertedOrUpdatedRows ?? 0);
  await queries.updateTable('bulk_changes').set({ total }).where('id', '=', undo.id).execute();
  return total;
}

export async function readBulk(queries: Queries, id: string): Promise<BulkChange | undefined> {
  const row = queries.selectFrom('bulk_changes').selectAll().where('id', '=', id);
  const found = await row.executeTakeFirst();
  return found && bulkFrom(found);
}

/** Locks it until the end of the transaction. */
export async function lockBulk(queries: Queries, id: string): Promise<BulkChange | undefined> {
  const row = queries.selectFrom('bulk_changes').selectAll().where('id', '=', id);
  const found = await forChange(queries, row).executeTakeFirst();
  return found && bulkFrom(found);
}

/** Locks it if it runs and no other node has locked it. */
export async function takeRunning(queries: Queries, id: string): Promise<BulkChange | undefined> {
  const row = queries
    .selectFrom('bulk_changes')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running');
  const free = hasRowLocks(queries) ? row.forUpdate().skipLocked() : row;
  const found = await free.executeTakeFirst();
  return found && bulkFrom(found);
}

export async function changeBulk(
  queries: Queries,
  id: string,
  columns: Partial<Omit<BulkChangesTable, 'id' | 'act'>>,
): Promise<void> {
  await queries.updateTable('bulk_changes').set(columns).where('id', '=', id).execute();
}

/** Returns the ids of running ones, the first started first. */
export async function runningIds(db: Database): Promise<string[]> {
  const running = db.selectFrom('bulk_changes').select('id').where('state', '=', 'running');
  return (await running.orderBy('started_at').execute()).map(({ id }) => id);
}

/** Returns up to `limit` started ones, the last started first. */
export async function listBulks(
  queries: Queries,
  after: Position | undefined,
  limit: number,
): Promise<BulkChange[]> {
  let query = queries
    .selectFrom('bulk_changes')
    .selectAll()
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('started_at', 'id'), '<', tuple(Number(after.key), after.id)),
    );
  return (await query.execute()).map(bulkFrom);
}

export type WaitingRow = { position: number; userId: string | null; before: Fact; after: Fact };

export async function waitingRows(
  queries: Queries,
  id: string,
  limit: number,
): Promise<WaitingRow[]> {
  const rows = await queries
    .selectFrom('bulk_change_rows')
    .select(['position', 'user_id', 'before', 'after'])
    .where('bulk_id', '=', id)
    .where('result', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ position, user_id: userId, before, after }) => ({
    position,
    userId,
    before: JSON.parse(before ?? 'null'),
    after: JSON.parse(after ?? 'null'),
  }));
}

export type Outcome =
  | { result: 'changed'; before: Fact; after: Fact }
  | { result: 'unchanged' | 'refused'; code: BulkCode };

/** Stores the outcomes of users. The caller has locked the bulk change. */
export async function storeOutcomes(
  queries: Queries,
  bulk: BulkChange,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<void> {
  const sums = { changed: bulk.changed, unchanged: bulk.unchanged, refused: bulk.refused };
  for (const [position, outcome] of outcomes) {
    sums[outcome.result] += 1;
    await queries
      .updateTable('bulk_change_rows')
      .set(
        outcome.result === 'changed'
          ? {
              result: outcome.result,
              before: JSON.stringify(outcome.before),
              after: JSON.stringify(outcome.after),
            }
          : outcome,
      )
      .where('bulk_id', '=', bulk.id)
      .where('position', '=', position)
      .execute();
  }
  await changeBulk(queries, bulk.id, sums);
}

/** Returns how many users are left out for each reason. */
export async function countCodes(
  queries: Queries,
  id: string,
): Promise<{ code: BulkCode; count: number }[]> {
  const rows = await queries
    .selectFrom('bulk_change_rows')
    .select(['code', ({ fn }) => fn.countAll().as('count')])
    .where('bulk_id', '=', id)
    .where('result', 'in', ['unchanged', 'refused'])
    .where('code', 'is not', null)
    .groupBy('code')
    .orderBy('code')
    .execute();
  return rows.map(({ code, count }) => ({ code: code as BulkCode, count: Number(count) }));
}

type Asked = {
  result?: BulkResult | undefined;
  code?: BulkCode | undefined;
  after: number | undefined;
  limit: number;
};

/** Returns up to `limit` users of a bulk change with their names, in their order. */
export function pageOfRows(queries: Queries, id: string, { result, code, after, limit }: Asked) {
  let query = queries
    .selectFrom('bulk_change_rows as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.position', 'r.user_id', 'r.typed', 'r.result', 'r.code'])
    .select(['u.username', 'u.full_name'])
    .where('r.bulk_id', '=', id)
    .orderBy('r.position')
    .limit(limit);
  if (result !== undefined) query = query.where('r.result', '=', result);
  if (code !== undefined) query = query.where('r.code', '=', code);
  if (after !== undefined) query = query.where('r.position', '>', after);
  return query.execute();
}

export async function undoOf(queries: Queries, id: string): Promise<string | undefined> {
  const undo = queries.selectFrom('bulk_changes').select('id').where('undo_of', '=', id);
  return (await undo.executeTakeFirst())?.id;
}

/** Returns id → username of users who still exist. */
export async function usernamesOf(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...ids, ''])
    .where('erased_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Returns how many users there are. */
export async function countUsers(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('user_search')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Delete expired bulk changes: their users first, because there may be many. */
export const bulkCleanupTasks = (db: Database, now: () => number): CleanupTask[] => [
  (limit) =>
    deleteExpired(
      db,
      { table: 'bulk_change_rows', key: ['bulk_id', 'position'] },
      sql`bulk_id in (select id from bulk_changes where expires_at <= ${now()})`,
      limit,
    ),
  (limit) =>
    deleteExpired(
      db,
      { table: 'bulk_changes', key: ['id'] },
      sql`expires_at <= ${now()} and not exists (select 1 from bulk_change_rows r where r.bulk_id = bulk_changes.id)`,
      limit,
    ),
];
