// The dependencies that the files of account recovery share.

import type { FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { Database } from '../database/connect.ts';
import type { Change } from '../events/change.ts';
import type { EventCounter } from '../events/counter.ts';
import type { EventStore } from '../events/store.ts';
import type { AccessCodes } from '../factors/access-codes.ts';
import type { ChangeRule } from '../factors/change-rule.ts';
import type { NewPasswords, PasskeyAdding } from '../factors/new-factors.ts';
import type { PendingSignIns } from '../factors/pending-sign-ins.ts';
import type { SecondaryEmails } from '../factors/secondary-emails.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { PendingCookie } from '../http/second-factor-cookies.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Site } from '../pages/web-build.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { CompleteRecovery, CompleteSignIn } from '../sessions/complete-sign-in.ts';
import type { RevokeUsers } from '../sessions/revocation.ts';
import type { UserStore } from '../users/store.ts';
import type { RecoveryEmails } from './emails.ts';
import type { RecoveryLinks } from './recovery-links.ts';

/** What a recovery does to the roles of its user, in the transaction of the change. */
export type RolesAfterRecovery = {
  /** The roles give no rights for a day, unless an administrator restores them. */
  suspend(change: Change, userId: string): Promise<void>;
  /** The roles give rights again. */
  restore(change: Change, userId: string): Promise<void>;
};

export type RecoveryMail = { mailer: Mailer; jobQueue: JobQueue; emails: RecoveryEmails };

export type Recovery = {
  db: Database;
  users: UserStore;
  events: { store: EventStore; counter: EventCounter };
  pendingSignIns: PendingSignIns;
  stores: { secondaryEmails: SecondaryEmails; links: RecoveryLinks; accessCodes: AccessCodes };
  limits: { limits: RateLimits; requestLimits: RequestLimits };
  http: {
    sessionCookie: SessionCookie;
    pendingCookie: PendingCookie;
    returnToCookie: ReturnToCookie;
    /** Returns the device from which this user has signed in before. The same statements run for an unknown user. */
    trustedDevice(
      request: FastifyRequest,
      findUserId: () => Promise<string | undefined>,
    ): Promise<{ device: string } | undefined>;
  };
  site: Site;
  /** Absent when no mail server is configured. */
  mail: RecoveryMail | undefined;
  roles: RolesAfterRecovery;
  changes: ChangeRule;
  ownChanges: OwnChanges;
  revokeUsers: RevokeUsers;
  /** Undefined where passkeys are off. */
  passkeys: PasskeyAdding | undefined;
  passwords: NewPasswords;
  completeSignIn: CompleteSignIn;
  completeRecovery: CompleteRecovery;
  isDiiaOn: boolean;
  /** Characters a password must have. */
  leastLength: number;
  now: () => number;
};
