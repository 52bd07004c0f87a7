// Who sets up a second factor in this request: a sign-in that lacks one, or a signed-in user after a recent sign-in.

import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../database/connect.ts';
import type { PendingSignIn } from '../../factors/pending-sign-ins.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { User } from '../../users/user.ts';
import type { SecondFactorContext } from './context.ts';

export type Owner = { id: string; userId: string; user: User } & (
  | { pending: PendingSignIn; signedIn?: undefined }
  | { pending?: undefined; signedIn: SignedIn }
);

/** `sign-in`: no user is signed in. `verify`: the sign-in needs another step. `off`: the policy of the user offers none. */
type NoOwner = { none: 'sign-in' | 'verify' | 'not-recent' | 'off' };

type Deps = Pick<SecondFactorContext, 'db' | 'users' | 'http' | 'factors'>;

async function ownerOfSession(deps: Deps, signedIn: SignedIn): Promise<Owner | NoOwner> {
  const { db, factors } = deps;
  const { session, user } = signedIn;
  const policy = await factors.policy.policyOf(db, user.id);
  if (policy === 'off') return { none: 'off' };
  if (await factors.changes.missing(session)) return { none: 'not-recent' };
  return { id: session.uid, userId: user.id, user, signedIn };
}

/** A user who has a second factor since must provide that one, whatever the policy is: a password alone must not replace it. */
export async function isOutdated(
  { factors }: Pick<SecondFactorContext, 'factors'>,
  queries: Queries,
  { signIn }: PendingSignIn,
): Promise<boolean> {
  return factors.usable.hasAny(queries, signIn.userId);
}

/** A sign-in that waits for the set-up comes first: it is newer than the session of the browser, which may be of another user. */
export async function findOwner(deps: Deps, request: FastifyRequest): Promise<Owner | NoOwner> {
  const { sessionCookie, pendingCookie } = deps.http;
  const pending = await pendingCookie.find(request);
  if (pending?.step === 'set-up') {
    if (await isOutdated(deps, deps.db, pending)) return { none: 'sign-in' };
    const { userId } = pending.signIn;
    const user = await deps.users.byId(userId);
    if (user) return { id: pending.id, userId, user, pending };
  }
  const signedIn = await sessionCookie.signedIn(request);
  if (signedIn) return ownerOfSession(deps, signedIn);
  return { none: pending?.step === 'verify' ? 'verify' : 'sign-in' };
}
