// Compares the register in a server, for an import that an administrator has started in the console. Any process with the settings may do it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findSource, type Source } from '../../../users/sources/source-store.ts';
import { compareClaimed } from '../compare-claimed.ts';
import type { FileRowsDeps } from '../file-rows.ts';
import { aliveMs } from '../heartbeat.ts';
import { type Import, noteSeen } from '../import-store.ts';
import type { SourceRow } from '../plan/source-record.ts';
import { ImportMappingError } from '../reasons.ts';
import {
  failImport,
  type ImportDeps,
  type InChange,
  maxClaims,
  ServerStops,
} from '../run-import.ts';
import { EdeboError } from './edebo-error.ts';
import { isRegisterBusy } from './one-reading.ts';
import { changesSince, readRegister } from './read-register.ts';
import { type RegisterMapping, registerMapping } from './register-mapping.ts';
import type { EdeboSettings } from './settings.ts';

export type CompareRegisterDeps = ImportDeps &
  FileRowsDeps & {
    /** Undefined on a server without the settings. */
    edebo: EdeboSettings | undefined;
    log: Logger;
  };

/** An import that no server with the settings takes for so long has failed. */
const orphanMs = 3_600_000;
const sliceMs = 250;

/** Waits, unless the server ends meanwhile. @throws {ServerStops} */
async function waitUnlessStopped(
  { isStopped }: CompareRegisterDeps,
  waitMs: number,
): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= sliceMs) {
    if (isStopped?.()) throw new ServerStops();
    await sleep(Math.min(leftMs, sliceMs));
  }
}

/** Reads the list of the source. What is wrong with the mapping or the register ends the rows with an error. */
async function* rowsOf(
  deps: CompareRegisterDeps,
  settings: EdeboSettings,
  { mapping, from }: { mapping: RegisterMapping | undefined; from: number | undefined },
): AsyncGenerator<SourceRow> {
  if (!mapping) throw new ImportMappingError('invalid-mapping');
  const wait = (waitMs: number) => waitUnlessStopped(deps, waitMs);
  try {
    yield* readRegister({ ...deps, settings, wait }, mapping, from);
  } catch (error) {
    if (error instanceof EdeboError) deps.log.warn({ err: error }, 'register not read');
    throw error;
  }
}

async function compareNow(
  deps: CompareRegisterDeps,
  inChange: InChange,
  { one, source, settings }: { one: Import; source: Source; settings: EdeboSettings },
): Promise<void> {
  const { data: mapping } = registerMapping.safeParse(source.mapping);
  // the source may have changed since the start
  const from =
    mapping && one.options.isIncrement
      ? await changesSince(deps.db, source, mapping, deps.now())
      : undefined;
  const options = { ...one.options, isIncrement: from !== undefined };
  const rows = rowsOf(deps, settings, { mapping, from });
  await compareClaimed(deps, inChange, { one: { ...one, options }, source, rows });
}

/** Claims the import and compares the register with it, once no other import reads the register. Does nothing before. */
export async function compareRegister(
  deps: CompareRegisterDeps,
  inChange: InChange,
  one: Import,
): Promise<void> {
  const { db, now, edebo: settings } = deps;
  const fail = (reason: 'interrupted' | 'register-settings') =>
    failImport(deps, inChange, one.id, reason, { state: 'comparing' });
  const source = await findSource(db, one.source);
  if (source?.kind !== 'edebo' || one.claims >= maxClaims) return fail('interrupted');
  if (!settings) {
    // another server may have them
    if (one.seen_at <= now() - orphanMs) await fail('register-settings');
    return;
  }
  // while the import had no process, a later one may have begun to read
  const isLost = one.seen_at <= now() - aliveMs;
  if (!(await isRegisterBusy(deps, one, isLost)))
    await compareNow(deps, inChange, { one, source, settings });
  else if (!isLost) await noteSeen(db, one, now());
}
