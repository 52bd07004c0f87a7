// The interface of a sign-in method. A method proves an identity. It handles neither sessions nor applications; the
// sign-in service does that for all methods.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { Config } from '../config/config.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { EventCounter } from '../events/counter.ts';
import type { EventStore } from '../events/store.ts';
import type { ChangeRule } from '../factors/change-rule.ts';
import type { NewPasswords } from '../factors/new-factors.ts';
import type { PasskeyStore } from '../factors/passkey-store.ts';
import type { RemovalRule } from '../factors/removal-rule.ts';
import type { UsableFactors } from '../factors/usable-factors.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { LastOutcomes } from '../outbound/provider-outcomes.ts';
import type { LoginPage } from '../pages/login-page.ts';
import type { Site } from '../pages/web-build.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { CompleteRecovery, CompleteSignIn } from '../sessions/complete-sign-in.ts';
import type { RevokeUsers } from '../sessions/revocation.ts';
import type { SessionStore } from '../sessions/store.ts';
import type { Invitations } from '../users/invitations.ts';
import type { LinkedIdentities } from '../users/linked-identities.ts';
import type { IdentifiedUser, Refusal, VerifiedIdentity } from '../users/match-identity.ts';
import type { UserStore } from '../users/store.ts';
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
  completeSignIn: CompleteSignIn;
  completeRecovery: CompleteRecovery;
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
  /** What came of the last calls of the external system. Only methods that call one have it. */
  outcomes?(): LastOutcomes;
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
  /** What they may remove. */
  removals: RemovalRule;
  usableFactors: UsableFactors;
  http: { sessionCookie: SessionCookie; returnToCookie: ReturnToCookie };
  limits: { limits: RateLimits; requestLimits: RequestLimits };
  pages: { site: Site; loginPage: LoginPage };
  /** Absent when no mail server is configured. */
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
  /** Calls external services of the method. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Ends the access of users. */
  revokeUsers: RevokeUsers;
  hasher: Hasher;
  /** Returns whether the administrator's list contains the password; undefined without a list. */
  isBreached: ((password: string) => Promise<boolean>) | undefined;
  now: () => number;
  /** Waits for so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};
