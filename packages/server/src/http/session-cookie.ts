// Who is asking: the session cookie and the session behind it.

import type { Language } from '@brama/contract/paths';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { withSessionEnded } from '../pages/address.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore, SignedIn } from '../sessions/store.ts';

type Deps = {
  sessions: Pick<SessionStore, 'signedIn'>;
  secure: boolean;
  /** What stands for a user in requests of pages. */
  userHashOf: (userId: string) => string;
};

export function createSessionCookie({ sessions, secure, userHashOf }: Deps) {
  // __Host-: only this host, only https, no parent domain may overwrite it (RFC 6265bis §4.1.3)
  const cookieName = secure ? '__Host-brama_session' : 'brama_session';
  // no Max-Age: on a shared computer closing the browser ends it too; the server keeps the real limits
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure };

  function secretIdOf(request: FastifyRequest): string | undefined {
    const secretId = request.cookies[cookieName];
    return secretId && secretId.length <= 256 ? secretId : undefined;
  }

  async function signedIn(request: FastifyRequest): Promise<SignedIn | undefined> {
    const secretId = secretIdOf(request);
    return secretId ? sessions.signedIn(secretId) : undefined;
  }

  async function find(request: FastifyRequest): Promise<Session | undefined> {
    return (await signedIn(request))?.session;
  }

  return {
    cookieName,
    secretIdOf,
    signedIn,
    find,
    userHashOf,
    /** Returns where a visitor without a session signs in; one whose browser still has the cookie is told that it ended. */
    signInAddress(request: FastifyRequest, language: Language, query: string): string {
      return `/${language}/${secretIdOf(request) === undefined ? query : withSessionEnded(query)}`;
    },
    /** @throws `session.required` for anonymous requests. */
    async require(request: FastifyRequest): Promise<Session> {
      return (await find(request)) ?? fail('session.required');
    },
    set(reply: FastifyReply, secretId: string) {
      reply.setCookie(cookieName, secretId, options);
    },
    /** Never `cookies`: with them would go those of every site of the domain. */
    clear(reply: FastifyReply) {
      reply.header('clear-site-data', '"cache"');
      reply.clearCookie(cookieName, options);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
