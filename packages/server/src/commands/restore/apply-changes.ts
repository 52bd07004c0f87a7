// Disables and erases users and takes roles, as it has happened after the backup. Runs before the first sign-in.

import { isRole, type Role } from '@brama/contract/admin/roles';
import { revokeUsers } from '../../app/revoke-users.ts';
import type { Change } from '../../events/change.ts';
import { changeUser } from '../../users/changes/change-users.ts';
import { loadTarget } from '../../users/changes/target.ts';
import { effectiveState } from '../../users/lifecycle/effective-state.ts';
import { eraseUser } from '../../users/lifecycle/erase-user.ts';
import type { HashUsername } from '../../users/lifecycle/former-usernames.ts';
import { endWithRole, removeRoles } from '../../users/roles/role-store.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import { Refusal } from '../backup/refusal.ts';
import type { Changes, ExportedChanges, TypedChange } from './changes-list.ts';

type Deps = { hashUsername: HashUsername; hashExternalId: HashExternalId; at: number };

type Acts = {
  /** `byAdministrator`: not only because of dates. */
  disable: { id: string; byAdministrator: boolean }[];
  erase: string[];
  revoke: { id: string; role: Role }[];
};

/** Takes every role that the list does not have. */
async function rolesToRevoke(
  { queries }: Change,
  { roles: kept }: ExportedChanges,
): Promise<Acts['revoke']> {
  const keys = new Set(kept.map(({ id, role }) => `${role} ${id}`));
  const rows = await queries.selectFrom('user_roles').select(['user_id', 'role']).execute();
  return rows.flatMap(({ user_id: id, role }) =>
    isRole(role) && !keys.has(`${role} ${id}`) ? { id, role } : [],
  );
}

/** @throws {Refusal} for a username that no user of the backup has. */
async function idsOf({ queries }: Change, list: readonly TypedChange[]) {
  const ids = new Map<string, string>();
  const unknown: string[] = [];
  for (const { username } of list) {
    const user = queries.selectFrom('users').select('id').where('username_key', '=', username);
    const found = await user.where('erased_at', 'is', null).executeTakeFirst();
    if (found) ids.set(username, found.id);
    else unknown.push(username);
  }
  if (unknown.length > 0)
    throw new Refusal(`The backup has no users with these names: ${unknown.join(', ')}.`);
  return ids;
}

async function actsOf(change: Change, changes: Changes): Promise<Acts> {
  if (changes.kind === 'exported') {
    const { list } = changes;
    return {
      disable: list.disabled,
      erase: list.erased,
      revoke: await rolesToRevoke(change, list),
    };
  }
  const ids = await idsOf(change, changes.list);
  const idOf = ({ username }: TypedChange) => ids.get(username) ?? '';
  const having = (act: TypedChange['act']) => changes.list.filter((one) => one.act === act);
  return {
    disable: having('disable').map((one) => ({ id: idOf(one), byAdministrator: true })),
    erase: having('erase').map(idOf),
    revoke: changes.list.flatMap((one) =>
      one.act === 'revoke' ? { id: idOf(one), role: one.role } : [],
    ),
  };
}

async function revoke(change: Change, { id, role }: { id: string; role: Role }): Promise<boolean> {
  if (!(await removeRoles(change.queries, id, [role]))) return false;
  await endWithRole(change.queries, id);
  await change.record({ type: 'role.revoked', userId: id, role });
  return true;
}

/** A user who was created after the backup is not there. */
async function disable(
  change: Change,
  { id, byAdministrator }: Acts['disable'][number],
  { at }: Deps,
): Promise<boolean> {
  const target = await loadTarget(change.queries, id);
  if (!target) return false;
  const { facts } = target.lifecycle;
  const isDisabled = byAdministrator
    ? facts.disabledByAdministrator
    : effectiveState(facts, at).disabled;
  if (isDisabled) return false;
  const failWrite = (error: unknown) => {
    throw error;
  };
  const deps = { revokeUsers, endReason: 'restored', at, failWrite };
  await changeUser(deps, change, target, { disabledByAdministrator: true });
  return true;
}

async function erase(
  change: Change,
  id: string,
  { hashUsername, hashExternalId, at }: Deps,
): Promise<boolean> {
  const target = await loadTarget(change.queries, id);
  if (!target) return false;
  const { user, usernameKey } = target;
  // all stored responses are deleted
  const forgetResponses = async () => undefined;
  const deps = { revokeUsers, hashUsername, hashExternalId, forgetResponses, at };
  await eraseUser(change.queries, { id, username: user.username, usernameKey }, deps);
  await change.record({ type: 'user.erased', userId: id });
  return true;
}

export type Applied = { disabled: number; erased: number; roles: number };

/** Applies the list, in the caller's transaction. @throws {Refusal} for an unknown username. */
export async function applyChanges(change: Change, changes: Changes, deps: Deps): Promise<Applied> {
  const acts = await actsOf(change, changes);
  const applied: Applied = { disabled: 0, erased: 0, roles: 0 };
  for (const one of acts.revoke) applied.roles += Number(await revoke(change, one));
  for (const one of acts.disable) applied.disabled += Number(await disable(change, one, deps));
  for (const id of acts.erase) applied.erased += Number(await erase(change, id, deps));
  return applied;
}
