// Ends the reading of a file that is refused. The closed lists of reasons are in the contract.

import type { FileReason, SourceFailure } from '@brama/contract/admin/imports/codes';

export type FilePlace = {
  row?: number;
  column?: number;
  sheet?: string;
  sheets?: readonly string[];
};

/** Ends the reading of a file. A caller cannot take the rows so far for the whole file. */
export class ImportFileError extends Error {
  readonly reason: FileReason;
  /** As a spreadsheet counts them. */
  readonly row: number | undefined;
  /** Counted from 1. A header is not repeated: without a header row, it is a value. */
  readonly column: number | undefined;
  /** Of `unknown-sheet`: the sheet that is wanted, and those of the file. */
  readonly sheet: string | undefined;
  readonly sheets: readonly string[] | undefined;

  constructor(
    reason: FileReason,
    { row, column, sheet, sheets, cause }: FilePlace & { cause?: unknown } = {},
  ) {
    super(`the file is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'ImportFileError';
    this.reason = reason;
    this.row = row;
    this.column = column;
    this.sheet = sheet;
    this.sheets = sheets;
  }

  /** Returns what is known of the place, without the rest. */
  get place(): FilePlace {
    const { row, column, sheet, sheets } = this;
    return {
      ...(row !== undefined && { row }),
      ...(column !== undefined && { column }),
      ...(sheet !== undefined && { sheet }),
      ...(sheets !== undefined && { sheets }),
    };
  }
}

/** The mapping of the source does not fit the file. `columns`: headers that the file lacks. */
export class ImportMappingError extends Error {
  override name = 'ImportMappingError';
  readonly reason: 'no-mapping' | 'invalid-mapping' | 'missing-columns';
  readonly columns: readonly string[];

  constructor(reason: ImportMappingError['reason'], columns: readonly string[] = []) {
    super(`the file cannot be mapped: ${reason}`);
    this.reason = reason;
    this.columns = columns;
  }
}

/** The file of a command cannot be opened, or the register cannot be read. */
export class ImportSourceError extends Error {
  override name = 'ImportSourceError';
  readonly reason: SourceFailure;

  constructor(reason: SourceFailure, options?: ErrorOptions) {
    super(`the source cannot be read: ${reason}`, options);
    this.reason = reason;
  }
}
