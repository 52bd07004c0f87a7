// Writes tables as CSV (RFC 4180). A spreadsheet takes a cell that begins like a formula for one, so that such a cell gets an apostrophe,
// which reading removes. With Ukrainian settings, spreadsheets also begin a cell after each semicolon.

const formulas = /(^|[;\n])(?=[=+\-@\t\r'])/g;
const guarded = /(^|[;\n])'(?=[=+\-@\t\r'])/g;

/** Returns the text so that no spreadsheet takes it for a formula. */
export const withoutFormula = (text: string) => text.replaceAll(formulas, "$1'");

/** Returns the text as a cell. */
function cellOf(text: string): string {
  const safe = withoutFormula(text);
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a line of a table. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** By which spreadsheets know the encoding. */
export const byteOrderMark = '\u{FEFF}';

/** Returns what `csvLine` has written as an unquoted cell. */
export const textOfCell = (cell: string) => cell.replaceAll(guarded, '$1');
