// Compares in a server what an administrator has started: a stored file, or the register. Any process may do it; the claim of the import says
// which one.

import type { Source } from '../../users/sources/source-store.ts';
import { EdeboError } from './edebo/edebo-error.ts';
import { ClaimLost } from './heartbeat.ts';
import { changeImport, claimImport, dropRows, type Import } from './import-store.ts';
import type { SourceRow } from './plan/source-record.ts';
import { ImportFileError, ImportMappingError } from './reasons.ts';
import { compareImport, type ImportDeps, type InChange, ServerStops } from './run-import.ts';

/** Those of the file and the register stand in the import. */
const isExpected = (error: unknown) =>
  [ImportFileError, ImportMappingError, EdeboError, ClaimLost, ServerStops].some(
    (expected) => error instanceof expected,
  );

type Claimed = { one: Import; source: Source; rows: AsyncIterable<SourceRow> };

/** Claims the import and compares it with the present settings of the source. Does nothing if another process has been faster. */
export async function compareClaimed(
  deps: ImportDeps,
  inChange: InChange,
  { one, source, rows }: Claimed,
): Promise<void> {
  const { db, now } = deps;
  const mapping = source.mapping === null ? null : JSON.stringify(source.mapping);
  const current = { ...one, source_version: source.version, mapping };
  if (!(await claimImport(db, current, now()))) return;
  await dropRows(db, one.id);
  try {
    const fileHash = () => one.file_hash;
    await compareImport(deps, inChange, { importId: one.id, source, rows, fileHash });
  } catch (error) {
    if (error instanceof ServerStops) await changeImport(db, one.id, { seen_at: 0 });
    if (!isExpected(error)) throw error;
  }
}
