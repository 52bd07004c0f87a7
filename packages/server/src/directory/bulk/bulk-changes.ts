// Previews, starts, shows, stops and undoes bulk changes of users.

import { randomUUID } from 'node:crypto';
import type { BulkResult } from '@brama/contract/admin/bulk/act-types';
import {
  type BulkCode,
  bulkCountFrom,
  bulkCountShare,
} from '@brama/contract/admin/bulk/bulk-changes';
import type { EventDetails } from '@brama/contract/events/event-details';
import { pageFrom, positionOf, timePositionOf } from '../../admin/cursor.ts';
import type { Actor, Handlers, Preparations, ReplayChecks } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { checkGroupsExist } from '../../users/groups.ts';
import type { SearchTexts } from '../../users/search/refresh.ts';
import { checkPeriod } from '../users/change-by-caller.ts';
import { type Act, actFrom, groupOf } from './acts.ts';
import {
  addPreview,
  addUndo,
  type BulkChange,
  changeBulk,
  countCodes,
  countUsers,
  keptMs,
  listBulks,
  lockBulk,
  pageOfRows,
  readBulk,
  undoOf,
  usernamesOf,
} from './bulk-store.ts';
import { type PreviewDeps, previewRows } from './preview.ts';
import { checkGroupOf, foundBulk } from './run-bulk-change.ts';

export type BulkDeps = PreviewDeps & {
  searchTexts: Pick<SearchTexts, 'refresh'>;
};

const shownAct = (act: Act) => ({
  type: act.type,
  group: groupOf(act) ?? null,
  validFrom: isoTimeOrNull('validFrom' in act ? act.validFrom : null),
  validUntil: isoTimeOrNull('validUntil' in act ? act.validUntil : null),
  reason: ('reason' in act ? act.reason : undefined) ?? null,
});

const waitingOf = ({ total, changed, unchanged, refused }: BulkChange) =>
  Math.max(0, total - changed - unchanged - refused);

const summaryOf = (bulk: BulkChange, usernames: ReadonlyMap<string, string>) => ({
  id: bulk.id,
  act: shownAct(bulk.act),
  undoOf: bulk.undo_of,
  state: bulk.state,
  createdById: bulk.actor_id,
  createdBy: usernames.get(bulk.actor_id) ?? null,
  createdAt: isoTime(bulk.created_at),
  startedAt: isoTimeOrNull(bulk.started_at),
  finishedAt: isoTimeOrNull(bulk.finished_at),
  expiresAt: isoTime(bulk.expires_at),
  counts: {
    total: bulk.total,
    waiting: waitingOf(bulk),
    changed: bulk.changed,
    unchanged: bulk.unchanged,
    refused: bulk.refused,
  },
});

const hasEnded = ({ state }: BulkChange) => state !== 'previewed' && state !== 'running';

const isUndoable = (bulk: BulkChange) =>
  hasEnded(bulk) && bulk.undo_of === null && bulk.act.type !== 'invite' && bulk.changed > 0;

/** Returns whether a change of so many users needs their number. */
const needsCount = async (queries: Queries, users: number) =>
  users > bulkCountFrom || users > bulkCountShare * (await countUsers(queries));

/** @throws `request.invalid` without the number of users, or with another one */
async function checkCount(queries: Queries, users: number, typed: number | undefined) {
  if (typed === users) return;
  const refuse = (reason: string) => fail('request.invalid', { fields: { count: reason } });
  if (typed !== undefined) refuse('is not the number of users to change');
  if (await needsCount(queries, users)) refuse('is required for so many users');
}

async function show(queries: Queries, bulk: BulkChange) {
  const undoneBy = await undoOf(queries, bulk.id);
  const canUndo = undoneBy === undefined && isUndoable(bulk);
  const users = bulk.state === 'previewed' ? waitingOf(bulk) : canUndo ? bulk.changed : 0;
  return {
    ...summaryOf(bulk, await usernamesOf(queries, [bulk.actor_id])),
    exceptions: await countCodes(queries, bulk.id),
    needsCount: users > 0 && (await needsCount(queries, users)),
    undoneBy: undoneBy ?? null,
    canUndo,
  };
}

const showById = async (queries: Queries, id: string) =>
  show(queries, foundBulk(await readBulk(queries, id)));

const tokenOf = (actor: Actor) => ('token' in actor ? actor.token.id : null);

/** Says what has been started, with the reason in the words of the administrator. */
const startDetails = (bulk: string, act: Act, results: number): EventDetails => ({
  bulk,
  how: act.type,
  results,
  ...('group' in act && { group: act.group }),
  ...('reason' in act && act.reason !== undefined && { reason: act.reason }),
});

export function createBulkHandlers(
  deps: BulkDeps,
): Handlers<
  | 'previewBulkChange'
  | 'listBulkChanges'
  | 'readBulkChange'
  | 'listBulkChangeRows'
  | 'startBulkChange'
  | 'cancelBulkChange'
  | 'undoBulkChange'
