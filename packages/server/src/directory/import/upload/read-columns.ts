// Reads the columns of a file for an administrator who says what they mean. Stores nothing.

import { headerKey } from '@brama/contract/admin/imports/columns';
import type { Handlers } from '../../../admin/handler.ts';
import { fail } from '../../../errors.ts';
import { guessMapping } from '../mapping/guess-mapping.ts';
import { readInThread } from '../read/read-in-thread.ts';
import { readTable } from '../read/read-rows.ts';
import type { Table } from '../read/row.ts';
import { ImportFileError } from '../reasons.ts';

const maxValues = 200;
/** A number so long is perhaps a tax number. */
const likeTaxNumber = /^\s*\d{8,}\s*$/;
/** Spreadsheets that are read at once; further requests are refused. */
const maxReading = 2;

const isAllowed = (value: string) => value.length <= 256 && !likeTaxNumber.test(value);

/** Returns the different values of a column; null if there are too many, or one that is not shown. Reads all rows. */
export async function valuesOf({ headers, rows }: Table, header: string): Promise<string[] | null> {
  const column = headers.find((one) => headerKey(one) === headerKey(header));
  const values = new Set<string>();
  let isShown = column !== undefined;
  for await (const row of rows) {
    const value = isShown && 'cells' in row ? row.cells.get(column ?? '')?.trim() : undefined;
    if (!value) continue;
    values.add(value);
    isShown = values.size <= maxValues && isAllowed(value);
  }
  return isShown ? [...values].sort((one, other) => one.localeCompare(other, 'uk')) : null;
}

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
        const values = header === undefined ? null : await valuesOf(table, header);
        // the rest of the file
        for await (const _ of body);
        const { format, encoding = null, separator = null, sheets = [], headers } = table;
        const { mapping = null, ...guess } = guessMapping(headers);
        const shown = { format, encoding, separator, sheets: [...sheets], headers: [...headers] };
        return { ...shown, guess: { ...guess, mapping }, values };
      } catch (error) {
        return refuseFile(error);
      } finally {
        await table?.close?.();
      }
    },
  };
}
