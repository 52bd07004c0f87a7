// Writes some compared rows of an import in one transaction: users, links, and what users have by hand. The same transaction notes that
// the rows are written, so that an import continues after any end of its process.

import type { Database, Queries } from '../../../database/connect.ts';
import { lockImports } from '../../../database/postgres/row-locks.ts';
import type { NewEvent } from '../../../events/event.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import { type By, detailsOfUser } from '../../../users/changes/staged/announce-staged.ts';
import {
  type StagingConnection,
  stage,
  withStaging,
} from '../../../users/changes/staged/staging.ts';
import { ConflictError, writeStagedUsers } from '../../../users/changes/staged/write-users.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import type { HashExternalId } from '../../../users/sources/erased-persons.ts';
import { storeByHand, storeLinks } from '../../../users/sources/link-store.ts';
import { findSource, type Source } from '../../../users/sources/source-store.ts';
import { inWritingOrder, stagedUsersOf } from '../../apply/write/staged-users.ts';
import {
  changeImport,
  changeRow,
  type Import,
  lockImport,
  noteWritten,
  type RowToWrite,
  rowsToWrite,
} from '../import-store.ts';
import { addInvitations, newUsersOf } from '../new-users/invitation-store.ts';
import { changesOf } from '../plan/compare.ts';
import { type Prepared, prepareBatch } from '../plan/prepare-batch.ts';

export type WriteDeps = {
  db: Database;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  revokeUsers: RevokeUsers;
  recordEvents(queries: Queries, events: readonly NewEvent[]): Promise<void>;
  now(): number;
  /** Rows of one transaction; 1000 by default. */
  batchSize?: number;
};

const usualBatchSize = 1000;
/** Rows of a transaction are compared in parts: of more rows at once, garbage stays in memory for long. */
const rowsAtOnce = 200;

const reason = 'by-import';

type Writing = Prepared & { write: NonNullable<Prepared['write']> };

const isWritten = (one: Prepared): one is Writing => one.write !== undefined;

const userId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the administrator who has approved the import, or started it if it needed no approval; otherwise a command did. */
function byOf({ decided_by: decidedBy, actor_id: startedBy }: Import): By {
  const person = decidedBy ?? startedBy;
  return person !== null && userId.test(person)
    ? { actor: 'administrator', actorId: person }
    : { actor: 'server' };
}

/** Stores the users. Returns the sessions that it ended. */
async function writeUsers(
  { recordEvents, revokeUsers }: WriteDeps,
  connection: StagingConnection,
  writing: readonly Writing[],
  { by, at }: { by: By; at: number },
): Promise<EndedSession[]> {
  const planned = writing
    .map(({ write }) => write.planned)
    .filter(({ changed, row }) => changed.length > 0 || row.expected_version === null);
  if (planned.length === 0) return [];
  const staged = inWritingOrder(planned);
  for (const { row, changed } of planned) row.event_details = detailsOfUser(changed, reason);
  await stage(connection, staged, () => undefined);
  const reports = { recordEvents, revokeUsers, reason, by } as const;
  return writeStagedUsers(connection, stagedUsersOf(planned, staged), reports, at);
}

/** Returns the users who are new, and not those whom the import has linked. */
const createdOf = (writing: readonly Writing[]) =>
  writing.flatMap(({ kind, write: { planned } }) => {
    const { id: userId, email, valid_from: validFrom = null } = planned.row;
    return kind === 'created' ? [{ userId, email, validFrom }] : [];
  });

type Outcome = { row: RowToWrite; prepared: Prepared };

/** Returns what becomes of a row. It is not written to another user than the one of the report that was approved. */
const outcomeOf = (row: RowToWrite, prepared: Prepared): Outcome => ({
  row,
  prepared:
    prepared.write && (prepared.userId ?? null) !== row.userId
      ? { person: prepared.person, kind: 'rejected', code: 'match-changed' }
      : prepared,
});

/** Stores the rows that become something else than the comparison has found. Changes the counts. */
async function noteOutcomes(
  queries: Queries,
  { id: importId, counts }: Import,
  outcomes: readonly Outcome[],
): Promise<void> {
  const differing = outcomes.filter(({ row, prepared }) => prepared.kind !== row.kind);
  if (differing.length === 0) return;
  for (const { row, prepared } of differing) {
    const { kind, code, field, userId, candidates } = prepared;
    counts[row.kind] -= 1;
    counts[kind] += 1;
    const changes = changesOf(prepared);
    await changeRow(queries, importId, row.position, {
      kind,
      code: code ?? null,
      field: field ?? null,
      user_id: userId ?? row.userId,
      // of a new user, which the person does not become
      ...(!prepared.write && { username: null }),
      changes: changes && JSON.stringify(changes),
      candidates: candidates ? JSON.stringify(candidates) : null,
    });
  }
  await changeImport(queries, importId, { counts });
}

