// Whoever had to sign in before they may change their password comes back to it. A cookie, for the way leads through pages
// and sites of others; it names one page of ours and nobody.

import { passwordPath } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';

const seconds = 600;

export function createWayBack(secure: boolean) {
  const cookieName = secure ? '__Host-brama_way_back' : 'brama_way_back';
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    remember(reply: FastifyReply) {
      reply.setCookie(cookieName, passwordPath, { ...options, maxAge: seconds });
    },
    /** The page below the language that was meant; told once. */
    take(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const path = request.cookies[cookieName];
      if (path === undefined) return undefined;
      reply.clearCookie(cookieName, options);
      return path === passwordPath ? path : undefined;
    },
  };
}

export type WayBack = ReturnType<typeof createWayBack>;
