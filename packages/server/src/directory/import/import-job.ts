// Looks every second for imports that no process writes: an administrator has approved them in the console, or a command was killed. Also
// ends imports whose process was killed while it compared. Several nodes may do it at once.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inChange, logEnded } from '../../events/change.ts';
import type { EventStore } from '../../events/store.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import { abandonedImports } from './import-store.ts';
import type { InChange } from './run-import.ts';
import type { WriteDeps } from './write/write-batch.ts';

const intervalMs = 1000;

/** A process that writes says after each batch that it lives. */
const writesWithinMs = 10_000;
/** A process that compares may read one large spreadsheet for long. */
const comparesWithinMs = 10 * 60_000;

/** Rows of one transaction. SQLite serves no request meanwhile. */
const batchSize = 50;

export type ImportJobDeps = Omit<WriteDeps, 'batchSize' | 'recordEvents'> & {
  events: EventStore;
  log: Logger;
};

/** Writes all imports that may be written, in turn. */
export async function runImports(deps: ImportJobDeps, isStopped = () => false): Promise<void> {
  const { db, now, events, log } = deps;
  const at = now();
  const since = { comparing: at - comparesWithinMs, running: at - writesWithinMs };
  const abandoned = await abandonedImports(db, since);
  if (abandoned.length === 0) return;
  // most processes never write one
  const { failImport, writeImport } = await import('./run-import.ts');
  const change: InChange = (work) => inChange(db, { events }, { actor: 'server', log }, work);
  const writing = {
    ...deps,
    batchSize,
    isStopped,
    recordEvents: events.recordMany.bind(events),
    onCompared: () => undefined,
    // other requests are served between two batches
    onWritten: () => setImmediate(),
  };
  for (const { id, state } of abandoned) {
    if (isStopped()) return;
    if (state === 'comparing') await failImport(deps, change, id, 'interrupted', state);
    else logEnded(log, await writeImport(writing, change, id), 'by-import');
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
