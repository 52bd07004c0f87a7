// Records the statements that the server sends to its database, below all of our code.

import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';
import { Batch } from '../../src/database/postgres/batch.ts';

const ways = ['run', 'all', 'get', 'iterate'] as const;

/**
 * What jobs do now and then, whatever a test does. They look for users with a due date, queued notices, bulk changes, imports, guests and
 * leavers to be warned, and due logout notifications. They update texts of the search and last sign-ins, and note that the server runs.
 */
const ofJob =
  /^select .* (where "changes_at" <= |from "queued_notices"|from "bulk_changes"|from "imports"|from "import_invitations"|from "users" as "g" |from "source_links" as "l" |(from|join) "user_search"|logout_due_at <= \S+ order by)|^update "user_search"|^(insert into|delete from) "nodes"/;

/** Returns whether a job has sent the statement, in one line. */
export const isOfJob = (text: string): boolean => ofJob.test(text);

/** Call this before the database is opened. Both drivers report each statement when it runs. */
export function recordStatements() {
  const statements: string[] = [];
  const { prepare } = SqliteFile.prototype;
  const sqlite = vi.spyOn(SqliteFile.prototype, 'prepare').mockImplementation(function record(
    this: SqliteFile.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source);
    for (const way of ways) {
      const run = statement[way] as (...values: unknown[]) => never;
      statement[way] = (...values: unknown[]) => {
        statements.push(source);
        return run.apply(statement, values);
      };
    }
    return statement;
  } as typeof prepare);
  const { query } = pg.Client.prototype;
  const postgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [config] = given as [string | { text: string } | Batch];
    if (config instanceof Batch) {
      statements.push('begin', ...config.texts);
      const end = (isDone: boolean) => void statements.push(isDone ? 'commit' : 'rollback');
      config.result.then(
        (result) => end('changed' in result),
        () => end(false),
      );
    } else statements.push(typeof config === 'string' ? config : config.text);
    return Reflect.apply(query, this, given);
  } as typeof query);
  return {
    /** Returns the statements since the last call. */
    take: () =>
      statements
        .splice(0)
        .map((sql) => sql.trim().replace(/\s+/g, ' '))
        .filter((sql) => !isOfJob(sql)),
    stop() {
      sqlite.mockRestore();
      postgres.mockRestore();
    },
  };
}

export type Counts = { reads: number; writes: number; commits: number };

const letters: [letter: string, statement: RegExp][] = [
  ['b', /^begin/],
  ['c', /^commit$/],
  ['u', /^rollback$/],
  ['r', /^select/],
  ['w', /^(insert|update|delete|with)/],
];
const transaction = /b[rw]*[cu]/g;

/** Counts queries and commits. A write outside of a transaction is a commit of its own. */
export function countStatements(statements: readonly string[]): Counts {
  const text = statements
    .map((sql) => letters.find(([, statement]) => statement.test(sql))?.[0] ?? '')
    .join('');
  const count = (letter: string, within = text) => within.split(letter).length - 1;
  const committed = text.match(transaction)?.filter((one) => /w.*c$/.test(one)) ?? [];
  return {
    reads: count('r'),
    writes: count('w'),
    commits: committed.length + count('w', text.replace(transaction, '')),
  };
}