/** Stores links, and what users have by hand. */
async function storeSources(queries: Queries, writing: readonly Writing[], at: number) {
  const links = writing.map(({ write }) => ({ ...write.link, userId: write.planned.row.id }));
  await storeLinks(queries, links, at);
  const byHand = writing.flatMap(({ write: { planned, byHand: after } }) =>
    after ? [[planned.row.id, after] as const] : [],
  );
  await storeByHand(queries, new Map(byHand));
}

/** The source has been changed since the import was compared. */
export class SourceChanged extends Error {
  override name = 'SourceChanged';
}

/** @throws {SourceChanged} */
async function sourceOf(queries: Queries, { source: name, source_version: version }: Import) {
  const source = await findSource(queries, name);
  if (source?.version !== version) throw new SourceChanged();
  return source;
}

type Writable = { locked: Import; source: Source };

/** Writes rows within the transaction, compared again. Returns the sessions that it ended. */
async function writeRows(
  deps: WriteDeps,
  transaction: StagingConnection,
  { locked, source }: Writable,
  rows: readonly RowToWrite[],
): Promise<EndedSession[]> {
  const queries = transaction as unknown as Queries;
  const at = deps.now();
  const { hashUsername, hashExternalId } = deps;
  const hashes = { hashUsername, hashExternalId };
  const prepared = await prepareBatch(
    { queries, ...hashes, source, at, reserved: new Set(), locksUsers: true },
    rows.map(({ externalId, record }) => ({ externalId, record })),
  );
  const outcomes = rows.flatMap((row, index) => {
    const one = prepared[index];
    return one ? [outcomeOf(row, one)] : [];
  });
  const writing = outcomes.map((one) => one.prepared).filter(isWritten);
  const ended = await writeUsers(deps, transaction, writing, { by: byOf(locked), at });
  await storeSources(queries, writing, at);
  if (newUsersOf(locked) === 'invite')
    await addInvitations(queries, locked.id, createdOf(writing), at);
  await noteOutcomes(queries, locked, outcomes);
  return ended;
}

type WrittenBatch = { last: number; rows: number; ended: EndedSession[] };

/** Writes the next rows after this position, in parts, within the transaction. */
async function writeParts(
  deps: WriteDeps,
  transaction: StagingConnection,
  writable: Writable,
  after: number,
): Promise<WrittenBatch> {
  const queries = transaction as unknown as Queries;
  const { locked, source } = writable;
  const { batchSize = usualBatchSize } = deps;
  const written: WrittenBatch = { last: after, rows: 0, ended: [] };
  while (written.rows < batchSize) {
    const limit = Math.min(rowsAtOnce, batchSize - written.rows);
    const from = written.last;
    const rows = await rowsToWrite(queries, locked.id, { after: from, limit });
    const to = rows.at(-1)?.position;
    if (to === undefined) break;
    if (written.rows > 0) await transaction.deleteFrom('staged_users').execute();
    written.ended.push(...(await writeRows(deps, transaction, writable, rows)));
    const range = { importId: locked.id, source: source.name, from, to };
    // an erasure has removed some of them
    if ((await noteWritten(queries, range)) !== rows.length)
      throw new ConflictError('another change');
    written.last = to;
    written.rows += rows.length;
  }
  return written;
}

/**
 * Writes the next rows after this position. Returns undefined if there are none, or another process has ended the import.
 * @throws {SourceChanged}
 */
export async function writeBatch(
  deps: WriteDeps,
  { importId, after }: { importId: string; after: number },
): Promise<WrittenBatch | undefined> {
  return withStaging(deps.db, (connection) =>
    connection.transaction().execute(async (transaction) => {
      const queries = transaction as unknown as Queries;
      // one batch after the other: two imports may have the same users in another order
      await lockImports(queries);
      const locked = await lockImport(queries, importId);
      if (locked?.state !== 'running') return undefined;
      const source = await sourceOf(queries, locked);
      const written = await writeParts(deps, transaction, { locked, source }, after);
      return written.rows === 0 ? undefined : written;
    }),
  );
}
