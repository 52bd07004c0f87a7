// Looks every second for imports that no process works on: an administrator has uploaded a file or approved an import, or a process was
// killed. Several nodes may do it at once.

import type { Logger } from 'pino';
import type { Encryption } from '../../crypto/encryption.ts';
import { hasRowLocks } from '../../database/postgres/row-locks.ts';
import { inChange, logEnded } from '../../events/change.ts';
import type { EventStore } from '../../events/store.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import type { CompareRegisterDeps } from './edebo/compare-register.ts';
import type { EdeboSettings } from './edebo/settings.ts';
import type { FileRowsDeps } from './file-rows.ts';
import { aliveMs } from './heartbeat.ts';
import { abandonedImports, type Import } from './import-store.ts';
import type { InChange } from './run-import.ts';
import type { CompareUploadDeps } from './upload/compare-upload.ts';
import type { WriteDeps } from './write/write-batch.ts';

const intervalMs = 1000;

/** Rows of one transaction on SQLite, which serves no request meanwhile. */
const batchOnSqlite = 200;

export type ImportJobDeps = Omit<WriteDeps, 'batchSize' | 'recordEvents'> &
  FileRowsDeps & {
    encryption: Encryption;
    /** Undefined if this server cannot read the register. */
    edebo: EdeboSettings | undefined;
    events: EventStore;
    log: Logger;
  };

/** Ends a comparison whose process has ended, or begins it again if a server can: of a stored file, or of the register. */
async function takeComparison(
  deps: CompareUploadDeps & CompareRegisterDeps,
  change: InChange,
  one: Import,
  seenBefore: number,
): Promise<void> {
  const { dropUpload, failImport } = await import('./run-import.ts');
  if (one.is_uploading === 1) return dropUpload(deps.db, one.id, seenBefore);
  if (one.file_of === null && one.actor_id !== null) {
    const { compareRegister } = await import('./edebo/compare-register.ts');
    return compareRegister(deps, change, one);
  }
  if (one.file_of === null)
    return failImport(deps, change, one.id, 'interrupted', { state: 'comparing' });
  const { compareUpload } = await import('./upload/compare-upload.ts');
  return compareUpload(deps, change, one);
}

/** Works on all imports that wait for a process, in turn. */
export async function runImports(deps: ImportJobDeps, isStopped = () => false): Promise<void> {
  const { db, now, events, log } = deps;
  const seenBefore = now() - aliveMs;
  const abandoned = await abandonedImports(db, seenBefore);
  if (abandoned.length === 0) return;
  // most processes never write one
  const { writeImport } = await import('./run-import.ts');
  const change: InChange = (work) => inChange(db, { events }, { actor: 'server', log }, work);
  const working = {
    ...deps,
    ...(!hasRowLocks(db) && { batchSize: batchOnSqlite }),
    isStopped,
    recordEvents: events.recordMany.bind(events),
    onCompared: () => undefined,
    onWritten: () => undefined,
  };
  for (const one of abandoned) {
    if (isStopped()) return;
    if (one.state === 'comparing') await takeComparison(working, change, one, seenBefore);
    const ended = await writeImport(working, change, one.id);
    logEnded(log, ended, 'by-import');
  }
}

/** Runs until stopped. Logs the first of several failures; the next run tries again. */
export function startImportJob(deps: ImportJobDeps) {
  let hasFailed = false;
  return startRepeating({
    intervalMs,
    async work(isStopped) {
      await runImports(deps, isStopped);
      hasFailed = false;
    },
    onFailure(err) {
      if (!hasFailed) deps.log.warn({ err }, 'imports failed');
      hasFailed = true;
    },
  });
}
