// A worker thread that reads one spreadsheet and gives its rows, some at a time, as they are asked for.

import { parentPort, workerData } from 'node:worker_threads';
import { ImportFileError } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';
import type { ReadRow, Table } from './row.ts';
import { readSpreadsheet, type SheetChoice } from './spreadsheet.ts';

export type ThreadData = { archive: Uint8Array; choice: SheetChoice; limits: ReadLimits };

/** Of a row, its cells in the order of the headers. */
type PlainRow = { row: number; cells: string[] } | Extract<ReadRow, { rejected: unknown }>;

export type ThreadMessage =
  | Pick<Table, 'headers' | 'sheets'>
  | { rows: PlainRow[] }
  | Pick<ImportFileError, 'reason' | 'place'>;

const rowsAtOnce = 500;

const plain = (row: ReadRow): PlainRow =>
  'cells' in row ? { row: row.row, cells: [...row.cells.values()] } : row;

async function nextRows(rows: AsyncIterator<ReadRow>): Promise<PlainRow[]> {
  const some: PlainRow[] = [];
  while (some.length < rowsAtOnce) {
    const next = await rows.next();
    if (next.done) break;
    some.push(plain(next.value));
  }
  return some;
}

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

async function read({ archive, choice, limits }: ThreadData): Promise<void> {
  try {
    const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
    const { headers, sheets = [], rows } = await readSpreadsheet(bytes, choice, limits);
    const iterator = rows[Symbol.asyncIterator]();
    parentPort?.on('message', async () => send({ rows: await nextRows(iterator) }));
    send({ headers, sheets });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    const { reason, place } = error;
    send({ reason, place });
  }
}

// an unexpected error ends the thread
void read(workerData);
