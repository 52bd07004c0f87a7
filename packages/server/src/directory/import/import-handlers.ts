// Shows imports and their rows to administrators, and takes their decision about one that waits.

import type { ImportCode, ImportFailure } from '@brama/contract/admin/imports/codes';
import { pageFrom, positionOf, timePositionOf } from '../../admin/cursor.ts';
import type { Actor, Handlers } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { EventStore } from '../../events/store.ts';
import { usernamesOf } from '../bulk/bulk-store.ts';
import { countGroups } from './import-groups.ts';
import {
  countReasons,
  countWritten,
  findImport,
  type Import,
  pageOfImports,
  pageOfRows,
} from './import-store.ts';
import { decisionsOf, type StoredDecision } from './link-person.ts';
import { approveImport, ImportRefused, obstacleOf, refuseImport } from './run-import.ts';
import { hasFile } from './upload/file-store.ts';

export type ImportHandlerDeps = { events: EventStore; now(): number };

/** Who reads an import leaves one event in this time. */
const viewedMs = 3_600_000;

type Usernames = ReadonlyMap<string, string>;

/** Returns the usernames of who has started or decided these imports. */
export const usernamesOfImports = (
  queries: Queries,
  imports: readonly Import[],
): Promise<Usernames> => {
  const ids = imports.flatMap(({ actor_id, decided_by }) => [actor_id, decided_by]);
  return usernamesOf(queries, [...new Set(ids.filter((id) => id !== null))]);
};

export const importSummary = (one: Import, usernames: Usernames) => ({
  id: one.id,
  source: one.source,
  state: one.state,
  isDryRun: one.is_dry_run === 1,
  fileName: one.file_name,
  startedById: one.actor_id,
  startedBy: (one.actor_id && usernames.get(one.actor_id)) ?? one.system_user,
  createdAt: isoTime(one.created_at),
  finishedAt: isoTimeOrNull(one.finished_at),
  counts: one.counts,
});

export const found = (one: Import | undefined): Import => one ?? fail('admin.not-found');

function placeOf({ error_place: place }: Import) {
  if (!place) return null;
  const { row = null, column = null, columns = [], sheet = null, sheets = [] } = place;
  return { row, column, columns: [...columns], sheet, sheets: [...sheets] };
}

export async function showImport(queries: Queries, { user }: Actor, one: Import, at: number) {
  const usernames = await usernamesOfImports(queries, [one]);
  const { decided_by: decidedBy } = one;
  const approver = { userId: user.id, systemUser: null };
  const isWaiting = one.state === 'waiting';
  return {
    ...importSummary(one, usernames),
    fileHash: one.file_hash,
    isIncrement: one.options.isIncrement,
    stops: one.stops.map(({ code, count = null, limit = null, field = null }) => ({
      code,
      count,
      limit,
      field,
    })),
    error: one.error as ImportFailure | null,
    ...(await countReasons(queries, one.id)),
    unmapped: [...one.unmapped_values],
    errorPlace: placeOf(one),
    hasFile: await hasFile(queries, one.file_of, at),
    obstacle: isWaiting ? ((await obstacleOf(queries, one, approver, at)) ?? null) : null,
    startedAt: isoTimeOrNull(one.started_at),
    compared: one.state === 'comparing' ? one.compared_rows : null,
    written: one.state === 'running' ? await countWritten(queries, one.id) : null,
    decidedAt: isoTimeOrNull(one.decided_at),
    decidedBy: decidedBy === null ? null : (usernames.get(decidedBy) ?? decidedBy),
    expiresAt: isoTime(one.expires_at),
  };
}

const keptField = 'kept.';

type Row = Awaited<ReturnType<typeof pageOfRows>>[number];

const shownChanges = ({ changes }: Row) =>
  Object.entries(changes ?? {}).map(([name, [before, after, mark]]) => {
    const isKept = name.startsWith(keptField);
    const field = isKept ? name.slice(keptField.length) : name;
    const isDerived = mark === 'derived';
    return { field, before: before ?? null, after: after ?? null, isKept, isDerived };
  });

type Candidate = { userId: string; username: string; fullName: string | null };

const maxCandidates = 10;

/** Returns whether an administrator may decide who the person of the row is. */
const isOpen = ({ kind, code }: Row) => kind === 'waiting' || code === 'changed-id';

/** Returns the ids of the users who may be the person of an open row. */
const candidateIds = (row: Row): readonly string[] =>
  isOpen(row) ? (row.candidates ?? [row.userId ?? []].flat()).slice(0, maxCandidates) : [];

type Shown = {
  candidates: ReadonlyMap<string, Candidate>;
  decisions: ReadonlyMap<string, StoredDecision>;
};

