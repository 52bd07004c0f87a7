// What pages ask the applications door about the start of a sign-in.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../sessions/session.ts';

export type StartChecks = {
  /** Returns the page that refuses what the application has sent; nothing where it is sound. */
  refusedRequest(request: FastifyRequest, language: Language): string | undefined;
  /** Returns the address of the page that refuses the user; nothing where the list of applications does. */
  refusedUser(request: FastifyRequest, session: Session): Promise<string | undefined>;
};
