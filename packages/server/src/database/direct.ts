// Statements that run at once instead of waiting their turn. SQLite answers within the call: going through
// the queue of its one connection costs more than the answer, and behind a write that waits for another
// process every read would wait along.

import { CompiledQuery, type QueryResult } from 'kysely';

/** One that may be lost in a power cut, though not when the process or the machine ends as it should. */
export type Statement = CompiledQuery & { mayBeLost?: boolean };

export type Direct = {
  /** Nothing when it must wait its turn after all. */
  run(statement: Statement): QueryResult<unknown> | undefined;
  /** All or none, and all of them may be lost; nothing when they must wait their turn after all. */
  runTogether(statements: readonly Statement[]): QueryResult<unknown>[] | undefined;
};

/** Begins a transaction of writes that may be lost. */
export const begin: Statement = { ...CompiledQuery.raw('begin'), mayBeLost: true };

const known = new WeakMap<object, Direct>();

export function allowDirect(db: object, direct: Direct) {
  known.set(db, direct);
}

export function directOf(db: object): Direct | undefined {
  return known.get(db);
}
