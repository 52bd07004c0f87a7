// Receives the file of a new import: stores it part by part, and then hands the import to the servers.

import { createHash } from 'node:crypto';
import { withHeartbeat } from '../heartbeat.ts';
import { changeImport, lockImport } from '../import-store.ts';
import { ImportFileError } from '../reasons.ts';
import {
  dropUpload,
  ImportRefused,
  type InChange,
  type NewImport,
  openImport,
} from '../run-import.ts';
import { dropOlderFiles, type FileDeps, storeFile } from './file-store.ts';

/** Notes that the file is complete: a server may compare it. @throws {ImportRefused} if the import has been removed meanwhile */
async function complete(
  { now }: FileDeps,
  inChange: InChange,
  { importId, source, hash }: { importId: string; source: string; hash: string },
): Promise<void> {
  await inChange(async ({ queries, record }) => {
    const locked = await lockImport(queries, importId);
    if (locked?.state !== 'comparing' || locked.is_uploading !== 1)
      throw new ImportRefused('another-import');
    await changeImport(queries, importId, {
      is_uploading: 0,
      file_of: importId,
      file_hash: hash,
      seen_at: now(),
    });
    await dropOlderFiles(queries, source);
    await record({ type: 'import.started', details: { source, import: importId } });
  });
}

/**
 * Stores an import with its file. Returns its id. Nothing stays of a file that does not come to its end.
 * @throws {ImportRefused} while another import of the source runs
 * @throws {ImportFileError} for an empty file
 */
export async function receiveFile(
  deps: FileDeps,
  inChange: InChange,
  given: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  const source = given.source.name;
  const opened = { ...given, isUploading: true };
  const importId = await inChange((change) => openImport(change, opened, deps.now()));
  try {
    const sha256 = createHash('sha256');
    const stored = await withHeartbeat(deps, { importId, claims: 0 }, ({ check }) =>
      storeFile(deps, importId, bytes, (part) => {
        check();
        sha256.update(part);
      }),
    );
    if (stored === 0) throw new ImportFileError('empty-file');
    await complete(deps, inChange, { importId, source, hash: sha256.digest('hex') });
    return importId;
  } catch (error) {
    await dropUpload(deps.db, importId);
    throw error;
  }
}
