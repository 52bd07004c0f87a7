// Two-step verification of a user, as the account page shows it.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { SecondFactorState } from '@brama/contract/second-factor/account';
import { concernedMethods } from '../../factors/policy.ts';
import type { Session } from '../../sessions/session.ts';
import { canSignInBy } from '../../users/ways-in.ts';
import type { SecondFactorContext } from '../set-up/context.ts';

type Deps = Pick<SecondFactorContext, 'db' | 'factors' | 'enabledMethods'>;

const timeOf = (ms: number) => new Date(ms).toISOString();

/** Returns null for a user who is not offered it and has not turned it on. */
export async function findSecondFactor(
  deps: Deps,
  session: Session,
): Promise<SecondFactorState | null> {
  const { db, factors, enabledMethods } = deps;
  const { userId } = session;
  const canUse = (methods: readonly MethodId[]) =>
    canSignInBy(
      db,
      userId,
      methods.filter((id) => enabledMethods.includes(id)),
    );
  const [policy, app, hasPasskey, isConcerned] = await Promise.all([
    factors.policy.policyOf(db, userId),
    factors.totp.find(userId),
    canUse(['passkey']),
    canUse(concernedMethods),
  ]);
  const isOffered = policy !== 'off' && isConcerned;
  if (!isOffered && !app) return null;
  const isRequired = policy === 'required';
  // they also replace a passkey where a change of the ways to sign in asks for it
  const usesCodes = app !== undefined || hasPasskey;
  const refusal = await factors.removals.refusalOf(db, userId, { factor: 'authenticator-app' });
  const missing = await factors.changes.missing(session);
  const browsers = await factors.remembered.listOfUser(userId);
  return {
    app: app
      ? {
          since: timeOf(app.createdAt),
          lastUsed: app.lastUsedAt === null ? null : timeOf(app.lastUsedAt),
        }
      : null,
    isRequired,
    isOffered,
    canTurnOff: refusal === undefined,
    codesLeft: usesCodes ? await factors.recoveryCodes.countLeft(userId) : null,
    fresh: missing === null,
    missing,
    browsers: browsers.map(({ id, browser, system, createdAt, expiresAt }) => ({
      id,
      browser,
      system,
      since: timeOf(createdAt),
      until: timeOf(expiresAt),
    })),
  };
}
