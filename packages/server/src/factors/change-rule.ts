// Which sessions may change how a user signs in: factors, passkeys, linked accounts and the secondary email address. A password, or
// a remembered browser, must not suffice to remove the factor that protects against a stolen password.

import { amrOf } from '../sessions/assurance.ts';
import { isRecentSignIn, type Session } from '../sessions/session.ts';
import type { TotpFactors } from './totp.ts';

export type ChangeRule = {
  /** Returns whether the sign-in is recent, and had the second factor of a user who has an authenticator app. */
  mayChange(session: Session): Promise<boolean>;
  /** Returns whether the user has an authenticator app, and signed in without a second factor. Diia counts as one. */
  lacksFactor(session: Session): Promise<boolean>;
};

export function createChangeRule({
  totp,
  now,
}: {
  totp: Pick<TotpFactors, 'find'>;
  now: () => number;
}): ChangeRule {
  async function lacksFactor(session: Session): Promise<boolean> {
    if (session.method === 'diia' || amrOf(session).includes('mfa')) return false;
    return (await totp.find(session.userId)) !== undefined;
  }

  return {
    lacksFactor,
    mayChange: async (session) => isRecentSignIn(session, now()) && !(await lacksFactor(session)),
  };
}
