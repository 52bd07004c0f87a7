// Why an import rejects a file, a row or a field: the closed lists of codes. The words belong to who shows them. A reason never holds a
// value of the file.

/** The whole file is refused; no row after it is read. */
export const fileReasons = [
  'empty-file',
  'file-too-large',
  'unknown-format',
  'old-spreadsheet',
  'unknown-encoding',
  'missing-header',
  'empty-header',
  'duplicate-header',
  'invalid-header',
  'too-many-columns',
  'line-too-long',
  'spreadsheet-damaged',
  'spreadsheet-encrypted',
  'spreadsheet-too-large',
  'spreadsheet-external-reference',
  'too-many-sheets',
  'unknown-sheet',
  'too-many-rows',
  'too-many-cells-in-file',
] as const;

/** One row cannot be read. */
export const rowReasons = [
  'invalid-encoding',
  'mixed-encodings',
  'nul-character',
  'control-character',
  'unbalanced-quotes',
  'too-few-cells',
  'too-many-cells',
  'cell-too-long',
  'formula',
  'error-value',
  'invalid-json',
  'duplicate-key',
  'not-a-text',
] as const;

/** One field of a row that was read has a value that is not accepted. */
export const fieldReasons = [
  'missing-value',
  'value-too-long',
  'line-break',
  'invisible-character',
  'damaged-text',
  'mixed-scripts',
  'invalid-name',
  'invalid-latin-name',
  'invalid-email',
  'invalid-username',
  'no-username',
  'invalid-external-id',
  'duplicate-external-id',
  'duplicate-username',
  'duplicate-tax-number',
  'invalid-tax-number',
  'tax-number-check-digit',
  'invalid-date',
  'period-reversed',
  'invalid-group',
  'too-many-groups',
  'value-not-in-table',
  'invalid-value',
] as const;

export type FileReason = (typeof fileReasons)[number];
export type RowReason = (typeof rowReasons)[number];
export type FieldReason = (typeof fieldReasons)[number];

/** Ends the reading of a file. A caller cannot take the rows so far for the whole file. */
export class ImportFileError extends Error {
  readonly reason: FileReason;
  /** As a spreadsheet counts them. */
  readonly row: number | undefined;
  /** Counted from 1. A header is not repeated: without a header row, it is a value. */
  readonly column: number | undefined;

  constructor(
    reason: FileReason,
    { row, column, cause }: { row?: number; column?: number; cause?: unknown } = {},
  ) {
    super(`the file is refused: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'ImportFileError';
    this.reason = reason;
    this.row = row;
    this.column = column;
  }
}
