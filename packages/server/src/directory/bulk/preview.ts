// Finds the users of a bulk change, and says for each whether and why not it would change. Changes no user.

import {
  type BulkCode,
  type BulkUsers,
  maxBulkUsers,
  maxNamedUsers,
} from '@brama/contract/admin/bulk/bulk-changes';
import { includesRights } from '@brama/contract/admin/permissions';
import type { Role } from '@brama/contract/admin/roles';
import type { MethodId } from '@brama/contract/pages/login-page';
import { searchKey } from '@brama/contract/sign-in/login-name';
import { textOfCell } from '../../admin/csv.ts';
import type { Actor } from '../../admin/handler.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { batchesOf } from '../../users/changes/facts.ts';
import { administratorEnd, administratorsAfter } from '../../users/changes/rules.ts';
import { disabledReason } from '../../users/lifecycle/effective-state.ts';
import {
  type LifecycleChange,
  readLifecycles,
  type StoredLifecycle,
} from '../../users/lifecycle/lifecycle-store.ts';
import { hasHigherRank } from '../../users/roles/may-act-on.ts';
import { listAdministrators, rolesOfUsers } from '../../users/roles/role-store.ts';
import { recentAdministratorsAmong } from '../../users/roles/second-administrator.ts';
import { findUsers } from '../../users/search/find-users.ts';
import {
  loadSourced,
  ownedChanges,
  ownersOf,
  type Sourced,
} from '../../users/sources/ownership.ts';
import { usersWithWays } from '../../users/ways-in.ts';
import { normalFilters, searchFilters, searchReasons } from '../users/list-users.ts';
import { type Act, changeTo, wantedFact, whyNot, whyUnchanged } from './acts.ts';
import type { NewRow } from './bulk-store.ts';

export type PreviewDeps = {
  enabledMethods: readonly MethodId[];
  invitations: object | undefined;
  now(): number;
};

type Named = { userId: string | null; typed: string };

/** Returns each user once, in the order of the list. */
async function findNamed(
  queries: Queries,
  column: 'id' | 'username_key',
  given: readonly string[],
): Promise<Named[]> {
  const keys = new Map(
    given.map((text) => {
      const typed = textOfCell(text.trim());
      return [column === 'id' ? typed : searchKey(typed), typed] as const;
    }),
  );
  const found = new Map<string, string>();
  for (const batch of batchesOf([...keys.keys()])) {
    const rows = await queries
      .selectFrom('users')
      .select(['id', column])
      .where(column, 'in', batch)
      .where('erased_at', 'is', null)
      .execute();
    for (const row of rows) found.set(row[column] as string, row.id);
  }
  return [...keys].map(([key, typed]) => ({ userId: found.get(key) ?? null, typed }));
}

/** @throws `request.invalid` for a filter that finds more users */
function checkMost(found: readonly unknown[], most: number): void {
  if (found.length > most)
    fail('request.invalid', { fields: { 'users.filter': `matches more than ${most} users` } });
}

async function findFiltered(
  deps: PreviewDeps,
  queries: Queries,
  actor: Actor,
  filter: NonNullable<BulkUsers['filter']>,
): Promise<Named[]> {
  const filters = searchFilters(deps, normalFilters(actor, filter));
  const limit = maxBulkUsers + 1;
  const found = await findUsers(queries, { filters, sort: 'username', after: undefined, limit });
  if ('wrong' in found)
    return fail('request.invalid', { fields: { 'users.filter.q': searchReasons[found.wrong] } });
  checkMost(found, maxBulkUsers);
  return found.map(({ user }) => ({ userId: user.id, typed: user.username }));
}

async function findGiven(
  deps: PreviewDeps,
  queries: Queries,
  actor: Actor,
  users: BulkUsers,
): Promise<Named[]> {
  if (users.ids) return findNamed(queries, 'id', users.ids);
  if (users.usernames) return findNamed(queries, 'username_key', users.usernames);
  return findFiltered(deps, queries, actor, users.filter ?? {});
}

type Known = {
  lifecycles: ReadonlyMap<string, StoredLifecycle>;
  roles: ReadonlyMap<string, readonly Role[]>;
  /** Users who can be invited have an address and no way to sign in. */
  withAddress: ReadonlySet<string>;
  withWays: ReadonlySet<string>;
  formerAdministrators: ReadonlySet<string>;
  /** Users who belong to sources. */
  sourced: ReadonlyMap<string, Sourced>;
};

/** The administrators who stay enabled, while the users of the list are gone through in their order. */
type Staying = { administrators: readonly string[] };

async function load(
  { enabledMethods, now }: PreviewDeps,
  queries: Queries,
  act: Act,
  ids: readonly string[],
): Promise<Known> {
  const isInvited = act.type === 'invite';
  const addresses = isInvited
    ? await queries
        .selectFrom('users')
        .select('id')
        .where('id', 'in', ids)
        .where('email', 'is not', null)
        .execute()
    : [];
  return {
    lifecycles: await readLifecycles(queries, ids),
    roles: await rolesOfUsers(queries, ids),
    withAddress: new Set(addresses.map(({ id }) => id)),
    withWays: isInvited ? await usersWithWays(queries, ids, enabledMethods) : new Set(),
    formerAdministrators: isInvited
      ? await recentAdministratorsAmong(queries, ids, now())
      : new Set(),
    sourced: isInvited ? new Map() : await loadSourced(queries, ids),
  };
}

