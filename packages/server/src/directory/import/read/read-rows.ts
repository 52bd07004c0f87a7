// Reads a file of users as rows: CSV, TSV, JSON Lines or .xlsx, whatever its name says. The columns get their meaning in `mapping/`.

import { ImportFileError } from '../reasons.ts';
import { readJsonLines } from './json-lines.ts';
import { type ReadLimits, readLimits } from './limits.ts';
import { openText, type Text } from './lines.ts';
import type { ReadRow, Table } from './row.ts';
import { readSeparated } from './separated.ts';
import { readSpreadsheet, type SheetChoice } from './spreadsheet.ts';

/** Of a file that is none of ours: an old .xls, a PDF, gzip, an image. */
const signatures: [readonly number[], 'old-spreadsheet' | 'unknown-format'][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'old-spreadsheet'],
  [[0x25, 0x50, 0x44, 0x46], 'unknown-format'],
  [[0x1f, 0x8b], 'unknown-format'],
  [[0x89, 0x50, 0x4e, 0x47], 'unknown-format'],
];
const zipSignature = [0x50, 0x4b];

const beginsWith = (bytes: Buffer, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** The first characters of an array of JSON, or of a page in HTML: also an “.xls” that some systems write. */
const foreignText = /^\s*(?:\[\s*[{[\]]|<[!?a-z])/i;

/** Returns the first characters, as far as ASCII goes. */
function beginningOf({ beginning, encoding }: Text): string {
  const bytes = beginning.subarray(0, 1024);
  return encoding === 'utf-16le' || encoding === 'utf-16be'
    ? new TextDecoder(encoding).decode(bytes)
    : bytes.toString('latin1');
}

async function allBytes(
  parts: AsyncIterable<Buffer>,
  { maxArchiveBytes }: ReadLimits,
): Promise<Buffer> {
  const all: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > maxArchiveBytes) throw new ImportFileError('spreadsheet-too-large');
    all.push(part);
  }
  return Buffer.concat(all);
}

/** Yields the rows. @throws {ImportFileError} after too many */
async function* limited(rows: Table['rows'], { maxRows }: ReadLimits): AsyncGenerator<ReadRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > maxRows) throw new ImportFileError('too-many-rows-in-file', { row: row.row });
    yield row;
  }
}

export type ReadOptions = SheetChoice & {
  limits?: Partial<ReadLimits>;
  /** Reads a spreadsheet elsewhere: in this thread it takes seconds at once. */
  readArchive?: typeof readSpreadsheet;
};

/**
 * Reads the header row, and returns the rows after it. A row that cannot be read is a rejected row.
 * @throws ImportFileError if the file cannot be read; `rows` throws it too
 */
export async function readTable(
  source: AsyncIterable<Uint8Array>,
  { limits: given, sheet, readArchive = readSpreadsheet }: ReadOptions = {},
): Promise<Table> {
  const limits = { ...readLimits, ...given };
  const text = await openText(source, limits);
  const foreign = signatures.find(([signature]) => beginsWith(text.beginning, signature));
  if (foreign) throw new ImportFileError(foreign[1]);
  if (beginsWith(text.beginning, zipSignature))
    return readArchive(await allBytes(text.bytes(), limits), { sheet }, limits);
  const beginning = beginningOf(text);
  if (foreignText.test(beginning)) throw new ImportFileError('unknown-format');
  const isJson = beginning.trimStart().startsWith('{');
  const table = await (isJson ? readJsonLines(text, limits) : readSeparated(text, limits));
  return { ...table, rows: limited(table.rows, limits) };
}
