// Writes some compared rows of an import in one transaction: users, links, and what users have by hand. The same transaction notes that
// the rows are written, so that an import continues after any end of its process.

import type { Database, Queries } from '../../../database/connect.ts';
import type { NewEvent } from '../../../events/event.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import { detailsOfUser } from '../../../users/changes/staged/announce-staged.ts';
import {
  type StagingConnection,
  stage,
  withStaging,
} from '../../../users/changes/staged/staging.ts';
import { writeStagedUsers } from '../../../users/changes/staged/write-users.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import type { HashExternalId } from '../../../users/sources/erased-persons.ts';
import { storeByHand, storeLinks } from '../../../users/sources/link-store.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import { inWritingOrder, stagedUsersOf } from '../../apply/write/staged-users.ts';
import { changeRow, type Import, lockImport, noteWritten, rowsToWrite } from '../import-store.ts';
import { addInvitations, newUsersOf } from '../new-users/invitation-store.ts';
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

type Row = Awaited<ReturnType<typeof rowsToWrite>>[number];
type Writing = Prepared & { write: NonNullable<Prepared['write']> };

const isWritten = (one: Prepared): one is Writing => one.write !== undefined;

/** Stores the users. Returns the sessions that it ended. */
async function writeUsers(
  { recordEvents, revokeUsers }: WriteDeps,
  connection: StagingConnection,
  writing: readonly Writing[],
  at: number,
): Promise<EndedSession[]> {
  const planned = writing
    .map(({ write }) => write.planned)
    .filter(({ changed, row }) => changed.length > 0 || row.expected_version === null);
  if (planned.length === 0) return [];
  const staged = inWritingOrder(planned);
  for (const { row, changed } of planned) row.event_details = detailsOfUser(changed, reason);
  await stage(connection, staged, () => undefined);
  const reports = { recordEvents, revokeUsers, reason } as const;
  return writeStagedUsers(connection, stagedUsersOf(planned, staged), reports, at);
}

/** Returns the users who are new, and not those whom the import has linked. */
const createdOf = (writing: readonly Writing[]) =>
  writing.flatMap(({ kind, write: { planned } }) => {
    const { id: userId, email, valid_from: validFrom = null } = planned.row;
    return kind === 'created' ? [{ userId, email, validFrom }] : [];
  });

/** Stores the rows that can no longer be written. */
async function noteOutcomes(
  queries: Queries,
  importId: string,
  outcomes: readonly { row: Row; prepared: Prepared }[],
): Promise<void> {
  for (const { row, prepared } of outcomes) {
    const { kind, code, field } = prepared;
    if (kind === 'rejected' || kind === 'waiting')
      await changeRow(queries, importId, row.position, {
        kind,
        code: code ?? null,
        field: field ?? null,
      });
  }
}

type Writable = { locked: Import; source: Source };

/** Writes rows within the transaction. Returns the sessions that it ended. */
async function writeRows(
  deps: WriteDeps,
  transaction: StagingConnection,
  { locked, source }: Writable,
  rows: readonly Row[],
): Promise<EndedSession[]> {
  const queries = transaction as unknown as Queries;
  const at = deps.now();
  const { hashUsername, hashExternalId } = deps;
  const prepared = await prepareBatch(
    { queries, hashUsername, hashExternalId, source, at, reserved: new Set() },
    rows.map(({ externalId, record }) => ({ externalId, record })),
  );
  const writing = prepared.filter(isWritten);
  const ended = await writeUsers(deps, transaction, writing, at);
  const links = writing.map(({ write }) => ({ ...write.link, userId: write.planned.row.id }));
  await storeLinks(queries, links, at);
  if (newUsersOf(locked) === 'invite')
    await addInvitations(queries, locked.id, createdOf(writing), at);
  const byHand = writing.map(({ write }) => [write.planned.row.id, write.byHand] as const);
  await storeByHand(queries, new Map(byHand));
  const outcomes = rows.flatMap((row, index) => {
    const one = prepared[index];
    return one ? [{ row, prepared: one }] : [];
  });
  await noteOutcomes(queries, locked.id, outcomes);
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
    await noteWritten(queries, { importId: locked.id, source: source.name, from, to });
    written.last = to;
    written.rows += rows.length;
  }
  return written;
}

/** Writes the next rows after this position. Returns undefined if there are none, or another process has ended the import. */
export async function writeBatch(
  deps: WriteDeps,
  { importId, source, after }: { importId: string; source: Source; after: number },
): Promise<WrittenBatch | undefined> {
  return withStaging(deps.db, (connection) =>
    connection.transaction().execute(async (transaction) => {
      const locked = await lockImport(transaction as unknown as Queries, importId);
      if (locked?.state !== 'running') return undefined;
      const written = await writeParts(deps, transaction, { locked, source }, after);
      return written.rows === 0 ? undefined : written;
    }),
  );
}
