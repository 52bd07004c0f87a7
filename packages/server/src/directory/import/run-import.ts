// One import from its start to its end: compare, decide whether it waits, write. A process that compares is the one that reads the source;
// any process can write what was compared.

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ImportFailure } from '@brama/contract/admin/imports/codes';
import type { Queries } from '../../database/connect.ts';
import { isDeadlock, isForeignKeyViolation, isUniqueViolation } from '../../database/errors.ts';
import type { Change } from '../../events/change.ts';
import type { EndedSession } from '../../sessions/revocation.ts';
import { ConflictError } from '../../users/changes/staged/write-users.ts';
import { isNewInstallation, mayApprove } from '../../users/roles/second-administrator.ts';
import {
  findSource,
  lockSource,
  noteApproved,
  type Source,
} from '../../users/sources/source-store.ts';
import { EdeboError, failureOf as failureOfRegister } from './edebo/edebo-error.ts';
import { endImport } from './end-import.ts';
import { aliveMs, ClaimLost, type Heartbeat, withHeartbeat } from './heartbeat.ts';
import type { ImportOptions, Stop } from './import-options.ts';
import {
  addImport,
  changeImport,
  countRows,
  dropRecords,
  type ErrorPlace,
  findImport,
  type Import,
  type ImportStart,
  importsIn,
  lastDone,
  lockImport,
  writtenLately,
} from './import-store.ts';
import { type CompareDeps, compareRows } from './plan/compare.ts';
import type { SourceRow } from './plan/source-record.ts';
import { stopsOf } from './plan/stops.ts';
import { ImportFileError, ImportMappingError, ImportSourceError } from './reasons.ts';
import { keepHeapSmall } from './small-heap.ts';
import { dropFile } from './upload/file-store.ts';
import { SourceChanged, type WriteDeps, writeBatch } from './write/write-batch.ts';

const weekMs = 7 * 24 * 3_600_000;

/** Runs `work` in a transaction whose events name who has started or decided. */
export type InChange = <R>(work: (change: Change) => Promise<R>) => Promise<R>;

export type ImportDeps = Omit<WriteDeps, 'onProgress'> & {
  /** Called with the number of rows done. */
  onCompared(rows: number): void;
  onWritten(rows: number): void;
  /** The process is to end: another one continues. */
  isStopped?(): boolean;
};

/** A transaction that records events. */
type Recording = Pick<Change, 'queries' | 'record'>;

/** Why a person cannot approve an import. */
type Obstacle = 'own-import' | 'new-administrator' | 'outdated';

export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly code: 'another-import' | 'not-waiting' | 'no-file' | Obstacle;
  constructor(code: ImportRefused['code']) {
    super(`the import is refused: ${code}`);
    this.code = code;
  }
}

export type NewImport = {
  source: Source;
  isDryRun: boolean;
  options: ImportOptions;
  fileName: string | null;
  mapping: unknown;
  by: Pick<ImportStart, 'actor_id' | 'token_id' | 'system_user'>;
};

/**
 * Returns whether another import of the source compares or writes. A process that has ended while it compared does not count, unless
 * a server can compare the stored file.
 */
async function isBusy(queries: Queries, source: string, at: number): Promise<boolean> {
  const busy = await importsIn(queries, source, ['comparing', 'running']);
  return busy.some(
    ({ state, seen_at, file_of }) =>
      state === 'running' || file_of !== null || seen_at > at - aliveMs,
  );
}

/** Ends imports whose process ended while it compared. Of an upload that has not ended, nothing stays. */
async function endAbandoned(change: Recording, source: string, at: number): Promise<void> {
  for (const one of await importsIn(change.queries, source, ['comparing']))
    if (one.is_uploading === 1) await dropUpload(change.queries, one.id);
    else await endImport(change, one, { state: 'failed', error: 'interrupted' }, at);
}

/** Removes an import whose file is not complete, with its parts. `seenBefore`: only if no process has been seen since. */
export async function dropUpload(
  queries: Queries,
  importId: string,
  seenBefore = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await queries
    .deleteFrom('imports')
    .where('id', '=', importId)
    .where('is_uploading', '=', 1)
    .where('seen_at', '<=', seenBefore)
    .execute();
}

/**
 * Stores a new import, without an event of its own. Returns its id. @throws {ImportRefused} while another one of the source compares or writes.
 */
