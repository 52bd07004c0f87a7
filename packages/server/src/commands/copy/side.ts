// What a copy needs of a database. It reads rows in the order of their keys, and writes some together with the mark of the progress.

import type { Row, Table, Value } from './tables.ts';

/** Rows of one transaction. */
export const batchSize = 500;

/** Stands in the target until the copy is complete. Servers and commands refuse a database with it. */
export type Mark = {
  from: 'sqlite' | 'postgres';
  /** Check value of DATA_KEY, which another source does not have. */
  dataKey: string | null;
  done: readonly string[];
  /** The key of the last row that was written. */
  current: { table: string; step: 'rows' | 'references'; after: readonly Value[] } | null;
};

export type Reading = {
  /** Yields batches of rows after the one with the key `after`. */
  read(table: Table, after?: readonly Value[]): AsyncGenerator<Row[]>;
  count(table: Table): Promise<number>;
  migrations(): Promise<string[]>;
  /** The value in the table `installation`. */
  fact(name: string): Promise<string | undefined>;
};

export type Writing = Reading & {
  setMark(mark: Mark): Promise<void>;
  removeMark(): Promise<void>;
  /** Inserts rows, and stores the mark, in one transaction. */
  insert(table: Table, rows: readonly Row[], mark: Mark): Promise<void>;
  /** Writes columns of rows that exist, and stores the mark, in one transaction. */
  update(table: Table, columns: readonly string[], rows: readonly Row[], mark: Mark): Promise<void>;
  /** Runs when all rows are written. @throws if a row refers to a missing one. */
  finish(): Promise<void>;
};

export const markName = 'copy-unfinished';

export const keyOf = (table: Table, row: Row): Value[] =>
  table.key.map(({ column }) => row[column] ?? null);
