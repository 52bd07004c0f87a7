// Checks the XML of a spreadsheet before the library reads it: no DTD, and no more rows, columns and cells than allowed. The library makes
// a list of all cells up to the last one, wherever that stands.

import { SaxesParser } from 'saxes';
import { ImportFileError } from '../reasons.ts';

export type SheetSize = {
  rows: number;
  columns: number;
  cells: number;
  /** Rows with a value that could not be calculated. The library reads it as an empty cell. */
  errorRows: Set<number>;
};

const addressForm = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** Returns the number of a column: A is 1, AA is 27. */
const columnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Without a cause: the message of a parser can repeat what the file has. */
const damaged = () => new ImportFileError('spreadsheet-damaged');

function positionOf(address: string): { row: number; column: number } {
  const [, letters, digits] = addressForm.exec(address) ?? [];
  if (letters === undefined) throw damaged();
  return { row: Number(digits), column: columnNumber(letters) };
}

type ValuesOf = (attribute: string) => string[];

/** Counts the rows and cells of a sheet. The library reads a cell where its row is: both must agree. */
class SheetMeter {
  readonly size: SheetSize = { rows: 0, columns: 0, cells: 0, errorRows: new Set() };
  private row: number | undefined;

  addRow(valuesOf: ValuesOf): void {
    const [row, ...others] = valuesOf('r');
    if (others.length > 0 || (row !== undefined && !/^[1-9]\d{0,6}$/.test(row))) throw damaged();
    this.row = row === undefined ? undefined : Number(row);
    this.size.rows = Math.max(this.size.rows, this.row ?? 0);
  }

  addCell(valuesOf: ValuesOf): void {
    const [address, ...others] = valuesOf('r');
    if (address === undefined || others.length > 0) throw damaged();
    const { row, column } = positionOf(address);
    this.row ??= row;
    if (row !== this.row) throw damaged();
    this.size.cells += 1;
    this.size.rows = Math.max(this.size.rows, row);
    this.size.columns = Math.max(this.size.columns, column);
    if (valuesOf('t').includes('e')) this.size.errorRows.add(row);
  }
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Feeds the parser in parts, so that it reports an error early. */
function parse(parser: SaxesParser, content: Buffer): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const partBytes = 256 * 1024;
  for (let from = 0; from < content.length; from += partBytes)
    parser.write(decoder.decode(content.subarray(from, from + partBytes), { stream: true }));
  parser.write(decoder.decode()).close();
}

/** Calls `onTag` with the name of each element and the values of its attributes, without prefixes. @throws ImportFileError */
export function readTags(content: Buffer, onTag: (name: string, valuesOf: ValuesOf) => void): void {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('opentag', ({ name, attributes }) => {
    // the library drops prefixes, so that two attributes can have one name
    onTag(withoutPrefix(name), (attribute) =>
      Object.entries(attributes).flatMap(([key, value]) =>
        withoutPrefix(key) === attribute ? [value] : [],
      ),
    );
  });
  try {
    parse(parser, content);
  } catch (cause) {
    throw cause instanceof ImportFileError ? cause : damaged();
  }
}

/** Returns the last row and column, and the number of cells. @throws ImportFileError */
export function measureSheet(content: Buffer): SheetSize {
  const meter = new SheetMeter();
  readTags(content, (name, valuesOf) => {
    if (name === 'row') meter.addRow(valuesOf);
    else if (name === 'c') meter.addCell(valuesOf);
  });
  return meter.size;
}
