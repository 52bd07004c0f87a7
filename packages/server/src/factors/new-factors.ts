// What the methods with passwords and passkeys do for users who choose a new one in a recovery or in an incomplete sign-in.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type {
  NewPasskeyOptionsResponse,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/connect.ts';
import type { Change } from '../events/change.ts';
import type { Requester } from '../jobs/fair-queue.ts';
import type { EndedSession } from '../sessions/revocation.ts';
import type { User } from '../users/user.ts';

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

/** Who adds a passkey: the user of a session, or of a sign-in that is not complete. */
export type PasskeyOwner = {
  /** Names the session or the sign-in: no other one may use its challenges. */
  id: string;
  userId: string;
  method: MethodId;
  /** When the user authenticated; epoch milliseconds. */
  verifiedAt: number;
  /** For the event. */
  sessionUid?: string;
  /**
   * Returns whether the sign-in still exists. Runs in the transaction, which has locked the user. A session needs none: the
   * transaction of a change by its user has looked it up.
   */
  isThere?(queries: Queries): Promise<boolean>;
};

/** Stores the new passkey in the transaction of the change. Returns the `amr` of a sign-in with it. */
export type StorePasskey = (change: Change) => Promise<readonly string[]>;

export type PasskeyAdding = {
  /** Returns the options for `navigator.credentials.create`. */
  options(
    owner: PasskeyOwner,
    user: Pick<User, 'id' | 'username' | 'fullName'>,
    language: Language,
  ): Promise<NewPasskeyOptionsResponse['options']>;
  /** `inTransaction` throws if it has not stored the passkey. @throws the error for the client. */
  add(
    request: FastifyRequest,
    owner: PasskeyOwner,
    given: { credential: PasskeyRegistration; name?: string | undefined },
    inTransaction: (store: StorePasskey) => Promise<unknown>,
  ): Promise<unknown>;
};
