// Checks the XML of a spreadsheet before the library reads it: no DTD, and no more elements, rows, columns and cells than allowed. The
// library makes a list of all cells up to the last one, wherever that stands.

import { SaxesParser } from 'saxes';
import { ImportFileError } from '../reasons.ts';
import type { ReadLimits } from './limits.ts';

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
  private rowElements = 0;

  addRow(valuesOf: ValuesOf): void {
    const [row, ...others] = valuesOf('r');
    if (others.length > 0 || (row !== undefined && !/^[1-9]\d{0,6}$/.test(row))) throw damaged();
    this.row = row === undefined ? undefined : Number(row);
    // the library also lists rows without a number and without cells
    this.rowElements += 1;
    this.size.rows = Math.max(this.size.rows, this.rowElements, this.row ?? 0);
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

const tooLarge = () => new ImportFileError('spreadsheet-too-large');

/** Counts the elements of all parts of a spreadsheet. The library stores an object for many of them, however short they are. */
export class ElementMeter {
  private readonly limits: Pick<ReadLimits, 'maxElements' | 'maxElementsByName' | 'maxDepth'>;
  private readonly byName = new Map<string, number>();
  private elements = 0;
  private depth = 0;

  constructor(limits: ElementMeter['limits']) {
    this.limits = limits;
  }

  /** @throws ImportFileError */
  open(name: string): void {
    const { maxElements, maxElementsByName, maxDepth } = this.limits;
    this.elements += 1;
    this.depth += 1;
    if (this.elements > maxElements || this.depth > maxDepth) throw tooLarge();
    const most = maxElementsByName.get(name);
    if (most === undefined) return;
    const count = (this.byName.get(name) ?? 0) + 1;
    this.byName.set(name, count);
    if (count > most) throw tooLarge();
  }

  close(): void {
    this.depth -= 1;
  }
}

/** Of one element. A spreadsheet has some 30 at most. */
const maxAttributes = 100;

/** Of the format of numbers; Excel allows 255. The library searches it with patterns that are slow for long ones. */
const maxFormatLength = 512;

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Feeds the parser in parts, so that it reports an error early. */
function parse(parser: SaxesParser, content: Buffer): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const partBytes = 256 * 1024;
  for (let from = 0; from < content.length; from += partBytes)
    parser.write(decoder.decode(content.subarray(from, from + partBytes), { stream: true }));
  parser.write(decoder.decode()).close();
}

/**
 * Calls `onTag` with the name of each element and the values of its attributes, without prefixes. `meter` counts the elements.
 * @throws ImportFileError
 */
export function readTags(
  content: Buffer,
  onTag: (name: string, valuesOf: ValuesOf) => void,
  meter?: ElementMeter,
): void {
  const parser = new SaxesParser({ xmlns: false });
  let attributesOfTag = 0;
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('error', () => {
    throw damaged();
  });
  parser.on('opentagstart', ({ name }) => {
    attributesOfTag = 0;
    meter?.open(withoutPrefix(name));
  });
  parser.on('attribute', ({ name, value }) => {
    attributesOfTag += 1;
    if (attributesOfTag > maxAttributes) throw tooLarge();
    if (withoutPrefix(name) === 'formatCode' && value.length > maxFormatLength) throw tooLarge();
  });
  parser.on('closetag', () => meter?.close());
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
export function measureSheet(content: Buffer, elements: ElementMeter): SheetSize {
  const meter = new SheetMeter();
  const addTag = (name: string, valuesOf: ValuesOf) => {
    if (name === 'row') meter.addRow(valuesOf);
    else if (name === 'c') meter.addCell(valuesOf);
  };
  readTags(content, addTag, elements);
  return meter.size;
}
