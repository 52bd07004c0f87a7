// What a sign-in method is to the server. A method proves who somebody is and knows nothing of users'
// sessions or applications; the door does the rest.

import type { MethodId } from '@brama/contract/login-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal, VerifiedIdentity } from '../users/identify.ts';
import type { User } from '../users/user.ts';

/** What the door does for a method that has verified somebody. */
export type Door = {
  /** Issues a sign-in ticket to the user known under this identity, or says why nobody may enter. */
  issueTicket(
    identity: VerifiedIdentity,
    known: User | undefined,
  ): Promise<{ ticket: string } | { refused: Refusal }>;
  /** Uses the ticket up and starts the session; false when the ticket is worth nothing. */
  enter(request: FastifyRequest, reply: FastifyReply, ticket: string): Promise<boolean>;
};

export type SignInMethod = {
  id: MethodId;
  register(server: FastifyInstance, door: Door): void | Promise<void>;
  close?(): Promise<void>;
};
