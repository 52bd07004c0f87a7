// Shows administrators who has access to an application, what it learns about a user, and why its requests are refused.

import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { userColumns, userFrom } from '../../users/store.ts';
import { hasAccess } from '../access/access.ts';
import { explainInLanguages } from '../access/explain.ts';
import { countUsersWithAccess, listUsersWithAccess } from '../access/users-with-access.ts';
import type { Application } from '../application.ts';
import type { ApplicationActivity, Refusal } from '../diagnostics/activity.ts';
import type { Protocol } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';

type Deps = {
  store: Pick<ApplicationStore, 'readDated'>;
  protocols: ReadonlyMap<string, Protocol>;
  activity: Pick<ApplicationActivity, 'flush'>;
  now: () => number;
};

/** Owners may ask often, and a count reads all users. */
const countLifetimeMs = 30_000;

type Count = { access: Application['access']; at: number; users: Promise<number> };

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

type Parts = Deps & { count: ReturnType<typeof createCounts> };

async function users(
  deps: Parts,
  queries: Queries,
  { id, after = '', limit }: { id: string; after?: string | undefined; limit: number },
) {
  const { access } = await read(deps, queries, id);
  const rows = await listUsersWithAccess(queries, access, { after, limit });
  return {
    total: await deps.count(queries, { id, access }),
    rows: rows.map((row) => ({
      id: row.id,
      username: row.username,
      fullName: row.full_name,
      key: row.username_key,
    })),
  };
}

async function explanation(deps: Parts, queries: Queries, id: string) {
  const { access } = await read(deps, queries, id);
  const words = await explainInLanguages(queries, access);
  return { ...words, users: await deps.count(queries, { id, access }) };
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

async function diagnostics(deps: Deps, queries: Queries, id: string) {
  await read(deps, queries, id);
  await deps.activity.flush();
  const signIn = await queries
    .selectFrom('application_sign_ins')
    .select('at')
    .where('application_id', '=', id)
    .executeTakeFirst();
  const rows = await queries
    .selectFrom('application_refusals')
    .select(['at', 'count', 'facts'])
    .where('application_id', '=', id)
    .orderBy('at', 'desc')
    .execute();
  return {
    lastSignInAt: signIn?.at ?? null,
    refusals: rows.map(({ at, count, facts }) => ({
      at,
      count,
      ...(JSON.parse(facts) as Refusal),
    })),
  };
}

/** Each function throws `admin.not-found`. Times in epoch milliseconds. */
export function createApplicationPreviews(deps: Deps) {
  const parts: Parts = { ...deps, count: createCounts(deps.now) };
  return {
    users: (queries: Queries, page: Parameters<typeof users>[2]) => users(parts, queries, page),
    explanation: (queries: Queries, id: string) => explanation(parts, queries, id),
    claims: (queries: Queries, one: { id: string; userId: string }) => claims(deps, queries, one),
    diagnostics: (queries: Queries, id: string) => diagnostics(deps, queries, id),
  };
}
