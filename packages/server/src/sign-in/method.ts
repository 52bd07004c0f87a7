// What a sign-in method is to the server. A method proves who somebody is and knows nothing of users'
// sessions or applications; the door does the rest.

import type { MethodId } from '@brama/contract/login-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VerifiedIdentity } from '../users/identify.ts';

/** What the door does for a method that has verified somebody. */
export type Door = {
  /** Identifies the user and issues a sign-in ticket; nothing when nobody may enter. */
  issueTicket(identity: VerifiedIdentity): Promise<string | undefined>;
  /** Uses the ticket up and starts the session; false when the ticket is worth nothing. */
  enter(request: FastifyRequest, reply: FastifyReply, ticket: string): Promise<boolean>;
};

export type SignInMethod = {
  id: MethodId;
  register(server: FastifyInstance, door: Door): void | Promise<void>;
  close?(): Promise<void>;
};
