// Copies all rows from one database to another, and compares them. A killed copy continues after the last stored batch.

import { createHash } from 'node:crypto';
import { Refusal } from '../backup/refusal.ts';
import { keyOf, type Mark, markName, type Reading, type Writing } from './side.ts';
import type { Row, Table } from './tables.ts';

export type Progress = (done: { table: string; rows: number; of: number }) => void;

type Copy = {
  source: Reading;
  target: Writing;
  tables: readonly Table[];
  /** How the copy begins. */
  begin: Pick<Mark, 'from' | 'dataKey'>;
  progress: Progress;
};

/** Returns the mark of an interrupted copy of this source, or a new one. @throws {Refusal} for a target with other rows. */
async function findMark({ target, tables, begin }: Copy): Promise<Mark> {
  const stored = await target.fact(markName);
  if (stored !== undefined) {
    const mark: Mark = JSON.parse(stored);
    if (mark.from === begin.from && mark.dataKey === begin.dataKey) return mark;
    throw new Refusal('The target has an interrupted copy of another database: empty it first.');
  }
  for (const table of tables) {
    const count = await target.count(table);
    if (count > 0)
      throw new Refusal(`The target is not empty: its table ${table.name} has ${count} rows.`);
  }
  return { ...begin, done: [], current: null };
}

type Step = NonNullable<Mark['current']>['step'];

/** Writes a batch of one step. */
function writeBatch(
  target: Writing,
  table: Table,
  { step, batch, mark }: { step: Step; batch: readonly Row[]; mark: Mark },
): Promise<void> {
  const { ownReferences, columns, key, writing } = table;
  if (step === 'references') return target.update(table, ownReferences, batch, mark);
  if (writing === 'completed') {
    const others = columns.filter((name) => !key.some(({ column }) => column === name));
    return target.update(table, others, batch, mark);
  }
  const later = Object.fromEntries(ownReferences.map((column) => [column, null]));
  const rows = batch.map((row) => ({ ...row, ...later }));
  return target.insert(table, rows, mark);
}

/** Returns the steps that are left, the first of them with the key after which it continues. */
function stepsLeft({ name, ownReferences, writing }: Table, { current }: Mark) {
  const all: Step[] = ownReferences.length > 0 ? ['rows', 'references'] : ['rows'];
  if (writing === 'filled') return [];
  if (current?.table !== name) return all.map((step) => ({ step, after: undefined }));
  return all
    .slice(all.indexOf(current.step))
    .map((step) => ({ step, after: step === current.step ? current.after : undefined }));
}

async function copyTable(copy: Copy, table: Table, found: Mark): Promise<Mark> {
  const { source, target, progress } = copy;
  const { name } = table;
  const of = await source.count(table);
  let mark = found;
  for (const { step, after } of stepsLeft(table, found)) {
    let rows = 0;
    for await (const batch of source.read(table, after)) {
      const last = batch.at(-1) ?? {};
      mark = { ...mark, current: { table: name, step, after: keyOf(table, last) } };
      await writeBatch(target, table, { step, batch, mark });
      rows += batch.length;
      progress({ table: name, rows, of });
    }
  }
  mark = { ...mark, done: [...mark.done, name], current: null };
  await target.setMark(mark);
  return mark;
}

type Sum = { rows: number; sha256: string };

/** Returns the number of rows and the hash of all values, in the order of the keys. */
async function sumOf(side: Reading, table: Table): Promise<Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of side.read(table))
    for (const row of batch) {
      if (table.name === 'installation' && row['name'] === markName) continue;
      hash.update(`${JSON.stringify(table.columns.map((column) => row[column] ?? null))}\n`);
      rows += 1;
    }
  return { rows, sha256: hash.digest('hex') };
}

/** @throws {Refusal} naming the first table that differs. */
async function compare({ source, target, tables }: Copy): Promise<number> {
  let all = 0;
  for (const table of tables) {
    const [from, to] = [await sumOf(source, table), await sumOf(target, table)];
    if (from.rows !== to.rows || from.sha256 !== to.sha256)
      throw new Refusal(
        `The table ${table.name} differs: ${from.rows} rows (SHA-256 ${from.sha256}) in the source, ${to.rows} (${to.sha256}) in the target. Empty the target and run the command again.`,
      );
    all += from.rows;
  }
  return all;
}

/** Returns the number of rows. The mark stays until all rows are compared. @throws {Refusal} */
export async function copyRows(copy: Copy): Promise<number> {
  const { source, target, tables } = copy;
  const [known, own] = [await source.migrations(), await target.migrations()];
  if (known.join() !== own.join())
    throw new Refusal(
      'The two databases have schemas of different releases: run `migrate` on both.',
    );
  let mark = await findMark(copy);
  await target.setMark(mark);
  for (const table of tables)
    if (!mark.done.includes(table.name)) mark = await copyTable(copy, table, mark);
  await target.finish();
  const rows = await compare(copy);
  await target.removeMark();
  return rows;
}
