// Requirements of an application for the sign-in of its authorization request. Protocols provide them.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session.ts';

export type SignInRequirements = {
  isMetBy(session: Session): boolean;
  /** The accepted methods. Undefined: all methods. */
  methods?: readonly MethodId[] | undefined;
  /** The requested level is voluntary: the user may continue with any method that the application accepts. */
  isVoluntary?: boolean;
  /** The username that the application suggests. */
  loginHint?: string | undefined;
};

/** Returns the requirements of the authorization request that this sign-in belongs to, if there is one. */
export type FindSignInRequirements = (
  request: FastifyRequest,
) => Promise<SignInRequirements | undefined>;
