// Rules for changes of users by administrators: who may change whom, and which values are valid. The values are those of a manifest.

import type { Role } from '@brama/contract/admin/roles';
import type { ChangedUser } from '@brama/contract/admin/user-changes';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Actor, ReplayChecks } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { isTaken } from '../../database/errors.ts';
import { fail } from '../../errors.ts';
import { lockStoredUser, type StoredUser } from '../../users/changes/stored-user.ts';
import { findNameClashes, lockNames, type NewNames } from '../../users/name-clashes.ts';
import { whyNotResponsible } from '../../users/responsible-user.ts';
import { checkMayActAs, checkMayActOn } from '../../users/roles/may-act-on.ts';
import { checkNotSelf } from './access-rules.ts';

export const takenTaxId = { taxId: 'belongs to another user' };

/** Without the cause, because the message of the database may contain the hash. */
export function failWrite(error: unknown): never {
  if (isTaken(error, 'tax_id_hash')) return fail('admin.conflict', { fields: takenTaxId });
  if (!isTaken(error, 'username_key')) throw error;
  return fail('admin.conflict', { fields: { username: 'is taken' }, cause: error });
}

/** A user whom the caller may change, locked until the end of the transaction. */
export type Target = StoredUser & { roles: readonly Role[] };

/** Locks a user whom the caller may change. @throws `admin.not-found`, `admin.higher-role`, `admin.forbidden` */
export async function lockTarget(queries: Queries, actor: Actor, id: string): Promise<Target> {
  checkNotSelf(actor, id);
  const stored = (await lockStoredUser(queries, id)) ?? fail('admin.not-found');
  return { ...stored, roles: await checkMayActOn(queries, actor, id) };
}

/**
 * Who reads the mailbox can set a password, and who has the tax number signs in with Diia. Returns which of them differ from the
 * stored ones, with the address before, which may be none.
 * @throws `admin.higher-role`, and `admin.conflict` for an administrator: that would be a reset without a second administrator.
 */
export async function checkMayChangeWays(
  queries: Queries,
  actor: Actor,
  { user: { id, email }, taxIdHash }: StoredUser,
  given: { email: string | null | undefined; taxIdHash: string | null | undefined },
  now: number,
): Promise<{ email?: { former: string | null }; taxId?: true }> {
  const differs = (value: string | null | undefined, stored: string | null) =>
    value !== undefined && value !== stored;
  const changed = {
    ...(differs(given.email, email) && { email: { former: email } }),
    ...(differs(given.taxIdHash, taxIdHash) && { taxId: true as const }),
  };
  const fields = Object.keys(changed);
  if (fields.length === 0) return changed;
  if ((await checkMayActAs(queries, actor, id, now)).isAdministrator) {
    const reason = 'is of an administrator: a manifest changes it';
    fail('admin.conflict', { fields: Object.fromEntries(fields.map((one) => [one, reason])) });
  }
  return changed;
}

/** @throws `admin.forbidden` for groups of which the caller is not a member, unless it is an administrator; `path` names their field. */
export function checkMayGrant(
  { roles, user }: Actor,
  groups: readonly string[],
  path: (index: number) => string,
): void {
  if (roles.includes('administrator')) return;
  const others = groups.flatMap((group, index) =>
    user.groups.includes(group) ? [] : [path(index)],
  );
  if (others.length > 0)
    fail('admin.forbidden', {
      fields: Object.fromEntries(others.map((field) => [field, 'is not one of your groups'])),
    });
}

/** @throws `request.invalid` unless the sponsor is another enabled user, as in a manifest. */
export async function checkSponsor(
  queries: Queries,
  sponsorId: string | null | undefined,
  guestId: string | undefined,
): Promise<void> {
  if (!sponsorId) return;
  const row = await queries
    .selectFrom('users')
    .select('disabled')
    .where('id', '=', sponsorId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (whyNotResponsible(row) || sponsorId === guestId)
    fail('request.invalid', { fields: { sponsorId: 'is not another enabled user' } });
}

/** For a renewal by the sponsor whom the guest has. @throws `admin.conflict` if the sponsor is disabled. */
export async function checkSponsorEnabled(queries: Queries, sponsorId: string): Promise<void> {
  const sponsor = await queries
    .selectFrom('users')
    .select('disabled')
    .where('id', '=', sponsorId)
    .executeTakeFirst();
  if (sponsor?.disabled !== 0)
    fail('admin.conflict', { fields: { sponsorId: 'the sponsor is disabled' } });
}

/**
 * A sign-in with a text that is both the username of one user and the address of another would be ambiguous.
 * @throws `admin.conflict`
 */
export async function checkNames(queries: Queries, given: NewNames): Promise<void> {
  await lockNames(queries, given);
  const clashes = await findNameClashes(queries, [given]);
  if (clashes.length === 0) return;
  const reasons = {
    username: 'is the email address of another user',
    email: 'is the username of another user',
  };
  fail('admin.conflict', {
    fields: Object.fromEntries(clashes.map(({ field }) => [field, reasons[field]])),
  });
}

/**
 * Two users with one address cannot sign in with it, so the new user of an address takes this way from the other.
 * @throws `admin.higher-role` if the address is that of a user as whom the caller may not act.
 */
export async function checkMayShareAddress(
  queries: Queries,
  actor: Actor,
  { id, email }: { id?: string; email: ChangedUser['email'] },
  now: number,
): Promise<void> {
  if (!email) return;
  const others = await queries
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('id', '!=', id ?? '')
    .execute();
  for (const other of others) await checkMayActAs(queries, actor, other.id, now);
}

/** Returns the dates of a request as an event has them. */
export const datesOf = ({
  validFrom,
  validUntil,
}: {
  validFrom?: string | null | undefined;
  validUntil?: string | null | undefined;
}) => ({
  ...(typeof validFrom === 'string' && { from: isoTime(Date.parse(validFrom)) }),
  ...(typeof validUntil === 'string' && { until: isoTime(Date.parse(validUntil)) }),
});

export const guestReplayChecks: Pick<ReplayChecks, 'renewGuest'> = {
  async renewGuest({ actor, params: { id }, queries }) {
    await lockTarget(queries, actor, id);
  },
};
