// Rules for changes of users by administrators: who may change whom, and which values are valid. The values are those of a manifest.

import type { ChangedUser } from '@brama/contract/admin/user-changes';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Actor, ReplayChecks } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { isTaken } from '../../database/errors.ts';
import { fail } from '../../errors.ts';
import { type GivenUser, loadFacts } from '../../users/changes/facts.ts';
import { type Refusal, type RefusalCode, refusalsOf } from '../../users/changes/rules.ts';
import { loadTarget, type Target } from '../../users/changes/target.ts';
import type { HashUsername } from '../../users/lifecycle/former-usernames.ts';
import { lockNames } from '../../users/name-clashes.ts';
import { checkMayActAs, checkRank } from '../../users/roles/may-act-on.ts';
import { checkNotSelf } from './access-rules.ts';

const takenTaxId = { taxId: 'belongs to another user' };

/** Without the cause, because the message of the database may contain the hash. */
export function failWrite(error: unknown): never {
  if (isTaken(error, 'tax_id_hash')) return fail('admin.conflict', { fields: takenTaxId });
  if (!isTaken(error, 'username_key')) throw error;
  return fail('admin.conflict', { fields: { username: 'is taken' }, cause: error });
}

/** Loads a user whom the caller may change, locked until the end of the transaction. @throws `admin.not-found`, `admin.higher-role`, `admin.forbidden` */
export async function lockTarget(
  queries: Queries,
  actor: Pick<Actor, 'user' | 'roles'>,
  id: string,
): Promise<Target> {
  checkNotSelf(actor, id);
  const target = (await loadTarget(queries, id)) ?? fail('admin.not-found');
  checkRank(actor, target.roles);
  return target;
}

/**
 * Who reads the mailbox can set a password, and who has the tax number signs in with Diia. Returns which of them differ from the
 * stored ones.
 * @throws `admin.higher-role`, and `admin.conflict` for an administrator: that would be a reset without a second administrator.
 */
export async function checkMayChangeWays(
  queries: Queries,
  actor: Actor,
  { user: { id, email }, taxIdHash, roles }: Target,
  given: { email: string | null | undefined; taxIdHash: string | null | undefined },
  now: number,
): Promise<{ email: boolean; taxId: boolean }> {
  const differs = (value: string | null | undefined, stored: string | null) =>
    value !== undefined && value !== stored;
  const changed = {
    email: differs(given.email, email),
    taxId: differs(given.taxIdHash, taxIdHash),
  };
  const fields = (['email', 'taxId'] as const).filter((field) => changed[field]);
  if (fields.length === 0) return changed;
  if ((await checkMayActAs(queries, actor, id, now, roles)).isAdministrator) {
    const reason = 'is of an administrator: a manifest changes it';
    fail('admin.conflict', { fields: Object.fromEntries(fields.map((one) => [one, reason])) });
  }
  return changed;
}

/** @throws `admin.forbidden` for groups of which the caller is not a member, unless it is an administrator; `path` names their field. */
export function checkMayGrant(
  { roles, user }: Pick<Actor, 'user' | 'roles'>,
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

const notResponsible = {
  isInvalid: true,
  field: 'sponsorId',
  reason: 'is not another enabled user',
} as const;

/** The field of a request and the reason of each refusal. `isInvalid`: `request.invalid`, otherwise \`admin.conflict\`. */
const words: Record<RefusalCode, { isInvalid?: true; field: string; reason: string }> = {
  'username-is-address': { field: 'username', reason: 'is the email address of another user' },
  'username-is-former': { field: 'username', reason: 'belonged to an erased user' },
  'email-is-username': { field: 'email', reason: 'is the username of another user' },
  'tax-id-invalid': { isInvalid: true, field: 'taxId', reason: '' },
  'tax-id-taken': { field: 'taxId', reason: takenTaxId.taxId },
  'sponsor-is-guest': notResponsible,
  'sponsor-unknown': notResponsible,
  'sponsor-disabled': notResponsible,
  'end-not-after-begin': {
    isInvalid: true,
    field: 'validUntil',
    reason: 'is not after validFrom',
  },
  'end-missing': { isInvalid: true, field: 'validUntil', reason: 'is required with a sponsor' },
};

/** @throws `request.invalid` or `admin.conflict` with all refusals, if there are any. */
export function failRefused(refusals: readonly Refusal[]): void {
  if (refusals.length === 0) return;
  const issues = refusals.map(({ code, reason }) => ({
    path: [words[code].field],
    reason: reason ?? words[code].reason,
  }));
  const isInvalid = refusals.some(({ code }) => words[code].isInvalid);
  fail(isInvalid ? 'request.invalid' : 'admin.conflict', { issues });
}

/** Checks the values of one user about which other users decide. @throws `request.invalid`, `admin.conflict` */
export async function checkGiven(
  queries: Queries,
  given: GivenUser,
  hashUsername: HashUsername,
): Promise<void> {
  await lockNames(queries, given);
  const facts = await loadFacts(queries, [given], { hashUsername, sponsorsBy: 'id' });
  failRefused(refusalsOf(given, facts));
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
