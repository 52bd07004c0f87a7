// Creates and changes users, and renews guests.

import { randomUUID } from 'node:crypto';
import type { adminRoutes } from '@brama/contract/admin/routes';
import type { ChangedUser } from '@brama/contract/admin/user-changes';
import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Call, Handlers, InputChecks } from '../../admin/handler.ts';
import { checkAll } from '../../admin/refusals.ts';
import { timeFrom } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { fail } from '../../errors.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { insertUser } from '../../users/changes/change-users.ts';
import type { GivenUser } from '../../users/changes/facts.ts';
import { readUser, type StoredUser, type Target } from '../../users/changes/target.ts';
import { blankRow, changedFacts, columnsFrom, type FactColumns } from '../../users/columns.ts';
import { checkGroupsExist } from '../../users/groups.ts';
import { always } from '../../users/lifecycle/effective-state.ts';
import { findFormer, type HashUsername } from '../../users/lifecycle/former-usernames.ts';
import type { LifecycleChange } from '../../users/lifecycle/lifecycle-store.ts';
import { rolesOf } from '../../users/roles/role-store.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import type { ValidateTaxId } from '../../users/tax-id.ts';
import { checkAccessFields } from './access-rules.ts';
import { changeUserBy, checkOwned, checkPeriod } from './change-by-caller.ts';
import { type InvitationDeps, invite } from './invitations.ts';
import { showUserTo } from './show-user.ts';
import {
  checkGiven,
  checkMayChangeWays,
  checkMayGrant,
  checkMayShareAddress,
  checkSponsorEnabled,
  datesOf,
  failWrite,
  lockTarget,
} from './user-rules.ts';

export type ChangeUsersDeps = InvitationDeps & {
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  hashTaxId(taxId: string): string;
  validateTaxId: ValidateTaxId;
  /** Returns why the hash of a password cannot be used. */
  validatePasswordHash(hash: string): string | undefined;
  revokeUsers: RevokeUsers;
  now(): number;
};

type NewColumns = FactColumns & Pick<UsersTable, 'username' | 'tax_id_hash' | 'password_hash'>;

function lifecycleFrom({
  disabled,
  disabledNote,
  validFrom,
  validUntil,
  sponsorId,
}: ChangedUser): LifecycleChange {
  return {
    ...(disabled !== undefined && {
      disabledByAdministrator: disabled,
      disabledNote: disabledNote ?? null,
    }),
    ...(validFrom !== undefined && { validFrom: timeFrom(validFrom) }),
    ...(validUntil !== undefined && { validUntil: timeFrom(validUntil) }),
    ...(sponsorId !== undefined && { sponsorId }),
  };
}

async function createUser(queries: Queries, columns: NewColumns, at: number): Promise<Target> {
  const user = {
    ...blankRow,
    id: randomUUID(),
    version: 0,
    created_at: at,
    updated_at: at,
    ...columns,
  };
  return insertUser(queries, user).catch(failWrite);
}

/** Returns the tax number as the rules need it. */
const givenTaxId = (
  { hashTaxId, validateTaxId }: ChangeUsersDeps,
  taxId: string | null | undefined,
): GivenUser['taxId'] =>
  taxId ? { hash: hashTaxId(taxId), invalid: validateTaxId(taxId) } : undefined;

/** @throws `request.invalid` for an end that is over, or not later than the former one. */
function checkNewEnd(end: number, { former, now }: { former: number | null; now: number }): void {
  const refuse = (reason: string) => fail('request.invalid', { fields: { validUntil: reason } });
  if (end <= now) refuse('must be in the future');
  if (former !== null && end <= former) refuse('must be later than the current end date');
}

/** @throws `admin.conflict` for the username of an erased user. */
async function checkFormer({ hashUsername }: ChangeUsersDeps, queries: Queries, username: string) {
  if ((await findFormer(queries, [hashUsername(searchKey(username))])).size > 0)
    fail('admin.conflict', { fields: { username: 'belonged to an erased user' } });
}

/** @throws `admin.conflict` for the username of another user. */
async function checkFree(queries: Queries, username: string): Promise<void> {
  const users = queries.selectFrom('users').select('id');
  const taken = users.where('username_key', '=', searchKey(username));
  if (await taken.executeTakeFirst()) fail('admin.conflict', { fields: { username: 'is taken' } });
}

