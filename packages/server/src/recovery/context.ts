// The dependencies that the files of account recovery share.

import type { Language } from '@brama/contract/paths';
import type {
  NewPasskeyOptionsResponse,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { Change } from '../events/change.ts';
import type { EventCounter } from '../events/counter.ts';
import type { AccessCodes } from '../factors/access-codes.ts';
import type { ChangeRule } from '../factors/change-rule.ts';
import type { PendingSignIns } from '../factors/pending-sign-ins.ts';
import type { SecondaryEmails } from '../factors/secondary-emails.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { PendingCookie } from '../http/second-factor-cookies.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { Requester } from '../jobs/fair-queue.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Site } from '../pages/web-build.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { EndedSession, RevokeUsers } from '../sessions/revocation.ts';
import type { SignIn } from '../sessions/session.ts';
import type { UserStore } from '../users/store.ts';
import type { User } from '../users/user.ts';
import type { RecoveryEmails } from './emails.ts';
import type { RecoveryLinks } from './recovery-links.ts';

/** What sign-in with a password does for a new password. */
export type NewPasswords = {
  /** Returns why the user may not choose this password, or undefined. */
  validate(password: string, user: User): Promise<PasswordIssue | undefined>;
  /** Hashes the password when the turn comes. @throws `busy` */
  hash(requester: Requester, password: string): Promise<string>;
  /**
   * Replaces the hash `from` and ends all sessions. Returns the ended sessions. Returns undefined, without any change, if the hash has
   * changed meanwhile or the user is disabled.
   */
  store(
    change: Change,
    request: FastifyRequest,
    given: { userId: string; from: string | null; to: string },
  ): Promise<EndedSession[] | undefined>;
};

type PasskeyOwner = {
  id: string;
  userId: string;
  method: 'password';
  verifiedAt: number;
  /** Ends the pending sign-in in the transaction that adds the passkey. Returns false if it has ended. */
  isThere(queries: Queries): Promise<boolean>;
};

/** Adds passkeys for users who are not signed in yet. */
export type PasskeyAdding = {
  options(
    owner: PasskeyOwner,
    user: Pick<User, 'id' | 'username' | 'fullName'>,
    language: Language,
  ): Promise<NewPasskeyOptionsResponse['options']>;
  /** `inTransaction` runs the transaction that stores the passkey. @throws the error for the client. */
  add(
    request: FastifyRequest,
    owner: PasskeyOwner,
    given: { credential: PasskeyRegistration; name?: string | undefined },
    inTransaction: (store: (change: Change) => Promise<unknown>) => Promise<unknown>,
  ): Promise<unknown>;
};

/** Starts the session in one transaction with `take`, which returns what the user has proved. */
export type CompleteSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  take: (queries: Queries) => Promise<SignIn | undefined>,
) => Promise<boolean>;

/** Does the same, but returns `second-factor` if the user must set one up first. */
export type CompleteRecovery = (
  ...given: Parameters<CompleteSignIn>
) => Promise<'started' | 'second-factor' | 'refused'>;

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
  users: Pick<
    UserStore,
    'byId' | 'findCredentials' | 'findByEmail' | 'passwordHashOf' | 'setPassword'
  >;
  events: { counter: Pick<EventCounter, 'refuse'> };
  pendingSignIns: Pick<PendingSignIns, 'create' | 'take'>;
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