const openId = (row: Row): string | undefined =>
  isOpen(row) ? (row.externalId ?? undefined) : undefined;

const shownRow = (row: Row, { candidates, decisions }: Shown) => ({
  line: row.line,
  externalId: row.externalId,
  userId: row.userId,
  username: row.username,
  fullName: row.fullName,
  kind: row.kind,
  code: row.code as ImportCode | null,
  field: row.field,
  otherLine: row.otherLine ?? null,
  changes: shownChanges(row),
  candidates: candidateIds(row).flatMap((id) => candidates.get(id) ?? []),
  decision: decisions.get(openId(row) ?? '') ?? null,
});

const reasons: Record<ImportRefused['code'], string> = {
  'another-import': 'another import of the source runs',
  'not-waiting': 'does not wait for a decision',
  outdated: 'the source has changed since the comparison',
  'own-import': 'is your own import: another administrator approves it',
  'new-administrator': 'can be approved only by a user who has been an administrator for 24 hours',
  'no-file': 'the file is no longer stored',
};

/** @throws `admin.conflict` with the reason for an import that cannot be started or decided. */
export async function refusing<Result>(
  field: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return fail('admin.conflict', { fields: { [field]: reasons[error.code] } });
  }
}

/** Returns the users who may be the person of each waiting row, by their ids. */
async function candidatesOf(queries: Queries, rows: readonly Row[]) {
  const ids = rows.flatMap(candidateIds);
  if (ids.length === 0) return new Map<string, Candidate>();
  const users = await queries
    .selectFrom('users')
    .select(['id', 'username', 'full_name'])
    .where('id', 'in', [...new Set(ids)])
    .where('erased_at', 'is', null)
    .execute();
  return new Map(
    users.map(({ id: userId, username, full_name: fullName }) => [
      userId,
      { userId, username, fullName },
    ]),
  );
}

export function createImportHandlers(
  deps: ImportHandlerDeps,
): Handlers<
  | 'listImports'
  | 'readImport'
  | 'listImportRows'
  | 'readImportGroups'
  | 'approveImport'
  | 'refuseImport'
> {
  const { events, now } = deps;
  return {
    async readImportGroups({ params: { id }, queries }) {
      found(await findImport(queries, id));
      return countGroups(queries, id);
    },

    async listImports({ query: { limit, cursor, source, state }, queries }) {
      const filters = { list: 'imports', source, state };
      const after = timePositionOf(cursor, filters);
      const rows = await pageOfImports(queries, { source, state, after, limit: limit + 1 });
      const usernames = await usernamesOfImports(queries, rows);
      return pageFrom(rows, limit, filters, {
        shown: (one) => importSummary(one, usernames),
        position: ({ created_at, id }) => ({ key: String(created_at), id }),
      });
    },

    readImport: async ({ actor, params: { id }, queries }) =>
      showImport(queries, actor, found(await findImport(queries, id)), now()),

    async listImportRows({ actor, params: { id }, query, queries, record }) {
      const { limit, cursor, kind, code } = query;
      const { source } = found(await findImport(queries, id));
      const filters = { list: 'import-rows', id, kind, code };
      const after = positionOf(cursor, filters);
      if (after && !/^\d{1,9}$/.test(after.key))
        fail('request.invalid', { fields: { cursor: 'is not a cursor of this list' } });
      const asked = { kind, code, after: after ? Number(after.key) : -1, limit: limit + 1 };
      const rows = await pageOfRows(queries, id, asked);
      const candidates = await candidatesOf(queries, rows);
      const open = rows.flatMap((row) => openId(row) ?? []);
      const decisions = await decisionsOf(queries, source, open);
      const page = pageFrom(rows, limit, filters, {
        shown: (row) => shownRow(row, { candidates, decisions }),
        position: ({ position }) => ({ key: String(position), id }),
      });
      const since = now() - viewedMs;
      const viewed = await events.causedSince(queries, 'import.viewed', actor.user.id, since);
      if (!viewed.some((details) => details.import === id))
        await record({ type: 'import.viewed', details: { source, import: id } });
      return page;
    },

    async approveImport({ actor, params: { id }, queries, ...change }) {
      found(await findImport(queries, id));
      const approver = { userId: actor.user.id, systemUser: null };
      await refusing('id', () => approveImport(deps, { queries, ...change }, id, approver));
      return showImport(queries, actor, found(await findImport(queries, id)), now());
    },

    async refuseImport({ actor, params: { id }, queries, ...change }) {
      found(await findImport(queries, id));
      const approver = { userId: actor.user.id, systemUser: null };
      await refusing('id', () => refuseImport(deps, { queries, ...change }, id, approver));
      return showImport(queries, actor, found(await findImport(queries, id)), now());
    },
  };
}