const groupPath = (index: number) => `groups.${index}`;

/** @throws `request.invalid` for a hash that cannot be used. */
function checkPasswordHash({ validatePasswordHash }: ChangeUsersDeps, hash: string | undefined) {
  const reason = hash === undefined ? undefined : validatePasswordHash(hash);
  if (reason !== undefined) fail('request.invalid', { fields: { passwordHash: reason } });
}

type NewUser = Call<(typeof adminRoutes)['createUser']>['body'];

/** @throws `request.invalid` for a reason without the disabling. */
function checkNote({ disabled, disabledNote }: ChangedUser): void {
  if (typeof disabledNote === 'string' && disabled !== true)
    fail('request.invalid', { fields: { disabledNote: 'needs disabled: true' } });
}

/** Returns the checks of a new user, also of one whose other fields are refused, and the one that the insert makes too. */
function checksOfNewUser(
  deps: ChangeUsersDeps,
  queries: Queries,
  {
    username,
    groups = [],
    passwordHash,
    ...fields
  }: { [Name in keyof NewUser]?: NewUser[Name] | undefined },
) {
  const given = {
    username,
    usernameKey: username && searchKey(username),
    email: fields.email,
    taxId: givenTaxId(deps, fields.taxId),
    sponsor: fields.sponsorId,
  };
  const checks = [
    () => checkPasswordHash(deps, passwordHash),
    () => checkPeriod(fields),
    () => checkNote(fields),
    () => checkGroupsExist(queries, groups, groupPath),
    () => checkGiven(queries, given, deps.hashUsername),
  ];
  return { checks, isFree: () => username !== undefined && checkFree(queries, username) };
}

/** Checks the values of a changed user. @throws `request.invalid`, `admin.conflict` */
const checkChangedUser = (
  deps: ChangeUsersDeps,
  queries: Queries,
  id: string,
  body: ChangedUser,
): Promise<void> =>
  checkAll([
    () => checkNote(body),
    () =>
      checkGiven(
        queries,
        { id, email: body.email, taxId: givenTaxId(deps, body.taxId), sponsor: body.sponsorId },
        deps.hashUsername,
      ),
  ]);

type CheckedUser = Call<(typeof adminRoutes)['validateUser']>['body'];

/** @throws `admin.conflict` for a given field that belongs to a source, and differs. */
async function checkNotOwned(
  queries: Queries,
  id: string,
  body: ChangedUser,
  at: number,
): Promise<void> {
  const stored = await readUser(queries, id);
  if (!stored) return;
  const target = { ...stored, roles: await rolesOf(queries, id) };
  const change = { columns: columnsFrom(body), ...lifecycleFrom(body) };
  await checkOwned(queries, target, change, at);
}

/** Checks the given fields alone, of a new user or of the one with the id. @throws `request.invalid`, `admin.conflict` */
async function checkTyped(
  deps: ChangeUsersDeps,
  queries: Queries,
  { id, ...given }: CheckedUser,
): Promise<void> {
  if (id !== undefined) {
    await checkChangedUser(deps, queries, id, given);
    return checkNotOwned(queries, id, given, deps.now());
  }
  const { checks, isFree } = checksOfNewUser(deps, queries, given);
  await checkAll([...checks, isFree]);
}

export const createUserInputChecks = (deps: ChangeUsersDeps) =>
  ({
    validateUser: ({ body, queries }) => checkTyped(deps, queries, body),
    async createUser({ body, queries }) {
      const { checks, isFree } = checksOfNewUser(deps, queries, body);
      await checkAll([...checks, isFree]);
    },
    async updateUser({ actor, params: { id }, body, queries }) {
      await lockTarget(queries, actor, id);
      await checkChangedUser(deps, queries, id, body);
    },
  }) satisfies InputChecks;

/** Returns the names of the given fields that differ from the stored ones. */
function changedFieldsOf(
  body: ChangedUser,
  { user: stored, lifecycle: { facts, sponsorId, disabledNote } }: StoredUser,
  isNewTaxId: boolean,
): string[] {
  const isChanged = {
    taxId: isNewTaxId,
    disabled: body.disabled !== facts.disabledByAdministrator,
    disabledNote: (body.disabledNote ?? null) !== disabledNote,
    validFrom: timeFrom(body.validFrom) !== facts.validFrom,
    validUntil: timeFrom(body.validUntil) !== facts.validUntil,
    sponsorId: body.sponsorId !== sponsorId,
  };
  const others = (Object.keys(isChanged) as (keyof typeof isChanged)[]).filter(
    (field) => body[field] !== undefined && isChanged[field],
  );
  return [...changedFacts(stored, body), ...others].sort();
}

