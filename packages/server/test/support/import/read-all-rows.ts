// Reads the rows of a file for tests.

import { type ReadOptions, readTable } from '../../../src/directory/import/read/read-rows.ts';
import type { ReadRow } from '../../../src/directory/import/read/row.ts';

/** Yields the rows of a file, in their order. @throws ImportFileError */
export async function* readRows(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<ReadRow> {
  yield* (await readTable(source, options)).rows;
}
