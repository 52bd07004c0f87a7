// The dependencies that the files of this folder share, and who it is that must provide a second factor.

import type { FastifyRequest } from 'fastify';
import type { Database } from '../../database/connect.ts';
import type { EventCounter } from '../../events/counter.ts';
import type { NotifyUser } from '../../events/notice.ts';
import type { EventStore } from '../../events/store.ts';
import type { PendingSignIn, PendingSignIns } from '../../factors/pending-sign-ins.ts';
import type { RecoveryCodes } from '../../factors/recovery-codes.ts';
import type { RememberedBrowsers } from '../../factors/remembered-browsers.ts';
import type { TotpFactors } from '../../factors/totp.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import type { PendingCookie, RememberedCookie } from '../../http/second-factor-cookies.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Site } from '../../pages/web-build.ts';
import { isRecovered } from '../../sessions/assurance.ts';
import type { CompleteSignIn, TrustDevice } from '../../sessions/complete-sign-in.ts';
import type { Session } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/store.ts';
import type { UserStore } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import type { AdmitCode } from './attempt-limits.ts';
import type { SecondFactorPasskeys } from './passkeys.ts';

export type Verification = {
  db: Database;
  site: Site;
  users: UserStore;
  events: { store: EventStore; counter: EventCounter };
  notifyUser: NotifyUser;
  totp: TotpFactors;
  recoveryCodes: RecoveryCodes;
  pendingSignIns: PendingSignIns;
  rememberedBrowsers: RememberedBrowsers;
  sessions: SessionStore;
  http: {
    sessionCookie: SessionCookie;
    pendingCookie: PendingCookie;
    rememberedCookie: RememberedCookie;
  };
  limits: {
    admitCode: AdmitCode;
    requestLimits: RequestLimits;
    /** Returns the id of the device if this user has passed a second factor on it before. */
    trustedDevice(request: FastifyRequest, userId: string): Promise<string | undefined>;
    trustDevice: TrustDevice;
  };
  completeSignIn: CompleteSignIn;
  /** Returns the target of a form that continues without the level that an application asks for; empty if it is required. */
  findWaiver(request: FastifyRequest): Promise<string>;
  /** Undefined where passkeys are off. */
  passkeys: SecondFactorPasskeys | undefined;
  now: () => number;
};

/** Who must provide a second factor: the user of a pending sign-in, or a signed-in user whose session is raised. */
export type Subject = { user: User } & (
  | { pending: PendingSignIn; session?: undefined }
  | { session: Session; pending?: undefined }
);

/** Returns the pending sign-in of this browser, whatever step it lacks, or else its session. */
export async function findSubject(
  { users, http }: Pick<Verification, 'users' | 'http'>,
  request: FastifyRequest,
): Promise<Subject | undefined> {
  const pending = await http.pendingCookie.find(request);
  const user = pending && (await users.byId(pending.signIn.userId));
  if (pending && user) return { pending, user };
  return http.sessionCookie.signedIn(request);
}

/** Returns whether the sign-in or the session can go on by a second factor that the user has. A recovered session cannot. */
export function isVerifiable({ pending, session }: Subject): boolean {
  return pending ? pending.step === 'verify' : !isRecovered(session);
}
