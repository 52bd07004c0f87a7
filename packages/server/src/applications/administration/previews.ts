// Shows administrators who has access to an application, what it learns about a user, and why its requests are refused.

import { isDeepStrictEqual } from 'node:util';
import { groupPlaces } from '@brama/contract/admin/access';
import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { checkGroupsExist } from '../../users/groups.ts';
import { userColumns, userFrom } from '../../users/store.ts';
import { hasAccess, normalAccess } from '../access/access.ts';
import { compareAccess } from '../access/changed-access.ts';
import { explainInLanguages } from '../access/explain.ts';
import { countUsersWithAccess, listUsersWithAccess } from '../access/users-with-access.ts';
import type { Application } from '../application.ts';
import type { ApplicationActivity, Refusal, SignInStep } from '../diagnostics/activity.ts';
import type { Protocol } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';
import { logoutsOf } from './logout-results.ts';

type Deps = {
  store: ApplicationStore;
  protocols: ReadonlyMap<string, Protocol>;
  activity: ApplicationActivity;
  now: () => number;
};

/** Owners may ask often, and a count reads all users. */
const countLifetimeMs = 30_000;

type Count = { access: Application['access']; at: number; users: Promise<number> };

/** @throws `admin.not-found` */
async function read({ store }: Deps, queries: Queries, id: string) {
  return ((await store.readDated(queries, id)) ?? fail('admin.not-found')).application;
}

/** Returns a function that counts the users with access to an application, for each at most once in `countLifetimeMs`. */
function createCounts(now: () => number) {
  const counts = new Map<string, Count>();
  return (queries: Queries, { id, access }: Pick<Application, 'id' | 'access'>) => {
    const at = now();
    const known = counts.get(id);
    if (known && at < known.at + countLifetimeMs && isDeepStrictEqual(known.access, access))
      return known.users;
    const users = countUsersWithAccess(queries, access);
    counts.set(id, { access, at, users });
    users.catch(() => counts.delete(id));
    return users;
  };
}

async function claims(
  deps: Deps,
  queries: Queries,
  { id, userId }: { id: string; userId: string },
) {
  const application = await read(deps, queries, id);
  const row = await queries
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .executeTakeFirst();
  const user = row ? userFrom(row) : fail('admin.not-found');
  const protocol = deps.protocols.get(application.protocol.type);
  const preview = await protocol?.previewClaims?.(application, user);
  const { needsConsent = false, claims: shown = {}, receivesTaxId = false } = preview ?? {};
  const isOpen = !user.disabled && hasAccess(user, application);
  return { hasAccess: isOpen, needsConsent, claims: shown, receivesTaxId };
}

/** Returns the refused requests, the last one first. Each stands for equal ones. */
async function listRefusals(queries: Queries, applicationId: string) {
  const rows = await queries
    .selectFrom('application_refusals')
    .select(['at', 'count', 'facts'])
    .where('application_id', '=', applicationId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at, count, facts }) => {
    const { received, registered, differs, ...refusal } = JSON.parse(facts) as Refusal;
    return {
      at: isoTime(at),
      count,
      ...refusal,
      ...(received && { received: [...received] }),
      ...(registered && { registered: [...registered] }),
      ...(differs && { differs: [...differs] }),
    };
  });
}

/** Returns when the last sign-ins reached each step. */
async function stepsOf(queries: Queries, applicationId: string) {
  const rows = await queries
    .selectFrom('application_steps')
    .select(['step', 'at'])
    .where('application_id', '=', applicationId)
    .execute();
  const end = await queries
    .selectFrom('application_sign_ins')
    .select('at')
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  const timeOf = (step: SignInStep) => rows.find((row) => row.step === step)?.at ?? null;
  return {
    requestedAt: isoTimeOrNull(timeOf('requested')),
    issuedAt: isoTimeOrNull(timeOf('issued')),
    lastSignInAt: isoTimeOrNull(end?.at ?? null),
  };
}

/** How many users a preview names. */
const shownUsers = 50;

type Ids =
  | 'explainApplicationAccess'
  | 'listApplicationUsers'
  | 'previewApplicationAccess'
  | 'previewApplicationClaims'
  | 'diagnoseApplication';

export function createPreviewHandlers(deps: Deps): Handlers<Ids> {
  const count = createCounts(deps.now);
  return {
    async explainApplicationAccess({ params: { id }, queries }) {
      const { access } = await read(deps, queries, id);
      const words = await explainInLanguages(queries, access);
      return { ...words, users: await count(queries, { id, access }) };
    },

    async previewApplicationAccess({ params: { id }, body, queries, record }) {
      const application = await read(deps, queries, id);
      const after = normalAccess(body.access);
      const places = groupPlaces(after);
      await checkGroupsExist(
        queries,
        places.map(({ group }) => group),
        (index) => ['access', ...(places[index]?.path ?? [])].join('.'),
      );
      const words = await explainInLanguages(queries, after);
      const rules = { before: application.access, after };
      const changed = await compareAccess(queries, rules, shownUsers);
      await record({ type: 'application.users-viewed', applicationId: id });
      return { ...words, ...changed };
    },

    async listApplicationUsers({ params: { id }, query: { limit, cursor }, queries, record }) {
      const filters = { list: 'users with access', id };
      const after = positionOf(cursor, filters)?.key ?? '';
      const { access } = await read(deps, queries, id);
      const rows = await listUsersWithAccess(queries, access, { after, limit: limit + 1 });
      const total = await count(queries, { id, access });
      await record({ type: 'application.users-viewed', applicationId: id });
      const page = pageFrom(rows, limit, filters, {
        shown: ({ id: userId, username, full_name: fullName }) => ({
          id: userId,
          username,
          fullName,
        }),
        position: ({ username_key: key, id: userId }) => ({ key, id: userId }),
      });
      return { ...page, total };
    },

    async previewApplicationClaims({ params: { id }, query: { userId }, queries, record }) {
      const preview = await claims(deps, queries, { id, userId });
      await record({ type: 'application.claims-viewed', applicationId: id, userId });
      return preview;
    },

    async diagnoseApplication({ params: { id }, queries }) {
      const application = await read(deps, queries, id);
      const protocol = deps.protocols.get(application.protocol.type);
      await deps.activity.flush();
      return {
        now: isoTime(deps.now()),
        opensFromPortal: protocol !== undefined && (protocol.isLaunchable?.(application) ?? true),
        ...(await stepsOf(queries, id)),
        items: await listRefusals(queries, id),
        logouts: await logoutsOf(queries, application, {
          isNotified: protocol?.receivesLogouts?.(application) ?? false,
          now: deps.now(),
        }),
      };
    },
  };
}
