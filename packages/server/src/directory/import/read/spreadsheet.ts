// Reads one sheet of an .xlsx file. The archive is checked and written again with the parts that have cells; `read-excel-file` reads only
// those. Links to other files are refused, links in cells are dropped.

import { readSheet } from 'read-excel-file/universal';
import { textOfCell } from '../../../admin/csv.ts';
import { ImportFileError, type RowReason } from '../reasons.ts';
import { measureSheet, readTags } from './check-sheet.ts';
import type { ReadLimits } from './limits.ts';
import { rejectedCharacters } from './records.ts';
import { isEmptyRow, type ReadRow, readHeaders, rejectedCells, type Table } from './row.ts';
import { readZip, writeZip, type ZipEntry } from './zip.ts';

/** Parts of the file: relations, settings, drawings, sheets. */
const maxEntries = 1000;

const workbook = 'xl/workbook.xml';
const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
const isWanted = (name: string) =>
  isSheet(name) ||
  name === workbook ||
  name === 'xl/_rels/workbook.xml.rels' ||
  name === 'xl/sharedStrings.xml' ||
  name === 'xl/styles.xml';
/** Values of other files and of databases. */
const isExternal = (name: string) =>
  /^xl\/(externalLinks\/|connections\.xml$|queryTables\/)/.test(name);

function checkParts(names: readonly string[], { maxSheets }: ReadLimits): void {
  if (!names.includes(workbook)) throw new ImportFileError('unknown-format');
  if (names.some(isExternal)) throw new ImportFileError('spreadsheet-external-reference');
  if (names.filter(isSheet).length > maxSheets) throw new ImportFileError('too-many-sheets');
}

function checkSheets(entries: readonly ZipEntry[], limits: ReadLimits): void {
  let cells = 0;
  for (const { name, content } of entries) {
    if (!isSheet(name)) {
      readTags(content, () => undefined);
      continue;
    }
    const size = measureSheet(content);
    // the header is a row
    if (size.rows > limits.maxSheetRows + 1) throw new ImportFileError('too-many-rows');
    if (size.columns > limits.maxColumns) throw new ImportFileError('too-many-columns');
    cells += size.cells;
    if (cells > limits.maxSheetCells) throw new ImportFileError('too-many-cells-in-file');
  }
}

/** The names of the sheets, in their order. */
function sheetNames(entries: readonly ZipEntry[]): string[] {
  const names: string[] = [];
  const { content } = entries.find(({ name }) => name === workbook) ?? {};
  if (content)
    readTags(content, (tag, valuesOf) => {
      if (tag === 'sheet') names.push(...valuesOf('name'));
    });
  return names;
}

/** A date without a time becomes a day. */
function textOfDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '#VALUE!';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Numbers stay as they are written in the file. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? textOfDate(value) : String(value);
}

/** Returns a number as people write it: the file has 3.18471069E9 for 3184710690. */
function plainNumber(text: string): string {
  const number = Number(text);
  return /e/i.test(text) && Number.isSafeInteger(number) ? String(number) : text;
}

/** What a spreadsheet shows in place of a value that it cannot calculate. */
const errorForm = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

function rejectedRow(
  cells: readonly string[],
  headers: readonly string[],
  limits: ReadLimits,
): RowReason | undefined {
  const rejected = rejectedCells(cells, headers, limits);
  if (rejected) return rejected;
  if (cells.some((cell) => errorForm.test(cell))) return 'error-value';
  return cells.map(rejectedCharacters).find((reason) => reason !== undefined);
}

async function* rowsOf(
  sheet: readonly string[][],
  {
    headers,
    headerRow,
    limits,
  }: { headers: readonly string[]; headerRow: number; limits: ReadLimits },
): AsyncGenerator<ReadRow> {
  for (const [index, given] of sheet.entries()) {
    const row = index + 1;
    if (row <= headerRow || isEmptyRow(given)) continue;
    const cells = fitted(given, headers.length);
    const rejected = rejectedRow(cells, headers, limits);
    if (rejected) yield { row, rejected };
    else
      yield {
        row,
        cells: new Map(headers.map((header, at) => [header, textOfCell(cells[at] ?? '')])),
      };
  }
}

/** A sheet stores no empty cells at the end of a row. */
function fitted(cells: readonly string[], columns: number): string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return Array.from({ length: Math.max(columns, last + 1) }, (_, index) => cells[index] ?? '');
}

/** Returns the cells of the sheet as texts. */
async function cellsOf(
  entries: readonly ZipEntry[],
  sheet: string | undefined,
): Promise<string[][]> {
  const names = sheetNames(entries);
  if (names.length === 0) throw new ImportFileError('spreadsheet-damaged');
  if (sheet !== undefined && !names.includes(sheet)) throw new ImportFileError('unknown-sheet');
  const archive = writeZip(entries);
  const { buffer, byteOffset, byteLength } = archive;
  const input = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  try {
    const rows = await readSheet(input, sheet ?? 1, { trim: false, parseNumber: plainNumber });
    return rows.map((row) => row.map(textOf));
  } catch (cause) {
    throw new ImportFileError('spreadsheet-damaged', { cause });
  }
}

export type SheetChoice = { sheet?: string | undefined };

/** @throws ImportFileError */
export async function readSpreadsheet(
  archive: Buffer,
  { sheet }: SheetChoice,
  limits: ReadLimits,
): Promise<Table> {
  const zipLimits = { maxEntries, maxUnpackedBytes: limits.maxUnpackedBytes };
  const { names, entries } = readZip(archive, zipLimits, isWanted);
  checkParts(names, limits);
  checkSheets(entries, limits);
  const cells = await cellsOf(entries, sheet);
  const headerIndex = cells.findIndex((row) => !isEmptyRow(row));
  if (headerIndex === -1) throw new ImportFileError('empty-file');
  const headerRow = headerIndex + 1;
  const given = cells[headerIndex] ?? [];
  const headers = readHeaders(
    given.slice(0, given.findLastIndex((cell) => cell.trim() !== '') + 1),
    headerRow,
    limits,
  );
  return { format: 'spreadsheet', headers, rows: rowsOf(cells, { headers, headerRow, limits }) };
}
