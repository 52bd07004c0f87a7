// Where somebody was going who had to see to their password first. A cookie, for the way leads through pages and sites
// of others, and through a letter; it names a page of ours, or what is carried to an application, and nobody.

import { passwordPath } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyReply, FastifyRequest } from 'fastify';

const signInSeconds = 600;
/** As long as the link in a letter is good. */
const letterSeconds = 1800;
/** Browsers take cookies of 4 KiB. */
const longestQuery = 3000;

export function createReturnToCookie(secure: boolean) {
  const cookieName = secure ? '__Host-brama_way_back' : 'brama_way_back';
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;

  function taken(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const value = request.cookies[cookieName];
    if (value !== undefined) reply.clearCookie(cookieName, options);
    return value;
  }

  return {
    /** To the page of the password, through a sign-in. */
    rememberPasswordPage(reply: FastifyReply) {
      reply.setCookie(cookieName, passwordPath, { ...options, maxAge: signInSeconds });
    },

    /** The page below the language that was meant; told once. */
    takePasswordPage(request: FastifyRequest, reply: FastifyReply): string | undefined {
      return taken(request, reply) === passwordPath ? passwordPath : undefined;
    },

    /** To an application, through a letter; `query` with its `?`, or nothing. */
    rememberReturnParams(reply: FastifyReply, query: string) {
      if (query !== '' && query.length <= longestQuery)
        reply.setCookie(cookieName, query, { ...options, maxAge: letterSeconds });
    },

    /** What was carried, as a query with `extra`; told once. */
    takeReturnParams(request: FastifyRequest, reply: FastifyReply, extra: Record<string, string>) {
      return returnQuery(taken(request, reply) ?? '', extra);
    },
  };
}

export type ReturnToCookie = ReturnType<typeof createReturnToCookie>;
