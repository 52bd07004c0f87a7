// Compares an uploaded file in a server. Any process may do it; the claim of the import says which one.

import { createHash } from 'node:crypto';
import { findSource, type Source } from '../../../users/sources/source-store.ts';
import { compareClaimed } from '../compare-claimed.ts';
import { type FileRowsDeps, fileRows } from '../file-rows.ts';
import type { Import } from '../import-store.ts';
import type { SourceRow } from '../plan/source-record.ts';
import { readInThread } from '../read/read-in-thread.ts';
import { readTable } from '../read/read-rows.ts';
import { failImport, type ImportDeps, type InChange, maxClaims } from '../run-import.ts';
import { mappingFor, sheetOf } from '../source-mapping.ts';
import { type FileDeps, readFile } from './file-store.ts';

export type CompareUploadDeps = ImportDeps & FileRowsDeps & Pick<FileDeps, 'encryption'>;

/** Yields the bytes of the stored file. @throws if a part is missing */
async function* bytesOf(deps: FileDeps, { file_of: fileOf, file_hash: hash }: Import) {
  const sha256 = createHash('sha256');
  for await (const part of readFile(deps, fileOf ?? '')) {
    sha256.update(part);
    yield part;
  }
  if (sha256.digest('hex') !== hash) throw new Error('parts of an uploaded file are missing');
}

/** Reads the rows of the stored file. A file that cannot be read, or lacks columns, ends the rows with an error. */
async function* rowsOf(
  deps: CompareUploadDeps,
  one: Import,
  { mapping: given }: Source,
): AsyncGenerator<SourceRow> {
  const options = { ...sheetOf(given), readArchive: readInThread };
  const table = await readTable(bytesOf(deps, one), options);
  try {
    yield* fileRows(deps, table, mappingFor(given, table.headers));
  } finally {
    await table.close?.();
  }
}

/** Claims the import and compares its file with the present settings of the source. Does nothing if another process has been faster. */
export async function compareUpload(
  deps: CompareUploadDeps,
  inChange: InChange,
  one: Import,
): Promise<void> {
  const source = await findSource(deps.db, one.source);
  if (!source || one.claims >= maxClaims) {
    await failImport(deps, inChange, one.id, 'interrupted', { state: 'comparing' });
    return;
  }
  await compareClaimed(deps, inChange, { one, source, rows: rowsOf(deps, one, source) });
}
