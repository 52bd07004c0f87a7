// Creates and changes users, and renews guests.

import { randomUUID } from 'node:crypto';
import type { ChangedUser } from '@brama/contract/admin/user-changes';
import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { isTaken, isUniqueViolation } from '../../../database/errors.ts';
import type { UsersTable } from '../../../database/tables/user-tables.ts';
import { fail } from '../../../errors.ts';
import { voidResetLinks } from '../../../factors/remove-factors.ts';
import type { NotifyUser } from '../../../pages/emails/account-notices.ts';
import type { RevokeUsers } from '../../../sessions/revocation.ts';
import { always } from '../../../users/lifecycle/effective-state.ts';
import { findFormer, type HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import type { LifecycleChange } from '../../../users/lifecycle/lifecycle-store.ts';
import type { ValidateTaxId } from '../../../users/tax-id.ts';
import { timeFrom } from '../../times.ts';
import type { Handlers } from '../handler.ts';
import { checkAccessFields } from './access-rules.ts';
import { changeLifecycle } from './change-lifecycle.ts';
import { type InvitationDeps, invite } from './invitations.ts';
import { showUser, showUserTo } from './show-user.ts';
import {
  checkFields,
  checkGroupsExist,
  checkMayChangeWays,
  checkMayGrant,
  checkMayShareAddress,
  checkNames,
  checkSponsor,
  checkSponsorEnabled,
  datesOf,
  lockTarget,
} from './user-rules.ts';

export type ChangeUsersDeps = InvitationDeps & {
  hashUsername: HashUsername;
  hashTaxId(taxId: string): string;
  validateTaxId: ValidateTaxId;
  /** Returns why the hash of a password cannot be used. */
  validatePasswordHash(hash: string): string | undefined;
  revokeUsers: RevokeUsers;
  notifyUser: NotifyUser;
  now(): number;
};

type Columns = Partial<
  Pick<
    UsersTable,
    | 'full_name'
    | 'full_name_en'
    | 'given_name'
    | 'email'
    | 'email_key'
    | 'student_id'
    | 'employee_id'
    | 'data'
    | 'tax_id_hash'
    | 'password_hash'
  >
>;

const nfc = (text: string | null) => text?.normalize('NFC') ?? null;

/** Returns the columns of the given fields. */
function columnsFrom(body: ChangedUser): Columns {
  const { fullName, fullNameEn, givenName, email, studentId, employeeId, data } = body;
  return {
    ...(fullName !== undefined && { full_name: fullName.normalize('NFC') }),
    ...(fullNameEn !== undefined && { full_name_en: nfc(fullNameEn) }),
    ...(givenName !== undefined && { given_name: nfc(givenName) }),
    ...(email !== undefined && { email: nfc(email), email_key: email && emailKey(email) }),
    ...(studentId !== undefined && { student_id: nfc(studentId) }),
    ...(employeeId !== undefined && { employee_id: nfc(employeeId) }),
    ...(data !== undefined && { data: JSON.stringify(data ?? {}) }),
  };
}

function lifecycleFrom({
  disabled,
  validFrom,
  validUntil,
  sponsorId,
}: ChangedUser): LifecycleChange {
  return {
    ...(disabled !== undefined && { disabledByAdministrator: disabled }),
    ...(validFrom !== undefined && { validFrom: timeFrom(validFrom) }),
    ...(validUntil !== undefined && { validUntil: timeFrom(validUntil) }),
    ...(sponsorId !== undefined && { sponsorId }),
  };
}

/** Without the cause, because the message of the database may contain the hash. */
function failWrite(error: unknown): never {
  if (isTaken(error, 'tax_id_hash')) return fail('admin.conflict', { fields: takenTaxId });
  if (!isUniqueViolation(error)) throw error;
  return fail('admin.conflict', { fields: { username: 'is taken' }, cause: error });
}

async function insertUser(queries: Queries, username: string, columns: Columns, at: number) {
  const id = randomUUID();
  const user = {
    ...{ id, username, username_key: searchKey(username), full_name: username },
    ...{ full_name_en: null, given_name: null, email: null, email_key: null },
    ...{ student_id: null, employee_id: null, tax_id_hash: null, data: '{}', groups: '[]' },
    ...{ password_hash: null, password_renewed_from: null, password_given: null, disabled: 0 },
    ...{ version: 0, created_at: at, updated_at: at },
    ...columns,
  };
  try {
    await queries.insertInto('users').values(user).execute();
  } catch (error) {
    failWrite(error);
  }
  return id;
}

/** One that is stored already stays. @throws `request.invalid` for a new tax number with a typing error. */
function checkNewTaxId(
  { validateTaxId }: ChangeUsersDeps,
  taxId: string | null | undefined,
  { isNew = false },
) {
  const reason = taxId && isNew ? validateTaxId(taxId) : undefined;
  if (reason !== undefined) fail('request.invalid', { fields: { taxId: reason } });
}

const takenTaxId = { taxId: 'belongs to another user' };

/** @throws `admin.conflict` if another user has the tax number. */
async function checkTaxId(queries: Queries, hash: string | null | undefined, id?: string) {
  if (typeof hash !== 'string') return;
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where('tax_id_hash', '=', hash)
    .executeTakeFirst();
  if (row && row.id !== id) fail('admin.conflict', { fields: takenTaxId });
}

async function updateColumns(queries: Queries, id: string, columns: Columns) {
  if (Object.keys(columns).length === 0) return;
  try {
    await queries.updateTable('users').set(columns).where('id', '=', id).execute();
  } catch (error) {
    failWrite(error);
  }
}

/** @throws `admin.conflict` for the username of an erased user. */
async function checkFormer({ hashUsername }: ChangeUsersDeps, queries: Queries, username: string) {
  if ((await findFormer(queries, [hashUsername(searchKey(username))])).size > 0)
    fail('admin.conflict', { fields: { username: 'belonged to an erased user' } });
}

/** Notifies the user, because others could sign in with the new mailbox or tax number. */
function announce(
  { notifyUser }: ChangeUsersDeps,
  userId: string,
  { email, taxId }: Awaited<ReturnType<typeof checkMayChangeWays>>,
) {
  const about = { userId, language: 'uk' as const, formerEmail: email?.former ?? undefined };
  if (email) notifyUser('email-changed', about);
  if (taxId) notifyUser('tax-id-changed', about);
}

export function createUserChangeHandlers(
  deps: ChangeUsersDeps,
): Handlers<'createUser' | 'updateUser' | 'renewGuest'> {
  const { now } = deps;
  const taxIdHashOf = (taxId: string | null | undefined) => taxId && deps.hashTaxId(taxId);
  return {
    async createUser({ actor, body, queries, ...call }) {
      const { username: typed, groups = [], passwordHash, invite: isInvited, ...fields } = body;
      checkFields(body, deps.validatePasswordHash);
      checkNewTaxId(deps, body.taxId, { isNew: true });
      checkMayGrant(actor, groups, (index) => `groups.${index}`);
      await checkAccessFields(queries, actor, undefined, fields);
      await checkGroupsExist(queries, groups, (index) => `groups.${index}`);
      const username = typed.normalize('NFKC');
      await checkFormer(deps, queries, username);
      await checkNames(queries, { username, email: fields.email });
      await checkMayShareAddress(queries, actor, { email: fields.email }, now());
      await checkSponsor(queries, fields.sponsorId, undefined);
      const at = now();
      const tax_id_hash = taxIdHashOf(fields.taxId) ?? null;
      await checkTaxId(queries, tax_id_hash);
      const secrets = { tax_id_hash, password_hash: passwordHash ?? null };
      const columns = { ...columnsFrom(fields), ...secrets };
      const id = await insertUser(queries, username, columns, at);
      // the insert may have waited until another user of this name was erased
      await checkFormer(deps, queries, username);
      const details = {
        ...{ fields: Object.keys(body).sort(), ...datesOf(body) },
        ...(groups.length > 0 && { groups: groups.map((group) => group.normalize('NFC')) }),
      };
      await call.record({ type: 'user.created', userId: id, details });
      const memberships = groups.map((group) => ({ group: group.normalize('NFC'), ...always }));
      const change = { ...lifecycleFrom(fields), memberships };
      await changeLifecycle(deps, { ...call, queries }, id, change);
      if (isInvited) await invite(deps, { ...call, queries }, id);
      return showUserTo(actor, queries, id, at);
    },

    async updateUser({ actor, params: { id }, body, version, queries, ...call }) {
      checkFields(body);
      if ((await lockTarget(queries, actor, id)) !== version) fail('admin.version-conflict');
      if (Object.keys(body).length === 0) return showUserTo(actor, queries, id, now());
      await checkNames(queries, { id, email: body.email });
      await checkSponsor(queries, body.sponsorId, id);
      await checkAccessFields(queries, actor, await showUser(queries, id, now()), body);
      const taxIdHash = taxIdHashOf(body.taxId);
      const given = { id, email: body.email, taxIdHash };
      const changed = await checkMayChangeWays(queries, actor, given, now());
      checkNewTaxId(deps, body.taxId, { isNew: changed.taxId });
      if (changed.email)
        await checkMayShareAddress(queries, actor, { id, email: body.email }, now());
      await checkTaxId(queries, taxIdHash, id);
      await updateColumns(queries, id, {
        ...columnsFrom(body),
        ...(changed.taxId && { tax_id_hash: taxIdHash ?? null }),
      });
      if (changed.email || changed.taxId) await voidResetLinks(queries, [id]);
      call.afterCommit(() => announce(deps, id, changed));
      await call.record({
        ...{ type: 'user.changed', userId: id },
        details: { fields: Object.keys(body).sort(), ...datesOf(body) },
      });
      await changeLifecycle(deps, { ...call, queries }, id, lifecycleFrom(body));
      return showUserTo(actor, queries, id, now());
    },

    async renewGuest({ actor, params: { id }, body, queries, ...call }) {
      checkFields(body);
      await lockTarget(queries, actor, id);
      const guest = await showUser(queries, id, now());
      if (guest.sponsorId === null)
        return fail('admin.conflict', { fields: { sponsorId: 'the user is not a guest' } });
      const sponsorId = body.sponsorId ?? guest.sponsorId;
      if (body.sponsorId === undefined) await checkSponsorEnabled(queries, sponsorId);
      await checkSponsor(queries, body.sponsorId, id);
      const validUntil = Date.parse(body.validUntil);
      if (validUntil <= now())
        fail('request.invalid', { fields: { validUntil: 'must be in the future' } });
      if (guest.validUntil !== null && validUntil <= Date.parse(guest.validUntil))
        fail('request.invalid', { fields: { validUntil: 'must be later than the end date' } });
      await call.record({ type: 'guest.renewed', userId: id, details: datesOf(body) });
      await changeLifecycle(deps, { ...call, queries }, id, { validUntil, sponsorId });
      return showUserTo(actor, queries, id, now());
    },
  };
}
