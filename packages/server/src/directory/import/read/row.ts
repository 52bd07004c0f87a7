// What reading a file yields, in every format, and the checks that all formats share.

import type { RowReason } from '@brama/contract/admin/imports/codes';
import { headerKey } from '@brama/contract/admin/imports/columns';
import { textOfCell } from '../../../admin/csv.ts';
import { meaningsOf } from '../mapping/header-meaning.ts';
import { ImportFileError } from '../reasons.ts';
import type { Encoding } from './encoding.ts';
import type { ReadLimits } from './limits.ts';

/** The cells of a row by header; an empty cell is an empty text. JSON Lines may lack some. */
export type Cells = ReadonlyMap<string, string>;

/** `row` is the number that a spreadsheet shows; in JSON Lines the number of the line. */
export type ReadRow =
  | { row: number; cells: Cells }
  | {
      row: number;
      rejected: RowReason;
      /** Those cells of a rejected row that can be read themselves: they may say whose row it is. */
      readable?: Cells | undefined;
    };

const maxHeaderLength = 256;
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** A number of eight or more digits, or an address, is a value: the file has no header. */
const valueForm = /^\s*\d{8,}\s*$|^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function checkHeader(header: string, place: { row: number; column: number }): void {
  if (header === '') throw new ImportFileError('empty-header', place);
  if (header.length > maxHeaderLength || unprintable.test(header))
    throw new ImportFileError('invalid-header', place);
  if (valueForm.test(header)) throw new ImportFileError('missing-header', place);
}

/** Returns the headers of the columns. @throws ImportFileError */
export function readHeaders(
  cells: readonly string[],
  row: number,
  { maxColumns }: Pick<ReadLimits, 'maxColumns'>,
): string[] {
  if (cells.length > maxColumns) throw new ImportFileError('too-many-columns', { row });
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const header = cell
      .normalize('NFC')
      .replaceAll(/[^\S ]+/g, ' ')
      .trim();
    const place = { row, column: index + 1 };
    checkHeader(header, place);
    const key = headerKey(header);
    if (seen.has(key)) throw new ImportFileError('duplicate-header', place);
    seen.add(key);
    return header;
  });
}

/** What a spreadsheet would calculate: a formula, or a command that looks like an amount (CWE-1236). */
const formulaForm = /^(?:\s*=|[+\-@][^|!]*(?:[A-Za-z]\(|[|!]))/;

const isTooLong = (text: string, maxBytes: number) =>
  text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes);

/** Returns why the cells are not accepted. */
export function rejectedCells(
  cells: readonly string[],
  headers: readonly string[],
  { maxCellBytes }: Pick<ReadLimits, 'maxCellBytes'>,
): RowReason | undefined {
  if (cells.length < headers.length) return 'too-few-cells';
  if (cells.length > headers.length) return 'too-many-cells';
  if (cells.some((cell) => isTooLong(cell, maxCellBytes))) return 'cell-too-long';
  return cells.some((cell) => formulaForm.test(cell)) ? 'formula' : undefined;
}

/** Returns those cells of a rejected row that can be read; undefined if the columns are not known. */
export function readableCells(
  cells: readonly string[],
  headers: readonly string[],
  limits: Pick<ReadLimits, 'maxCellBytes'>,
): Cells | undefined {
  if (cells.length !== headers.length) return undefined;
  const isReadable = (cell: string) =>
    rejectedCells([cell], [''], limits) === undefined && !unprintable.test(cell);
  return new Map(
    headers.flatMap((header, index) => {
      const cell = cells[index] ?? '';
      return isReadable(cell) ? [[header, textOfCell(cell)]] : [];
    }),
  );
}

/** A longer cell is too long, not empty. In a spreadsheet a million cells can share one text of many megabytes. */
const maxBlankLength = 4096;

export const isEmptyRow = (cells: readonly string[]) =>
  cells.every((cell) => cell.length <= maxBlankLength && cell.trim() === '');

/** Rows above the header that may hold a title. */
const maxTitleRows = 10;

const filledCells = (row: readonly string[]) => row.filter((cell) => !isEmptyRow([cell]));

/** Returns how many different meanings the cells have as headers. */
const countMeanings = (row: readonly string[]) =>
  new Set(
    filledCells(row)
      .filter((cell) => cell.length <= maxHeaderLength)
      .flatMap((cell) => meaningsOf(cell)[0]?.meaning ?? []),
  ).size;

/**
 * Returns the place of the header, or -1 without one. It is the first row with several filled cells. If none of them has a known
 * meaning, it is the next row with two known meanings: the rows above are a title.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const first = rows.findIndex((row) => !isEmptyRow(row));
  if (first === -1) return -1;
  const top = rows.slice(first, first + maxTitleRows + 1);
  const wide = top.findIndex((row) => filledCells(row).length > 1);
  if (wide === -1) return first;
  if (countMeanings(top[wide] ?? []) > 0) return first + wide;
  const known = top.findIndex((row) => countMeanings(row) > 1);
  return first + (known === -1 ? wide : known);
}

export type Table = {
  format: 'separated' | 'json-lines' | 'spreadsheet';
  /** In their order; of JSON Lines, those of the first line. */
  headers: readonly string[];
  /** Of a text. */
  encoding?: Encoding;
  /** Of a table in a text. */
  separator?: string;
  /** The names of the sheets of a spreadsheet. */
  sheets?: readonly string[];
  /** Can be read once. Throws an ImportFileError where the file cannot be read further. */
  rows: AsyncIterable<ReadRow>;
  /** Ends a thread that reads, if `rows` are not read to their end. */
  close?(): Promise<unknown>;
};
