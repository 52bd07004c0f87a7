// Invites new users to choose their first password by an email.

import type { MethodId } from '@brama/contract/pages/login-page';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Call, Handlers, Preparations, ReplayChecks } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Database } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { StoredUser } from '../../users/changes/target.ts';
import type { Invitations, Invited } from '../../users/invitations.ts';
import { hasEnded, hasStarted, type Period } from '../../users/lifecycle/effective-state.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { waysOf } from '../../users/ways-in.ts';
import { lockTarget } from './user-rules.ts';

export type InvitationDeps = {
  /** Undefined where email is off. */
  invitations: Invitations | undefined;
  enabledMethods: readonly MethodId[];
  now(): number;
};

/** The paths of the fields in `admin.conflict`. */
const fieldOf: Record<MethodId, string> = {
  password: 'password',
  diia: 'taxId',
  google: 'identities.google',
  passkey: 'passkeys',
};

/** Says which date keeps the user from signing in. */
function periodIssues(period: Period, at: number) {
  return {
    ...(!hasStarted(period, at) && { validFrom: 'has not come yet' }),
    ...(hasEnded(period, at) && { validUntil: 'is over' }),
  };
}

/**
 * Stores the invitation of a user who is locked. The caller sends it after the commit.
 * @throws `admin.conflict` with the reasons why the user cannot be invited.
 */
export async function issueInvitation(
  { invitations, enabledMethods, now }: InvitationDeps,
  { queries, record }: Pick<Call, 'queries' | 'record'>,
  { user: { id: userId, email, disabled }, lifecycle: { facts } }: StoredUser,
): Promise<Invited> {
  const ways = await waysOf(queries, userId, enabledMethods);
  const fields = {
    ...(email === null && { email: 'is missing' }),
    ...(!invitations && { email: 'this server sends no email' }),
    ...(disabled && { disabled: 'the user cannot sign in now' }),
    ...periodIssues(facts, now()),
    ...Object.fromEntries(ways.map((one) => [fieldOf[one], 'is a way to sign in already'])),
  };
  if (!invitations || email === null || Object.keys(fields).length > 0)
    return fail('admin.conflict', { fields });
  const { token, expiresAt } = await invitations.issue(queries, { userId, email });
  await record({ type: 'user.invited', userId, details: { until: isoTime(expiresAt) } });
  return { userId, email, token, expiresAt };
}

/**
 * Stores the invitation of a user who is locked, and sends it after the commit.
 * @throws `admin.conflict` with the reasons why the user cannot be invited.
 */
export async function invite(
  deps: InvitationDeps,
  call: Pick<Call, 'queries' | 'record' | 'afterCommit'>,
  user: StoredUser,
): Promise<{ expiresAt: number }> {
  const invited = await issueInvitation(deps, call, user);
  call.afterCommit(() => deps.invitations?.send(invited));
  return invited;
}

export function createInvitationHandlers(deps: InvitationDeps): Handlers<'inviteUser'> {
  return {
    async inviteUser(call) {
      const { actor, params, queries } = call;
      const target = await lockTarget(queries, actor, params.id);
      if ((await checkMayActAs(queries, actor, params.id, deps.now())).isAdministrator)
        fail('admin.conflict', {
          fields: { id: 'is an administrator: use access-code' },
        });
      return { expiresAt: isoTime((await invite(deps, call, target)).expiresAt) };
    },
  };
}

/** Counts invitations before the transaction of the change, and not those that it refuses. @throws `request.too-many` */
export function createInvitationPreparations({
  db,
  invitations,
}: Pick<InvitationDeps, 'invitations'> & { db: Database }): Pick<
  Preparations,
  'createUser' | 'inviteUser'
> {
  async function count(email: string | null | undefined) {
    if (!email || !invitations) return undefined;
    return (await invitations.admit(emailKey(email))).withdraw;
  }
  return {
    createUser: async ({ body }) => (body.invite ? count(body.email) : undefined),
    async inviteUser({ params: { id } }) {
      const users = db.selectFrom('users').select('email').where('id', '=', id);
      return count((await users.executeTakeFirst())?.email);
    },
  };
}

/** A creation that is repeated sends no second invitation, so it is not counted. An erasure deletes the response. */
export const createInvitationReplayChecks = ({
  invitations,
}: InvitationDeps): Pick<ReplayChecks, 'createUser'> => ({
  async createUser({ body: { email, invite: isInvited }, afterCommit }) {
    if (isInvited && email) afterCommit(() => invitations?.refund(emailKey(email)));
  },
});