/** Returns whether the change is about what belongs to a source. */
function isOwned(
  { lifecycle: { facts, sponsorId }, roles, sourced }: Candidate,
  change: LifecycleChange,
  at: number,
): boolean {
  if (!sourced) return false;
  const owners = ownersOf(sourced.links, roles.length > 0, at);
  return ownedChanges(owners, { ...facts, sponsor: sponsorId }, change).length > 0;
}

/** An invitation gives a password, so that the caller could sign in as the user. */
function whyNotInvited(
  { invitations, now }: PreviewDeps,
  actor: Actor,
  lifecycle: StoredLifecycle,
  { id, known }: { id: string; known: Known },
): BulkCode | undefined {
  const { withAddress, withWays, formerAdministrators } = known;
  const roles = known.roles.get(id) ?? [];
  const isFormer = formerAdministrators.has(id);
  if (!invitations) return 'emails-off';
  if (!includesRights(actor.roles, isFormer ? ['administrator', ...roles] : roles))
    return 'higher-role';
  if (isFormer || roles.includes('administrator')) return 'administrator';
  if (!withAddress.has(id)) return 'no-email';
  if (lifecycle.disabled || disabledReason(lifecycle.facts, now())) return 'cannot-sign-in';
  return withWays.has(id) ? 'has-way-to-sign-in' : undefined;
}

/** Returns whether the change would leave no administrator. If not, the user no longer counts as one who stays. */
function endsLastAdministrator(
  staying: Staying,
  user: Candidate,
  change: LifecycleChange,
  at: number,
): boolean {
  const end = administratorEnd(user, change, at);
  if (!end) return false;
  const after = administratorsAfter(staying.administrators, user.id, end);
  if (after) staying.administrators = after;
  return after === undefined;
}

type Candidate = {
  id: string;
  lifecycle: StoredLifecycle;
  roles: readonly Role[];
  sourced: Sourced | undefined;
};

/** Returns why the user would not get what the act gives. */
function whyNotChanged(
  staying: Staying,
  act: Act,
  user: Candidate,
  at: number,
): BulkCode | undefined {
  const { lifecycle } = user;
  const wanted = wantedFact(act);
  const unchanged = whyUnchanged(act, lifecycle, at);
  if (unchanged) return unchanged;
  const refusal = whyNot(act, lifecycle, wanted);
  if (refusal) return refusal;
  const change = changeTo(act, lifecycle.facts, wanted);
  if (isOwned(user, change, at)) return 'owned-by-source';
  return endsLastAdministrator(staying, user, change, at) ? 'last-administrator' : undefined;
}

/** A list must not shut out the administrator who pasted it. That one stays, also for the users who follow. */
function whyNotOwn(staying: Staying, act: Act, user: Candidate, at: number): BulkCode {
  const isLast =
    act.type !== 'invite' && whyNotChanged({ ...staying }, act, user, at) === 'last-administrator';
  return isLast ? 'last-administrator' : 'own-account';
}

function codeOf(
  deps: PreviewDeps,
  actor: Actor,
  act: Act,
  { id, known, staying }: { id: string; known: Known; staying: Staying },
): BulkCode | undefined {
  const lifecycle = known.lifecycles.get(id);
  if (!lifecycle) return 'unknown-user';
  const roles = known.roles.get(id) ?? [];
  const user = { id, lifecycle, roles, sourced: known.sourced.get(id) };
  const at = deps.now();
  if (id === actor.user.id) return whyNotOwn(staying, act, user, at);
  if (hasHigherRank(actor, roles)) return 'higher-role';
  if (act.type === 'invite') return whyNotInvited(deps, actor, lifecycle, { id, known });
  return whyNotChanged(staying, act, user, at);
}

/** The user has already what the act gives. */
const unchangedCodes: ReadonlySet<BulkCode> = new Set([
  'already-so',
  'longer-membership',
  'not-in-period',
]);

/** Returns the row of a user, with why the user would not change. */
function rowOf(code: BulkCode | undefined, { userId, typed }: Named): NewRow {
  if (code === 'unknown-user') return { userId: null, typed, result: 'refused', code };
  const named = { userId, typed: null };
  if (code === undefined) return { ...named, result: 'waiting', code: null };
  const isSo = unchangedCodes.has(code);
  return { ...named, result: isSo ? 'unchanged' : 'refused', code };
}

/** Returns the users of a bulk change. @throws `request.invalid` for a filter that finds too many */
export async function previewRows(
  deps: PreviewDeps,
  queries: Queries,
  actor: Actor,
  { act, users }: { act: Act; users: BulkUsers },
): Promise<NewRow[]> {
  const named = await findGiven(deps, queries, actor, users);
  if (act.type === 'invite') checkMost(named, maxNamedUsers);
  const staying: Staying = { administrators: await listAdministrators(queries) };
  const rows: NewRow[] = [];
  for (const batch of batchesOf(named)) {
    const ids = batch.flatMap(({ userId }) => userId ?? []);
    const known = await load(deps, queries, act, ids);
    for (const one of batch)
      rows.push(rowOf(codeOf(deps, actor, act, { id: one.userId ?? '', known, staying }), one));
  }
  return rows;
}