export async function openImport(
  change: Recording,
  {
    source,
    isDryRun,
    options,
    fileName,
    mapping,
    by,
    ...given
  }: NewImport & Pick<ImportStart, 'isUploading' | 'file'>,
  at: number,
): Promise<string> {
  const id = randomUUID();
  const { queries } = change;
  await lockSource(queries, source.name);
  if (await isBusy(queries, source.name, at)) throw new ImportRefused('another-import');
  await endAbandoned(change, source.name, at);
  await addImport(
    queries,
    {
      id,
      source: source.name,
      file_name: fileName,
      mapping: mapping === null ? null : JSON.stringify(mapping),
      options,
      isDryRun,
      sourceVersion: source.version,
      ...by,
      ...given,
    },
    at,
  );
  return id;
}

/** Stores the start of an import. @throws {ImportRefused} while another one of the source compares or writes. */
export function startImport(
  { now }: Pick<ImportDeps, 'now'>,
  inChange: InChange,
  given: NewImport,
): Promise<string> {
  return inChange(async (change) => {
    const id = await openImport(change, given, now());
    await change.record({
      type: 'import.started',
      details: { source: given.source.name, import: id },
    });
    return id;
  });
}

async function replaceWaiting(change: Recording, source: string, at: number): Promise<void> {
  for (const one of await importsIn(change.queries, source, ['waiting']))
    await endImport(change, one, { state: 'replaced' }, at);
}

function stateAfter({ is_dry_run: isDryRun }: Import, stops: readonly Stop[]) {
  if (isDryRun === 1) return 'compared';
  return stops.length > 0 ? 'waiting' : 'running';
}

/** A stored file that ends so many processes is not compared again. */
export const maxClaims = 3;

/** The server ends during a comparison: another process begins it again. */
export class ServerStops extends Error {
  override name = 'ServerStops';
}

type Comparing = {
  importId: string;
  source: Source;
  rows: AsyncIterable<SourceRow>;
  fileHash: () => string | null;
};

/** Yields the rows while this process may compare them. @throws {ClaimLost} @throws {ServerStops} */
async function* whileAllowed(
  rows: AsyncIterable<SourceRow>,
  { check }: Heartbeat,
  isStopped: ImportDeps['isStopped'],
): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    check();
    if (isStopped?.()) throw new ServerStops();
    yield row;
  }
  check();
}

/** Returns why a comparison has failed, and where in the file. */
function failureOf(error: unknown): { reason: ImportFailure; place?: ErrorPlace } {
  if (error instanceof SourceChanged) return { reason: 'outdated' };
  if (error instanceof ImportMappingError)
    return { reason: error.reason, place: { columns: error.columns } };
  if (error instanceof EdeboError) return { reason: failureOfRegister(error) };
  if (error instanceof ImportSourceError) return { reason: error.reason };
  if (!(error instanceof ImportFileError)) return { reason: 'interrupted' };
  const { reason, place } = error;
  return { reason, place };
}

/**
 * Compares the rows of an import. Afterwards it runs, waits for an administrator, has ended as a dry run, or has failed as `outdated`: the
 * source has changed during the comparison.
 * `fileHash` is asked for after the last row.
 */
export async function compareImport(
  deps: ImportDeps,
  inChange: InChange,
  given: Comparing,
): Promise<Import> {
  const { importId } = given;
  const started = await findImport(deps.db, importId);
  if (!started) throw new Error('the import has disappeared');
  keepHeapSmall();
  try {
    await withHeartbeat(deps, { importId, claims: started.claims }, (heartbeat) =>
      compare(deps, inChange, started, given, heartbeat),
    );
  } catch (error) {
    if (error instanceof ClaimLost || error instanceof ServerStops) throw error;
    const { reason, place } = failureOf(error);
    const { claims } = started;
    // a stored file is compared again, by this process or another one
    if (reason === 'interrupted' && claims > 0 && claims < maxClaims) throw error;
    const at = { state: 'comparing', claims, ...(place && { place }) } as const;
    await failImport(deps, inChange, importId, reason, at);
    if (reason !== 'outdated') throw error;
  }
  return (await findImport(deps.db, importId)) as Import;
}

/** @throws {SourceChanged} if the comparison says nothing about the present source. A dry run is only a report. */
async function checkSource(queries: Queries, compared: Import): Promise<void> {
  if (compared.is_dry_run === 0 && (await isOutdated(queries, compared))) throw new SourceChanged();
}