> {
  const { now } = deps;
  return {
    async previewBulkChange({ actor, body: { act: given, users }, queries, record }) {
      checkPeriod(given);
      const act = actFrom(given);
      // an end in the past would shut users out at once: an administrator who means it disables or removes them
      if ('validUntil' in act && act.validUntil !== null && act.validUntil <= now())
        fail('request.invalid', { fields: { 'act.validUntil': 'must be in the future' } });
      checkGroupOf(actor, act);
      const group = groupOf(act);
      if (group !== undefined) await checkGroupsExist(queries, [group], () => 'act.group');
      const rows = await previewRows(deps, queries, actor, { act, users });
      const id = randomUUID();
      const bulk = { id, act, actor_id: actor.user.id, token_id: tokenOf(actor) };
      await addPreview(queries, bulk, rows, now());
      // as the list of users: the preview says who exists
      const results = rows.filter(({ userId }) => userId !== null).length;
      await record({ type: 'users.searched', details: { results } });
      return showById(queries, id);
    },

    async listBulkChanges({ query: { limit, cursor }, queries }) {
      const filters = { list: 'bulk-changes' };
      const rows = await listBulks(queries, timePositionOf(cursor, filters), limit + 1);
      const usernames = await usernamesOf(queries, [...new Set(rows.map((row) => row.actor_id))]);
      return pageFrom(rows, limit, filters, {
        shown: (bulk) => summaryOf(bulk, usernames),
        position: ({ started_at, id }) => ({ key: String(started_at), id }),
      });
    },

    readBulkChange: ({ params: { id }, queries }) => showById(queries, id),

    async listBulkChangeRows({ params: { id }, query, queries, record }) {
      const { limit, cursor, result, code } = query;
      foundBulk(await readBulk(queries, id));
      const filters = { list: 'bulk-change-rows', id, result, code };
      const after = positionOf(cursor, filters);
      if (after && !/^\d{1,9}$/.test(after.key))
        fail('request.invalid', { fields: { cursor: 'is not a cursor of this list' } });
      const asked = { result, code, after: after && Number(after.key), limit: limit + 1 };
      const page = pageFrom(await pageOfRows(queries, id, asked), limit, filters, {
        shown: (row) => ({
          userId: row.user_id,
          username: row.username ?? row.typed ?? '',
          fullName: row.full_name,
          result: row.result as BulkResult,
          code: row.code as BulkCode | null,
        }),
        position: ({ position }) => ({ key: String(position), id }),
      });
      await record({ type: 'users.searched', details: { results: page.items.length } });
      return page;
    },

    async startBulkChange({ actor, params: { id }, body: { count }, queries, record }) {
      const bulk = foundBulk(await lockBulk(queries, id));
      const at = now();
      if (bulk.state !== 'previewed')
        fail('admin.conflict', { fields: { id: 'has been started or stopped already' } });
      if (bulk.expires_at <= at) fail('admin.gone');
      checkGroupOf(actor, bulk.act);
      const users = waitingOf(bulk);
      if (users === 0) fail('admin.conflict', { fields: { id: 'changes no user' } });
      await checkCount(queries, users, count);
      await changeBulk(queries, id, {
        state: 'running',
        actor_id: actor.user.id,
        token_id: tokenOf(actor),
        started_at: at,
        expires_at: at + keptMs,
      });
      const details = startDetails(id, bulk.act, users);
      await record({ type: 'bulk-change.started', details });
      return showById(queries, id);
    },

    async cancelBulkChange({ params: { id }, queries, record }) {
      const bulk = foundBulk(await lockBulk(queries, id));
      if (!hasEnded(bulk)) {
        await changeBulk(queries, id, { state: 'cancelled', finished_at: now() });
        await record({ type: 'bulk-change.cancelled', details: { bulk: id } });
      }
      return showById(queries, id);
    },

    async undoBulkChange({ actor, params: { id: undone }, body: { count }, queries, record }) {
      const bulk = foundBulk(await lockBulk(queries, undone));
      if (!isUndoable(bulk) || (await undoOf(queries, undone)) !== undefined)
        fail('admin.conflict', { fields: { id: 'cannot be undone' } });
      checkGroupOf(actor, bulk.act);
      await checkCount(queries, bulk.changed, count);
      const id = randomUUID();
      const undo = { id, act: bulk.act, actor_id: actor.user.id, token_id: tokenOf(actor) };
      const results = await addUndo(queries, undo, undone, now());
      const details = { bulk: id, how: 'undo', results };
      await record({ type: 'bulk-change.started', details });
      return showById(queries, id);
    },
  };
}

/** Texts of new users are filled before the transaction, so that a search finds them. */
export const createBulkPreparations = ({
  searchTexts,
}: Pick<BulkDeps, 'searchTexts'>): Pick<Preparations, 'previewBulkChange'> => ({
  async previewBulkChange({ body }) {
    if (body.users.filter?.q !== undefined) await searchTexts.refresh(100).catch(() => 0);
    return undefined;
  },
});

export const bulkReplayChecks: Pick<ReplayChecks, 'previewBulkChange'> = {
  async previewBulkChange({ queries }, { id }) {
    foundBulk(await readBulk(queries, id));
  },
};
