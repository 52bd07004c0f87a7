// Lists events, for investigations.

import type { Language } from '@brama/contract/paths';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { EventStore, StoredEvent } from '../../events/store.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { pageFrom, timePositionOf } from '../cursor.ts';
import type { Actor, Handlers, ReadReports } from '../handler.ts';
import { isoTime } from '../times.ts';

export type EventDeps = { events: EventStore };

type Names = {
  users: ReadonlyMap<string, { username: string; fullName: string }>;
  titles: ReadonlyMap<string, Record<Language, string>>;
};

/** Returns the names of everything that the events are about and that still exists. */
async function namesOf(queries: Queries, rows: readonly StoredEvent[]): Promise<Names> {
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const userIds = idsOf(rows.flatMap((row) => [row.actor_id, row.user_id]));
  const applicationIds = idsOf(rows.map((row) => row.application_id));
  const users =
    userIds.length === 0
      ? []
      : await queries
          .selectFrom('users')
          .select(['id', 'username', 'full_name as fullName'])
          .where('id', 'in', userIds)
          .execute();
  const applications =
    applicationIds.length === 0
      ? []
      : await queries
          .selectFrom('applications')
          .select(['id', 'title'])
          .where('id', 'in', applicationIds)
          .execute();
  return {
    users: new Map(users.map((user) => [user.id, user])),
    titles: new Map(applications.map(({ id, title }) => [id, JSON.parse(title)] as const)),
  };
}

const shown = (row: StoredEvent, { users, titles }: Names) => ({
  id: row.id,
  at: isoTime(row.at),
  type: row.type,
  count: row.count,
  actor: row.actor,
  actorId: row.actor_id,
  actorUsername: users.get(row.actor_id ?? '')?.username ?? null,
  actorFullName: users.get(row.actor_id ?? '')?.fullName ?? null,
  userId: row.user_id,
  username: users.get(row.user_id ?? '')?.username ?? null,
  fullName: users.get(row.user_id ?? '')?.fullName ?? null,
  applicationId: row.application_id,
  applicationTitle: titles.get(row.application_id ?? '') ?? null,
  sessionId: row.session_uid,
  method: row.method,
  network: row.network,
  browser: row.browser,
  system: row.system,
  details: { ...row.details },
});

/** Returns what an owner of an application sees: where its users are is not the owner's concern. */
const shownToOwners = (row: StoredEvent, names: Names) => ({
  ...shown(row, { ...names, users: new Map() }),
  sessionId: null,
  network: null,
  browser: null,
  system: null,
});

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** Events of these kinds tell what the caller may not read elsewhere. */
const permissionOfKind = { role: 'roles.read', approval: 'approvals.read' } as const;

const hiddenKinds = ({ permissions }: Actor) =>
  (['role', 'approval'] as const).filter((kind) => !permissions.includes(permissionOfKind[kind]));

/** @throws `request.invalid` for an empty period. */
function periodOf(query: { from?: string | undefined; to?: string | undefined }) {
  const [from, to] = [timeOf(query.from), timeOf(query.to)];
  if (from !== undefined && to !== undefined && to <= from)
    fail('request.invalid', { fields: { to: 'must be after from' } });
  return { from, to };
}

async function isUser(queries: Queries, id: string): Promise<boolean> {
  const user = queries.selectFrom('users').select('id').where('id', '=', id);
  return (await user.executeTakeFirst()) !== undefined;
}

/** Records whose events the caller has read. An erased user may have events, but no row. */
async function recordViews(
  { queries, record }: ReadReports,
  ids: readonly (string | undefined)[],
  hasEvents: boolean,
): Promise<void> {
  for (const userId of new Set(ids))
    if (userId !== undefined && (hasEvents || (await isUser(queries, userId))))
      await record({ type: 'user.viewed', userId, details: { how: 'events' } });
}

export function createEventHandlers({ events }: EventDeps): Handlers<'listEvents'> {
  return {
    async listEvents({ actor, extent, query, queries, record }) {
      const { limit, cursor, type, userId, applicationId, actorId, result } = query;
      const network = query.network && networkOf(query.network);
      const owner = extent === 'own' ? actor.user.id : undefined;
      // what one user does is not the owner's concern
      if (owner !== undefined && userId !== undefined)
        fail('admin.forbidden', { fields: { userId: 'cannot be used by application owners' } });
      const { from, to } = periodOf(query);
      const hidden = { kinds: hiddenKinds(actor), reader: actor.user.id };
      // where its users are is not the owner's concern
      if (owner !== undefined && network !== undefined)
        fail('admin.forbidden', { fields: { network: 'cannot be used by application owners' } });
      const wide = {
        type,
        user: userId,
        application: applicationId,
        actorId,
        network,
        isRefusal: result === 'refused' || undefined,
        from,
        to,
      };
      const filters = { list: 'events', ...wide, owner, hidden };
      const rows = await events.list(queries, {
        ...filters,
        after: timePositionOf(cursor, filters),
        limit: limit + 1,
      });
      await recordViews({ queries, record }, [userId, actorId], rows.length > 0);
      const names = await namesOf(queries, rows);
      const show = owner === undefined ? shown : shownToOwners;
      return pageFrom(rows, limit, filters, {
        shown: (row) => show(row, names),
        position: ({ at, id }) => ({ key: String(at), id }),
      });
    },
  };
}
