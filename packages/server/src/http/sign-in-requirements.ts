// Requirements of an application for the sign-in of its authorization request. Protocols provide them.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/store.ts';

export type SignInRequirements = {
  isMetBy(session: Session): boolean;
  /**
   * Returns where a signed-in user provides what the session lacks, or a page that explains why the user cannot; undefined for the
   * sign-in page.
   */
  stepUp(
    signedIn: SignedIn,
    language: Language,
  ): Promise<{ location: string } | { page: string } | undefined>;
};

/** Returns the requirements of the request that this sign-in belongs to, if there is one. */
export type FindSignInRequirements = (
  request: FastifyRequest,
) => Promise<SignInRequirements | undefined>;

/** What the sign-in page offers for the request of an application. */
export type SignInOffer = {
  /** The accepted methods. Undefined: all methods. */
  methods?: readonly MethodId[] | undefined;
  /** The requested level is voluntary: the user may continue with any method that the application accepts. */
  isVoluntary?: boolean;
  /** The username that the application suggests. */
  loginHint?: string | undefined;
};

export type FindSignInOffer = (request: FastifyRequest) => Promise<SignInOffer | undefined>;
