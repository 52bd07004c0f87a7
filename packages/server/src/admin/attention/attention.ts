// Lists what needs the attention of administrators, each from the records that say so. A caller sees what its permissions let it read.

import { extentOf } from '@brama/contract/admin/permissions';
import type { AttentionCode } from '@brama/contract/admin/system/attention';
import { sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import type { Actor, Handlers } from '../handler.ts';

const dayMs = 24 * 3_600_000;
/** Requests that were refused so recently need attention. */
export const recentRefusalsMs = dayMs;
/** As the emails to owners. */
const secretDays = 30;
/** A notification that failed so often may never arrive. */
const manyAttempts = 3;
const shown = 5;

type Application = { id: string; title: string };
type Item = {
  code: AttentionCode;
  count: number;
  applications: { id: string; title: { uk: string; en: string } }[];
  users: { id: string; username: string; fullName: string }[];
};

function aboutApplications(code: AttentionCode, found: readonly Application[]): Item[] {
  const applications = found
    .slice(0, shown)
    .map(({ id, title }) => ({ id, title: JSON.parse(title) }));
  return found.length === 0 ? [] : [{ code, count: found.length, applications, users: [] }];
}

/** Returns the applications that the caller may read. */
function ownApplications(queries: Queries, { user, roles }: Actor) {
  const all = queries.selectFrom('applications').select(['applications.id', 'applications.title']);
  return extentOf('applications.read', roles) === 'all'
    ? all
    : all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('application_owners')
            .select('user_id')
            .whereRef('application_id', '=', 'applications.id')
            .where('user_id', '=', user.id),
        ),
      );
}

async function secrets(queries: Queries, actor: Actor, at: number): Promise<Item[]> {
  const rows = await ownApplications(queries, actor)
    .select('applications.secrets')
    .where('applications.secrets', 'is not', null)
    .orderBy('applications.name')
    .execute();
  const endsOf = ({ secrets: stored }: { secrets?: string | null | undefined }): number[] =>
    JSON.parse(stored ?? '[]').map(({ expiresAt }: { expiresAt: number }) => expiresAt);
  const isEnding = (end: number) => end > at && end <= at + secretDays * dayMs;
  const haveEnded = (ends: number[]) => ends.length > 0 && ends.every((end) => end <= at);
  return [
    ...aboutApplications(
      'secrets-ended',
      rows.filter((row) => haveEnded(endsOf(row))),
    ),
    ...aboutApplications(
      'secrets-ending',
      rows.filter((row) => endsOf(row).some(isEnding)),
    ),
  ];
}

async function requestsRefused(queries: Queries, actor: Actor, at: number): Promise<Item[]> {
  const rows = await ownApplications(queries, actor)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('application_refusals')
          .select('application_id')
          .whereRef('application_id', '=', 'applications.id')
          .where('at', '>', at - recentRefusalsMs),
      ),
    )
    .orderBy('applications.name')
    .execute();
  return aboutApplications('requests-refused', rows);
}

async function logoutsFailing(queries: Queries): Promise<Item[]> {
  const counts = (['oidc_grants', 'cas_tickets'] as const).map(async (table) => {
    const { count } = await queries
      .selectFrom(table)
      .select(sql<number | string>`count(*)`.as('count'))
      .where('logout_due_at', 'is not', null)
      .where('logout_attempts', '>=', manyAttempts)
      .executeTakeFirstOrThrow();
    return Number(count);
  });
  const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  return count === 0 ? [] : [{ code: 'logouts-failing', count, applications: [], users: [] }];
}

async function bulkChangesStopped(queries: Queries, at: number): Promise<Item[]> {
  const { count } = await queries
    .selectFrom('bulk_changes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', '=', 'stopped')
    .where('finished_at', '>', at - 7 * dayMs)
    .executeTakeFirstOrThrow();
  return Number(count) === 0
    ? []
    : [{ code: 'bulk-changes-stopped', count: Number(count), applications: [], users: [] }];
}

async function approvalsWaiting(queries: Queries, at: number): Promise<Item[]> {
  const { count } = await queries
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('decided_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  return Number(count) === 0
    ? []
    : [{ code: 'approvals-waiting', count: Number(count), applications: [], users: [] }];
}

async function importsWaiting(queries: Queries): Promise<Item[]> {
  const { count } = await queries
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count) === 0
    ? []
    : [{ code: 'imports-waiting', count: Number(count), applications: [], users: [] }];
}

/** Enabled users with neither a passkey nor an authenticator app. */
const withoutFactor = (queries: Queries) =>
  queries
    .selectFrom('users')
    .select(['id', 'username', 'full_name as fullName'])
    .where('disabled', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').whereRef('user_id', '=', 'users.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('totp_factors').select('user_id').whereRef('user_id', '=', 'users.id')),
      ),
    );

function aboutUsers(code: AttentionCode, found: readonly Item['users'][number][]): Item[] {
  const users = found.slice(0, shown);
  return found.length === 0 ? [] : [{ code, count: found.length, applications: [], users }];
}

async function rolesWithoutFactor(queries: Queries): Promise<Item[]> {
  const rows = await withoutFactor(queries)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('user_roles').select('role').whereRef('user_id', '=', 'users.id')),
    )
    .orderBy('username_key')
    .execute();
  return aboutUsers('roles-without-factor', rows);
}

/** More are not counted. */
const countedUsers = 1000;

async function usersWithoutFactor(queries: Queries): Promise<Item[]> {
  const rows = await withoutFactor(queries)
    .where(
      'id',
      'in',
      queries
        .selectFrom('group_members')
        .innerJoin('groups', 'groups.name', 'group_members.group_name')
        .where('groups.second_factor', '=', 'required')
        .select('group_members.user_id'),
    )
    .limit(countedUsers)
    .execute();
  return aboutUsers('users-without-factor', rows);
}

const longWaitMs = 3_600_000;

async function emailsWaiting(queries: Queries, at: number): Promise<Item[]> {
  const { count } = await queries
    .selectFrom('queued_notices')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('at', '<', at - longWaitMs)
    .executeTakeFirstOrThrow();
  return Number(count) === 0
    ? []
    : [{ code: 'emails-waiting', count: Number(count), applications: [], users: [] }];
}

type Finder = {
  permission: Actor['permissions'][number];
  find(queries: Queries, actor: Actor, at: number): Promise<Item[]>;
};

/** In the order of the answer. */
const finders: readonly Finder[] = [
  {
    permission: 'approvals.read',
    find: (queries, _actor, at) => approvalsWaiting(queries, at),
  },
  { permission: 'users.import', find: importsWaiting },
  { permission: 'applications.read', find: secrets },
  { permission: 'applications.read', find: requestsRefused },
  { permission: 'roles.read', find: logoutsFailing },
  {
    permission: 'users.read',
    find: (queries, _actor, at) => bulkChangesStopped(queries, at),
  },
  { permission: 'roles.read', find: rolesWithoutFactor },
  { permission: 'roles.read', find: usersWithoutFactor },
  { permission: 'roles.read', find: (queries, _actor, at) => emailsWaiting(queries, at) },
];

export const createAttentionHandlers = ({ now }: { now(): number }): Handlers<'listAttention'> => ({
  async listAttention({ actor, queries }) {
    const items: Item[] = [];
    for (const { permission, find } of finders)
      if (actor.permissions.includes(permission))
        items.push(...(await find(queries, actor, now())));
    return { items };
  },
});
