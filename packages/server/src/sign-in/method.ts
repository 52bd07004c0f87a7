// What a sign-in method is to the server. A method proves who somebody is and knows nothing of users'
// sessions or applications; the door does the rest.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../database/connect.ts';
import type { Refusal, VerifiedIdentity } from '../users/match-identity.ts';
import type { User } from '../users/user.ts';

/** What the door does for a method that has verified somebody. */
export type SignInService = {
  /**
   * Issues a sign-in ticket to the user known under this identity, or says why nobody may enter. An
   * `attempt`, named as the method likes, may ask again: the new ticket voids the one before, and once any
   * has been used the attempt is `used` up. It must be over within ten minutes.
   */
  issueTicket(
    identity: VerifiedIdentity,
    known: User | undefined,
    attempt?: string,
  ): Promise<{ ticket: string } | { refused: Refusal | 'used' }>;
  /** Uses the ticket up and starts the session; false when the ticket is worth nothing. */
  startSession(request: FastifyRequest, reply: FastifyReply, ticket: string): Promise<boolean>;
};

export type SignInMethod = {
  id: MethodId;
  register(server: FastifyInstance, signInService: SignInService): void | Promise<void>;
  /**
   * A session begins from this attempt: forgets, in the same transaction, what was kept of the person for
   * it, and gives no further ticket.
   */
  onSessionStarted?(queries: Queries, attempt: string): Promise<void>;
  /** This browser signs out: takes back what the method left in it. */
  onSignOut?(request: FastifyRequest, reply: FastifyReply): void;
  /** Deletes up to `most` rows that are over; returns how many. */
  deleteExpired?(most: number): Promise<number>;
  close?(): Promise<void>;
};
