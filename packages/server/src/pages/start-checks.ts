// Checks of the applications area that pages run at the start of a sign-in.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session.ts';

export type StartChecks = {
  /** Returns the error page for an invalid request of an application; undefined for a valid one. */
  refusedRequest(request: FastifyRequest, language: Language): string | undefined;
  /**
   * Returns the address of the error page for a user without access; undefined if the list of applications shows that
   * error.
   */
  refusedUser(request: FastifyRequest, session: Session): Promise<string | undefined>;
};