export function createUserChangeHandlers(
  deps: ChangeUsersDeps,
): Handlers<'createUser' | 'updateUser' | 'validateUser' | 'renewGuest'> {
  const { now } = deps;
  const taxIdHashOf = (taxId: string | null | undefined) => taxId && deps.hashTaxId(taxId);
  return {
    async createUser({ actor, body, queries, ...call }) {
      const { username, groups = [], passwordHash, invite: isInvited, ...fields } = body;
      checkMayGrant(actor, groups, groupPath);
      await checkAccessFields(queries, actor, undefined, fields);
      const { checks, isFree } = checksOfNewUser(deps, queries, body);
      await checkAll(checks, [isFree]);
      await checkMayShareAddress(queries, actor, { email: fields.email }, now());
      const at = now();
      const tax_id_hash = taxIdHashOf(fields.taxId) ?? null;
      const secrets = { tax_id_hash, password_hash: passwordHash ?? null };
      const columns = { ...columnsFrom({ ...fields, username }), username, ...secrets };
      const created = await createUser(queries, columns, at);
      const { id } = created.user;
      // the insert may have waited until another user of this name was erased
      await checkFormer(deps, queries, username);
      const details = {
        fields: Object.keys(body).sort(),
        ...datesOf(body),
        ...(groups.length > 0 && { groups }),
      };
      await call.record({ type: 'user.created', userId: id, details });
      const memberships = groups.map((group) => ({ group, ...always }));
      const change = { ...lifecycleFrom(fields), memberships };
      const user = await changeUserBy(deps, { ...call, queries }, created, change, {
        isNew: true,
      });
      if (isInvited) await invite(deps, { ...call, queries }, user);
      return showUserTo(actor, queries, user, at);
    },

    async validateUser({ body, queries }) {
      await checkTyped(deps, queries, body);
    },

    async updateUser({ actor, params: { id }, body, version, queries, ...call }) {
      const target = await lockTarget(queries, actor, id);
      if (target.version !== version) fail('admin.version-conflict');
      await checkAccessFields(queries, actor, target.user, body);
      await checkChangedUser(deps, queries, id, body);
      const taxIdHash = taxIdHashOf(body.taxId);
      const given = { email: body.email, taxIdHash };
      const changed = await checkMayChangeWays(queries, actor, target, given, now());
      if (changed.email)
        await checkMayShareAddress(queries, actor, { id, email: body.email }, now());
      const fields = changedFieldsOf(body, target, changed.taxId);
      if (fields.length === 0) return showUserTo(actor, queries, target, now());
      await call.record({
        type: 'user.changed',
        userId: id,
        details: { fields, ...datesOf(body) },
      });
      const columns = {
        ...columnsFrom(body),
        ...(changed.taxId && { tax_id_hash: taxIdHash ?? null }),
      };
      const change = { columns, ...lifecycleFrom(body) };
      const user = await changeUserBy(deps, { ...call, queries }, target, change);
      return showUserTo(actor, queries, user, now());
    },

    async renewGuest({ actor, params: { id }, body, queries, ...call }) {
      const target = await lockTarget(queries, actor, id);
      const { sponsorId: former, facts } = target.lifecycle;
      if (former === null)
        return fail('admin.conflict', { fields: { sponsorId: 'the user is not a guest' } });
      const sponsorId = body.sponsorId ?? former;
      const validUntil = Date.parse(body.validUntil);
      await checkAll([
        () => body.sponsorId === undefined && checkSponsorEnabled(queries, sponsorId),
        () => checkGiven(queries, { id, sponsor: body.sponsorId }, deps.hashUsername),
        () => checkNewEnd(validUntil, { former: facts.validUntil, now: now() }),
      ]);
      await call.record({ type: 'guest.renewed', userId: id, details: datesOf(body) });
      const change = { validUntil, sponsorId };
      const user = await changeUserBy(deps, { ...call, queries }, target, change);
      return showUserTo(actor, queries, user, now());
    },
  };
}
