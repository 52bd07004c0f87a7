// What an application asks of the sign-in a visit is for.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session.ts';

export type SignInRequirements = {
  isMetBy(session: Session): boolean;
  /** By one of these methods; by any where it does not say. */
  methods?: readonly MethodId[] | undefined;
  /** The user may go on without a level that is only a wish, by any of the methods the application accepts. */
  isVoluntary?: boolean;
  /** The username to begin with, as the application says. */
  loginHint?: string | undefined;
};

/** Of the request of an application that this visit is for, if it is for one. */
export type FindSignInRequirements = (
  request: FastifyRequest,
) => Promise<SignInRequirements | undefined>;
