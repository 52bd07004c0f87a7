// Reads tables with separators: CSV and TSV (RFC 4180), and with semicolons or bars. `csv-parse` divides the records into cells.

import { parse } from 'csv-parse/sync';
import { textOfCell } from '../../../admin/csv.ts';
import { ImportFileError } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';
import type { Text } from './lines.ts';
import { recordsOf, type TextRecord } from './records.ts';
import {
  findHeader,
  isEmptyRow,
  type ReadRow,
  readableCells,
  readHeaders,
  rejectedCells,
  type Table,
} from './row.ts';
import { findSeparator } from './separator.ts';

type Divide = (texts: readonly string[]) => string[][];

/** Returns the cells of records whose quotes are balanced. */
const divideBy =
  (separator: string): Divide =>
  (texts) =>
    texts.length === 0
      ? []
      : parse(texts.join('\n'), {
          delimiter: separator,
          record_delimiter: '\n',
          relax_column_count: true,
        });

/** A record that is longer has a cell that is too long, or more cells than headers. */
const maxRecordLength = (columns: number, { maxCellBytes }: ReadLimits) =>
  columns * (2 * maxCellBytes + 3);

type Rows = { headers: readonly string[]; divide: Divide; limits: ReadLimits };

function rowOf(
  { row, isUnterminated }: TextRecord,
  cells: readonly string[],
  { headers, limits }: Rows,
): ReadRow | undefined {
  if (isEmptyRow(cells)) return undefined;
  const rejected = rejectedCells(cells, headers, limits);
  if (rejected === 'too-few-cells' && isUnterminated)
    return { row, rejected: 'incomplete-last-row' };
  if (rejected) return { row, rejected, readable: readableCells(cells, headers, limits) };
  return {
    row,
    cells: new Map(headers.map((header, index) => [header, textOfCell(cells[index] ?? '')])),
  };
}

/** Yields the rows of some records. The library divides all of them at once, which takes a third of the time. */
function* rowsOf(records: readonly TextRecord[], rows: Rows): Generator<ReadRow> {
  const maxLength = maxRecordLength(rows.headers.length, rows.limits);
  const isDivided = ({ text, rejected }: TextRecord) =>
    rejected === undefined && text !== '' && text.length <= maxLength;
  const divided = rows.divide(records.filter(isDivided).map(({ text }) => text));
  let next = 0;
  for (const record of records) {
    const { row, text, rejected } = record;
    if (rejected) yield { row, rejected };
    else if (text.length > maxLength) yield { row, rejected: 'cell-too-long' };
    else if (isDivided(record)) {
      const read = rowOf(record, divided[next] ?? [], rows);
      next += 1;
      if (read) yield read;
    }
  }
}

async function* remaining(
  records: AsyncIterator<TextRecord[]>,
  begun: readonly TextRecord[],
  rows: Rows,
): AsyncGenerator<ReadRow> {
  yield* rowsOf(begun, rows);
  for (let next = await records.next(); !next.done; next = await records.next())
    yield* rowsOf(next.value, rows);
}

/** Returns the records, the first of which is the header, and their separator. */
async function openRecords(text: Text, limits: ReadLimits) {
  const parts = text.lines()[Symbol.asyncIterator]();
  const first = await parts.next();
  const lines = first.done ? [] : first.value;
  const { separator, isGiven } = findSeparator(lines.map((line) => line.text));
  async function* all() {
    yield lines;
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  }
  return { records: recordsOf(all(), separator, limits), separator, isGiven };
}

const isBlank = ({ text, rejected }: TextRecord) => rejected === undefined && text.trim() === '';

/** Records among which the header is searched. */
const comparedRecords = 11;

/** Returns how many records a title has above the header. */
function belowTitle(records: readonly TextRecord[], divide: Divide): number {
  if (records[0]?.rejected) return 0;
  const cells = records.map(({ rejected, text }) =>
    rejected === undefined ? (divide([text])[0] ?? []) : [],
  );
  return Math.max(0, findHeader(cells));
}

/** @throws ImportFileError */
export async function readSeparated(text: Text, limits: ReadLimits): Promise<Table> {
  const { records, separator, isGiven } = await openRecords(text, limits);
  const divide = divideBy(separator);
  for (let next = await records.next(); !next.done; next = await records.next()) {
    const first = next.value.findIndex((one) => !isBlank(one) && !(isGiven && one.row === 1));
    if (first === -1) continue;
    const at = first + belowTitle(next.value.slice(first, first + comparedRecords), divide);
    const header = next.value[at] as TextRecord;
    if (header.rejected) throw new ImportFileError('invalid-header', { row: header.row });
    const headers = readHeaders(divide([header.text])[0] ?? [], header.row, limits);
    const rows = { headers, divide, limits };
    return {
      format: 'separated',
      encoding: text.encodingSoFar(),
      separator,
      headers,
      rows: remaining(records, next.value.slice(at + 1), rows),
    };
  }
  throw new ImportFileError('empty-file');
}
