// The interface of a sign-in method. A method proves an identity. It handles neither sessions nor applications; the
// sign-in service does that for all methods.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { Config } from '../config/config.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { Change } from '../events/change.ts';
import type { EventCounter } from '../events/counter.ts';
import type { EventStore } from '../events/store.ts';
import type { ChangeRule } from '../factors/change-rule.ts';
import type { PasskeyStore } from '../factors/passkey-store.ts';
import type { SecondFactors } from '../factors/policy.ts';
import type { UsableFactors } from '../factors/usable-factors.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { Requester } from '../jobs/fair-queue.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { LoginPage } from '../pages/login-page.ts';
import type { Site } from '../pages/web-build.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { EndedSession, RevokeUsers } from '../sessions/revocation.ts';
import type { SignIn } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/store.ts';
import type { Invitations } from '../users/invitations.ts';
import type { LinkedIdentities } from '../users/linked-identities.ts';
import type { IdentifiedUser, Refusal, VerifiedIdentity } from '../users/match-identity.ts';
import type { UserStore } from '../users/store.ts';
import type { User } from '../users/user.ts';
import type { TicketOptions } from './ticket-store.ts';
import type { TrustedDevices } from './trusted-devices.ts';

export type SignInService = {
  /**
   * Issues a sign-in ticket to `user`, whom the method found for the verified identity, or returns the reason for the
   * refusal. Returns `used` once a ticket of the attempt has been used, or if what the user has shown is not valid any more. An
   * attempt may last ten minutes.
   */
  issueTicket(
    identity: VerifiedIdentity,
    user: IdentifiedUser | undefined,
    options?: TicketOptions,
  ): Promise<{ ticket: string } | { refused: Refusal | 'used' }>;
  /**
   * Uses the ticket and starts the session, or a pending sign-in if it lacks a second factor. `refused`: the ticket is not valid.
   * `isSharedComputer` is the choice of the user on the sign-in page.
   */
  startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: string,
    isSharedComputer: boolean,
  ): Promise<'started' | 'second-factor' | 'refused'>;
  /**
   * Starts the session of a pending sign-in. `take` runs in its transaction: it ends the pending sign-in and uses what the
   * user has provided. It returns what the user has proved, or undefined if another request was faster. Returns whether the
   * session started.
   */
  completeSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    take: (queries: Queries) => Promise<SignIn | undefined>,
  ): Promise<boolean>;
  /**
   * Does what `completeSignIn` does after a recovery. `second-factor`: the policy requires a second factor and the user has none,
   * so a pending sign-in started instead, in which the user sets one up. `refused`: another request was faster.
   */
  completeRecovery(
    request: FastifyRequest,
    reply: FastifyReply,
    take: (queries: Queries) => Promise<SignIn | undefined>,
  ): Promise<'started' | 'second-factor' | 'refused'>;
};

/** What sign-in with a password does for a password that a user chooses outside its own pages. */
export type NewPasswords = {
  /** Returns why the user may not choose this password, or undefined. */
  validate(password: string, user: User): Promise<PasswordIssue | undefined>;
  /** Hashes the password when the turn comes. @throws `busy` */
  hash(requester: Requester, password: string): Promise<string>;
  /**
   * Replaces the hash `from`, ends all sessions and forgets trusted devices, in the caller's transaction. Returns the ended sessions.
   * Returns undefined, without any change, if the hash has changed meanwhile or the user is disabled.
   */
  store(
    change: Change,
    request: FastifyRequest,
    given: { userId: string; from: string | null; to: string },
  ): Promise<EndedSession[] | undefined>;
};

export type SignInMethod = {
  id: MethodId;
  register(server: FastifyInstance, signInService: SignInService): void | Promise<void>;
  /**
   * Called in the transaction that starts the session of this attempt. Deletes personal data kept for the attempt and
   * makes it issue no more tickets.
   */
  onSessionStarted?(queries: Queries, attempt: string): Promise<void>;
  /** Only the method with passwords has it. */
  newPasswords?: NewPasswords;
  /** Only the method with passwords has it, where email is on. */
  invitations?: Invitations | undefined;
  /** Removes the cookies of the method from the browser that signs out. */
  onSignOut?(request: FastifyRequest, reply: FastifyReply): void;
  close?(): Promise<void>;
};

/** Computes password hashes outside the event loop. */
export type Hasher = {
  /** Starts a thread if none runs, so that the first sign-in does not wait for it. Called when a user may sign in soon. */
  prepare?(): void;
  /** Returns a PHC string with the current parameters. */
  hash(password: string): Promise<string>;
  /** @throws an Error when the stored hash is malformed. */
  verify(passwordHash: string, password: string): Promise<boolean>;
  close(): Promise<void>;
};

/** What the composition root provides to every method. */
export type SignInContext = {
  config: Config;
  enabledMethods: readonly MethodId[];
  db: Database;
  keys: Keys;
  encryption: Encryption;
  users: UserStore;
  links: LinkedIdentities;
  passkeys: PasskeyStore;
  sessions: SessionStore;
  devices: TrustedDevices;
  events: { store: EventStore; counter: EventCounter };
  /** Which sessions may change how their user signs in. */
  changes: ChangeRule;
  /** Runs their changes. */
  ownChanges: OwnChanges;
  secondFactors: Pick<SecondFactors, 'needsPasskey'>;
  usableFactors: UsableFactors;
  http: { sessionCookie: SessionCookie; returnToCookie: ReturnToCookie };
  limits: { limits: RateLimits; requestLimits: RequestLimits };
  pages: { site: Site; loginPage: LoginPage };
  /** Absent when no mail server is configured. */
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
  /** Calls external services of the method. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Sends an email about the account later, if email is configured. */
  revokeUsers: RevokeUsers;
  hasher: Hasher;
  /** Returns whether the administrator's list contains the password; undefined without a list. */
  isBreached: ((password: string) => Promise<boolean>) | undefined;
  now: () => number;
  /** Waits for so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};
