// Reads one sheet of an .xlsx file. The archive is checked and written again with the parts that have cells; `read-excel-file` reads only
// those. Links to other files are refused, links in cells are dropped.

import type { RowReason } from '@brama/contract/admin/imports/codes';
import { readSheet } from 'read-excel-file/universal';
import { textOfCell } from '../../../admin/csv.ts';
import { ImportFileError } from '../reasons.ts';
import { ElementMeter, measureSheet, readTags } from './check-sheet.ts';
import type { ReadLimits } from './limits.ts';
import { rejectedCharacters } from './records.ts';
import {
  findHeader,
  isEmptyRow,
  type ReadRow,
  readableCells,
  readHeaders,
  rejectedCells,
  type Table,
} from './row.ts';
import { readZip, writeZip, type ZipEntry } from './zip.ts';

/** Parts of the file: relations, settings, drawings, sheets. */
const maxEntries = 1000;
/** Characters of the name of a sheet in a report. Excel allows 31. */
const maxSheetName = 100;

const workbook = 'xl/workbook.xml';
const relations = 'xl/_rels/workbook.xml.rels';
const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
const isWanted = (name: string) =>
  isSheet(name) ||
  name === workbook ||
  name === relations ||
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

/** Checks all sheets; returns the rows of each that have a value that could not be calculated. */
function checkSheets(entries: readonly ZipEntry[], limits: ReadLimits): Map<string, Set<number>> {
  const errorRows = new Map<string, Set<number>>();
  const meter = new ElementMeter(limits);
  let cells = 0;
  for (const { name, content } of entries) {
    if (!isSheet(name)) {
      readTags(content, () => undefined, meter);
      continue;
    }
    const size = measureSheet(content, meter);
    // the header is a row
    if (size.rows > limits.maxSheetRows + 1) throw new ImportFileError('too-many-rows');
    if (size.columns > limits.maxColumns) throw new ImportFileError('too-many-columns');
    cells += size.cells;
    if (cells > limits.maxSheetCells) throw new ImportFileError('too-many-cells-in-file');
    errorRows.set(name, size.errorRows);
  }
  return errorRows;
}

const contentOf = (entries: readonly ZipEntry[], wanted: string) =>
  entries.find(({ name }) => name === wanted)?.content ?? Buffer.from('<none/>');

/** Returns the name of each sheet and of its part, in their order. */
function sheetsOf(entries: readonly ZipEntry[]): { sheet: string; part: string }[] {
  const targets = new Map<string, string>();
  readTags(contentOf(entries, relations), (tag, valuesOf) => {
    const [id = '', target = ''] = [valuesOf('Id')[0], valuesOf('Target')[0]];
    if (tag === 'Relationship')
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  });
  const sheets: { sheet: string; part: string }[] = [];
  readTags(contentOf(entries, workbook), (tag, valuesOf) => {
    if (tag !== 'sheet') return;
    const [sheet = '', id = ''] = [valuesOf('name')[0], valuesOf('id')[0]];
    sheets.push({ sheet, part: targets.get(id) ?? '' });
  });
  return sheets;
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

function rejectedRow(
  cells: readonly string[],
  headers: readonly string[],
  limits: ReadLimits,
): RowReason | undefined {
  const rejected = rejectedCells(cells, headers, limits);
  if (rejected) return rejected;
  return cells.map(rejectedCharacters).find((reason) => reason !== undefined);
}

type Sheet = {
  cells: readonly string[][];
  errorRows: ReadonlySet<number>;
  names: readonly string[];
};
type Header = { headers: readonly string[]; headerRow: number };

async function* rowsOf(
  { cells: sheet, errorRows }: Pick<Sheet, 'cells' | 'errorRows'>,
  { headers, headerRow }: Header,
  limits: ReadLimits,
): AsyncGenerator<ReadRow> {
  for (const [index, given] of sheet.entries()) {
    const row = index + 1;
    const hasError = errorRows.has(row);
    if (row <= headerRow || (isEmptyRow(given) && !hasError)) continue;
    const cells = fitted(given, headers.length);
    const rejected = hasError ? 'error-value' : rejectedRow(cells, headers, limits);
    if (rejected) yield { row, rejected, readable: readableCells(cells, headers, limits) };
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

/** Returns the cells of the only sheet as texts. */
async function cellsOf(entries: readonly ZipEntry[], sheet: string): Promise<string[][]> {
  const { buffer, byteOffset, byteLength } = writeZip(entries);
  const input = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const options = { trim: false, parseNumber: plainNumber };
  // no cause: the message of the library can repeat a cell
  const rows = await readSheet(input, sheet, options).catch(() => undefined);
  if (!rows) throw new ImportFileError('spreadsheet-damaged');
  return rows.map((row) => row.map(textOf));
}

async function readChosen(
  entries: readonly ZipEntry[],
  { sheet: name }: SheetChoice,
  limits: ReadLimits,
): Promise<Sheet> {
  const errorRows = checkSheets(entries, limits);
  const sheets = sheetsOf(entries);
  const chosen = name === undefined ? sheets[0] : sheets.find(({ sheet }) => sheet === name);
  const names = sheets.map((one) => one.sheet);
  if (!chosen && name !== undefined)
    throw new ImportFileError('unknown-sheet', {
      sheet: name,
      sheets: names.slice(0, limits.maxSheets).map((one) => one.slice(0, maxSheetName)),
    });
  if (!chosen) throw new ImportFileError('spreadsheet-damaged');
  const { sheet, part } = chosen;
  const used = entries.filter((entry) => !isSheet(entry.name) || entry.name === part);
  return {
    cells: await cellsOf(used, sheet),
    errorRows: errorRows.get(part) ?? new Set(),
    names,
  };
}

export type SheetChoice = {
  /** The name of a sheet; the first one without it. */
  sheet?: string | undefined;
};

/** @throws ImportFileError */
export async function readSpreadsheet(
  archive: Buffer,
  choice: SheetChoice,
  limits: ReadLimits,
): Promise<Table> {
  const { maxUnpackedBytes } = limits;
  const { names, entries } = readZip(archive, { maxEntries, maxUnpackedBytes }, isWanted);
  checkParts(names, limits);
  const sheet = await readChosen(entries, choice, limits);
  const headerIndex = findHeader(sheet.cells);
  const given = sheet.cells[headerIndex];
  if (!given) throw new ImportFileError('empty-file');
  const headerRow = headerIndex + 1;
  const last = given.findLastIndex((cell) => cell.trim() !== '');
  const headers = readHeaders(given.slice(0, last + 1), headerRow, limits);
  const rows = rowsOf(sheet, { headers, headerRow }, limits);
  return { format: 'spreadsheet', sheets: sheet.names, headers, rows };
}
