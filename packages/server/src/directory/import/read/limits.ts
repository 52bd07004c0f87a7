// Upper bounds of files with users. A larger file or cell is refused before it needs memory or time.

import { maxImportBytes, maxSheetBytes, maxSheetRows } from '@brama/contract/admin/imports/columns';

export type ReadLimits = {
  maxFileBytes: number;
  /** Of a spreadsheet, which memory holds as a whole. */
  maxArchiveBytes: number;
  /** Of one cell, in UTF-8. */
  maxCellBytes: number;
  maxColumns: number;
  /** Of one line, and of the lines that a quoted cell joins. */
  maxLineBytes: number;
  /** Lines that a quoted cell joins. They stay in memory until the quote ends. */
  maxQuotedLines: number;
  /** Rows of a text, without the header: their ids stay in memory until the last one is compared. */
  maxRows: number;
  /** Rows of a spreadsheet, without the header. */
  maxSheetRows: number;
  maxSheets: number;
  /** Cells of all sheets. */
  maxSheetCells: number;
  /** Elements of the parts of a spreadsheet that are read. */
  maxElements: number;
  /** The same of elements with this name, of which lists are made or of which few are needed. */
  maxElementsByName: ReadonlyMap<string, number>;
  /** Elements within each other. */
  maxDepth: number;
  /** Of all parts of a spreadsheet. */
  maxUnpackedBytes: number;
};

const maxSheetCells = 1_000_000;
/** Excel writes at most 65 490 styles and 65 530 links. */
const maxOfKind = 65_536;

const mib = 1024 * 1024;

export const readLimits: ReadLimits = {
  maxFileBytes: maxImportBytes,
  maxArchiveBytes: maxSheetBytes,
  maxCellBytes: 4096,
  maxColumns: 256,
  maxLineBytes: 16 * mib,
  maxQuotedLines: 200_000,
  maxRows: 200_000,
  maxSheetRows,
  maxSheets: 20,
  maxSheetCells,
  // a cell has up to three: itself, a formula and a value
  maxElements: 4 * maxSheetCells,
  maxElementsByName: new Map([
    ['si', maxSheetCells],
    ['xf', maxOfKind],
    ['numFmt', maxOfKind],
    ['mergeCell', maxOfKind],
    ['hyperlink', maxOfKind],
    ['Relationship', maxOfKind],
    ['sheet', 1000],
  ]),
  maxDepth: 50,
  maxUnpackedBytes: 64 * mib,
};