async function compare(
  deps: ImportDeps,
  inChange: InChange,
  started: Import,
  { importId, source, rows, fileHash }: Comparing,
  heartbeat: Heartbeat,
): Promise<void> {
  const { db, hashUsername, hashExternalId, now, isStopped } = deps;
  const hashes = { hashUsername, hashExternalId };
  const onProgress = (rows: number) => {
    heartbeat.count(rows);
    deps.onCompared(rows);
  };
  const compareDeps: CompareDeps = { db, ...hashes, now, onProgress };
  const { isIncrement } = started.options;
  const allowed = whileAllowed(rows, heartbeat, isStopped);
  const compared = await compareRows(compareDeps, { source, importId, isIncrement }, allowed);
  await inChange(async (change) => {
    const { queries, record } = change;
    const at = now();
    await lockSource(queries, source.name);
    const lately = await writtenLately(queries, source.name, { since: at - weekMs, at });
    const stops: Stop[] = stopsOf(compared, source.settings, started.options, lately);
    // the job ends a comparison that has not been seen for long
    const locked = await lockImport(queries, importId);
    if (locked?.state !== 'comparing' || locked.claims !== started.claims) throw new ClaimLost();
    const state = stateAfter(started, stops);
    await checkSource(queries, locked);
    if (state === 'compared') await dropRecords(queries, importId);
    else await replaceWaiting(change, source.name, at);
    await changeImport(queries, importId, {
      state,
      counts: compared.counts,
      leaver_count: compared.counts.left + compared.ending,
      change_count: compared.changed,
      unmapped: compared.unmapped,
      stops,
      file_hash: fileHash(),
      seen_at: at,
      compared_rows: null,
      ...(state === 'running' && { started_at: at }),
      ...(state === 'compared' && { finished_at: at }),
    });
    if (state === 'running') await dropFile(queries, locked);
    if (state === 'waiting')
      await record({
        type: 'import.stopped',
        details: {
          source: source.name,
          import: importId,
          reason: stops.map(({ code }) => code).join(', '),
        },
      });
  });
}

/** Notes that an import has failed, unless it has left the state. */
export async function failImport(
  { now }: Pick<ImportDeps, 'now'>,
  inChange: InChange,
  importId: string,
  error: ImportFailure,
  { state, claims, place }: { state: 'comparing' | 'running'; claims?: number; place?: ErrorPlace },
): Promise<void> {
  await inChange(async (change) => {
    const failed = await lockImport(change.queries, importId);
    if (failed?.state !== state || (claims ?? failed.claims) !== failed.claims) return;
    // the report shows why each row is rejected
    if (error === 'all-rejected' || error === 'too-many-rejected')
      await changeImport(change.queries, importId, {
        counts: await countRows(change.queries, importId, failed.counts),
      });
    await endImport(change, failed, { state: 'failed', error, place }, now());
  });
}

/** Stores a failed import of a file that is missing or cannot be read, or whose columns the mapping does not fit. @throws {ImportRefused} */
export async function noteRefusedFile(
  { now }: Pick<ImportDeps, 'now'>,
  inChange: InChange,
  given: NewImport,
  error: ImportFileError | ImportMappingError | ImportSourceError,
): Promise<void> {
  const { reason, place } = failureOf(error);
  await inChange(async (change) => {
    const at = now();
    const id = await openImport(change, given, at);
    const refused = { id, source: given.source.name, file_of: null };
    await endImport(change, refused, { state: 'failed', error: reason, place }, at);
  });
}

/** Who approves an import. */
export type Approver = { userId: string | null; systemUser: string | null };

/** Returns why this person cannot approve the waiting import. */
export async function obstacleOf(
  queries: Queries,
  waiting: Import,
  { userId, systemUser }: Approver,
  at: number,
): Promise<Obstacle | undefined> {
  const isOwn = userId === null ? waiting.system_user === systemUser : waiting.actor_id === userId;
  if (isOwn) return 'own-import';
  const isSettled = userId === null || (await mayApprove(queries, userId, at));
  if (!isSettled && !(await isNewInstallation(queries, at))) return 'new-administrator';
  return (await isOutdated(queries, waiting)) ? 'outdated' : undefined;
}

/** Returns whether the source has changed since the import was compared, or another import has been written. */
export async function isOutdated(
  queries: Pick<Queries, 'selectFrom'>,
  { source: name, source_version: version, base_import: base }: Import,
): Promise<boolean> {
  const source = await findSource(queries, name);
  return source?.version !== version || (await lastDone(queries, name)) !== base;
}

