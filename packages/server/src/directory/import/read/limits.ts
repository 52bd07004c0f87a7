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
  /** Rows of a spreadsheet, without the header. */
  maxSheetRows: number;
  maxSheets: number;
  /** Cells of all sheets. */
  maxSheetCells: number;
  /** Of all parts of a spreadsheet. */
  maxUnpackedBytes: number;
};

const mib = 1024 * 1024;

export const readLimits: ReadLimits = {
  maxFileBytes: maxImportBytes,
  maxArchiveBytes: maxSheetBytes,
  maxCellBytes: 4096,
  maxColumns: 256,
  maxLineBytes: 16 * mib,
  maxQuotedLines: 200_000,
  maxSheetRows,
  maxSheets: 20,
  maxSheetCells: 1_000_000,
  maxUnpackedBytes: 64 * mib,
};
