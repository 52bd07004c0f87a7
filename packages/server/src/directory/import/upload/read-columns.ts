// Reads the columns of a file for an administrator who says what they mean. Stores nothing.

import { headerKey } from '@brama/contract/admin/imports/columns';
import type { Handlers } from '../../../admin/handler.ts';
import { fail } from '../../../errors.ts';
import { guessMapping } from '../mapping/guess-mapping.ts';
import { readInThread } from '../read/read-in-thread.ts';
import { readTable } from '../read/read-rows.ts';
import type { Cells, Table } from '../read/row.ts';
import { ImportFileError } from '../reasons.ts';
import { ColumnSample } from './column-sample.ts';

const maxValues = 200;
/** A number so long is perhaps a tax number. */
const likeTaxNumber = /^\s*\d{8,}\s*$/;
/** Spreadsheets that are read at once; further requests are refused. */
const maxReading = 2;

const isAllowed = (value: string) => value.length <= 256 && !likeTaxNumber.test(value);

/** The different values of a column, unless there are too many, or one that is not shown. */
class ColumnValues {
  readonly #column: string | undefined;
  readonly #values = new Set<string>();
  #isShown: boolean;

  constructor({ headers }: Table, header: string) {
    this.#column = headers.find((one) => headerKey(one) === headerKey(header));
    this.#isShown = this.#column !== undefined;
  }

  add(cells: Cells): void {
    const value = this.#isShown ? cells.get(this.#column ?? '')?.trim() : undefined;
    if (!value) return;
    this.#values.add(value);
    this.#isShown = this.#values.size <= maxValues && isAllowed(value);
  }

  get sorted(): string[] | null {
    if (!this.#isShown) return null;
    return [...this.#values].sort((one, other) => one.localeCompare(other, 'uk'));
  }
}

/** Samples the first rows. With a header, also reads the values of its column from all rows. */
async function readRows(table: Table, taxColumn: string | undefined, header: string | undefined) {
  const sample = new ColumnSample(table.headers, taxColumn);
  const values = header === undefined ? undefined : new ColumnValues(table, header);
  // a loop with `for` would end the stream of the request when it is left
  const rows = table.rows[Symbol.asyncIterator]();
  while (values || !sample.isFull) {
    const { done, value: row } = await rows.next();
    if (done) break;
    if (!('cells' in row)) continue;
    sample.add(row.cells);
    values?.add(row.cells);
  }
  return { sample: sample.shown, values: values?.sorted ?? null };
}

/** Returns the different values of a column; null if there are too many, or one that is not shown. Reads all rows. */
export const valuesOf = async (table: Table, header: string): Promise<string[] | null> =>
  (await readRows(table, undefined, header)).values;

/** @throws `request.invalid` with the reason for a file that cannot be read; any other error as it is */
export function refuseFile(error: unknown): never {
  if (!(error instanceof ImportFileError)) throw error;
  const { reason } = error;
  const fields = { file: `cannot be read: ${reason}` };
  return fail('request.invalid', { fields, refusal: { fileReason: reason } });
}

export function createColumnHandlers(): Handlers<'readColumns'> {
  let reading = 0;
  /** One spreadsheet needs much memory. */
  const readArchive: typeof readInThread = async (...given) => {
    if (reading >= maxReading) fail('busy', { retryAfterSeconds: 5 });
    reading += 1;
    try {
      return await readInThread(...given);
    } finally {
      reading -= 1;
    }
  };
  return {
    async readColumns({ query: { sheet, valuesOf: header }, body }) {
      let table: Table | undefined;
      try {
        table = await readTable(body, { sheet, readArchive });
        const { format, encoding = null, separator = null, sheets = [], headers } = table;
        const { mapping = null, ...guess } = guessMapping(headers);
        const { taxId } = guess.fields;
        const taxColumn = typeof taxId === 'object' ? taxId.column : taxId;
        const read = await readRows(table, taxColumn, header);
        // the rest of the file
        for await (const _ of body);
        const shown = { format, encoding, separator, sheets: [...sheets], headers: [...headers] };
        return { ...shown, guess: { ...guess, mapping }, ...read };
      } catch (error) {
        return refuseFile(error);
      } finally {
        await table?.close?.();
      }
    },
  };
}