/**
 * Lets a waiting import run. Since its comparison, no other import of the source was written, and its settings were not changed.
 * @throws {ImportRefused}
 */
export async function approveImport(
  { now }: Pick<ImportDeps, 'now'>,
  change: Recording,
  importId: string,
  approver: Approver,
): Promise<void> {
  const { queries, record } = change;
  const at = now();
  const found = await findImport(queries, importId);
  if (found) await lockSource(queries, found.source);
  const waiting = await lockImport(queries, importId);
  if (waiting?.state !== 'waiting') throw new ImportRefused('not-waiting');
  if (await isBusy(queries, waiting.source, at)) throw new ImportRefused('another-import');
  const obstacle = await obstacleOf(queries, waiting, approver, at);
  if (obstacle) throw new ImportRefused(obstacle);
  const { userId, systemUser } = approver;
  await noteApproved(queries, waiting.source, at);
  await changeImport(queries, importId, {
    state: 'running',
    decided_at: at,
    decided_by: userId ?? systemUser,
    started_at: at,
    // a command writes what it approves; otherwise a server does, at once
    seen_at: userId === null ? at : 0,
  });
  await dropFile(queries, waiting);
  await record({
    type: 'import.approved',
    details: { source: waiting.source, import: importId },
  });
}

/** Ends a waiting import without writing it. @throws {ImportRefused} */
export async function refuseImport(
  { now }: Pick<ImportDeps, 'now'>,
  change: Recording,
  importId: string,
  { userId, systemUser }: Approver,
): Promise<void> {
  const waiting = await lockImport(change.queries, importId);
  if (waiting?.state !== 'waiting') throw new ImportRefused('not-waiting');
  await endImport(change, waiting, { state: 'refused', by: userId ?? systemUser }, now());
}

/** So often a batch is tried again after another writer came first. */
const tries = 5;

const isOfAnotherWriter = (error: unknown) =>
  error instanceof ConflictError ||
  isUniqueViolation(error) ||
  isForeignKeyViolation(error) ||
  isDeadlock(error);

async function writeNext(
  deps: ImportDeps,
  at: Parameters<typeof writeBatch>[1],
): Promise<Awaited<ReturnType<typeof writeBatch>>> {
  for (let tried = 1; ; tried += 1)
    try {
      return await writeBatch(deps, at);
    } catch (error) {
      if (!isOfAnotherWriter(error) || tried === tries) throw error;
    }
}

type Outcome = 'done' | 'stopped' | 'conflict' | 'outdated';

/**
 * Writes all rows, unless it is stopped, other writers prevent it in each try, or the source has been changed. Adds the sessions that it
 * ends to `ended`.
 */
async function writeAll(
  deps: ImportDeps,
  importId: string,
  ended: EndedSession[],
): Promise<Outcome> {
  try {
    for (let after = -1; !deps.isStopped?.(); ) {
      const written = await writeNext(deps, { importId, after });
      if (!written) return 'done';
      after = written.last;
      ended.push(...written.ended);
      deps.onWritten(written.rows);
      // other requests are served between two batches
      await setImmediate();
    }
    return 'stopped';
  } catch (error) {
    if (error instanceof SourceChanged) return 'outdated';
    if (!isOfAnotherWriter(error)) throw error;
    return 'conflict';
  }
}

/** Writes a running import to its end. Several processes may do it at once. Returns the sessions that it ended. */
export async function writeImport(
  deps: ImportDeps,
  inChange: InChange,
  importId: string,
): Promise<EndedSession[]> {
  const running = await findImport(deps.db, importId);
  if (running?.state !== 'running') return [];
  keepHeapSmall();
  const ended: EndedSession[] = [];
  const outcome = await withHeartbeat(deps, { importId, claims: running.claims }, () =>
    writeAll(deps, importId, ended),
  );
  if (outcome === 'conflict' || outcome === 'outdated')
    await failImport(deps, inChange, importId, outcome, { state: 'running' });
  if (outcome !== 'done') return ended;
  await inChange(async (change) => {
    const { queries } = change;
    const last = await lockImport(queries, importId);
    if (last?.state !== 'running') return;
    const counts = await countRows(queries, importId, last.counts);
    await noteApproved(queries, last.source, deps.now());
    await endImport(change, last, { state: 'done', counts }, deps.now());
  });
  return ended;
}
