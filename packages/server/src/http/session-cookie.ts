// The session cookie of a browser, and the session that it names.

import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore, SignedIn } from '../sessions/store.ts';
import { hostCookie } from './host-cookie.ts';
import { forgetNotice } from './notice-cookie.ts';

type Deps = {
  sessions: SessionStore;
  secure: boolean;
  /** Identifies a user in requests of pages. */
  userHashOf: (userId: string) => string;
  now: () => number;
};

type CookieSession = Pick<Session, 'isSharedComputer' | 'expiresAt'>;

/** Returns the query of the sign-in page with the notice that the session has ended. */
function withSessionEnded(query: string): string {
  if (new URLSearchParams(query).has('session')) return query;
  return `${query === '' ? '?' : `${query}&`}session=ended`;
}

const cookieOf = (secure: boolean) => hostCookie('session', { secure });

/** Returns whether the browser sends a session cookie, also one of a session that has ended. */
export const sendsSessionCookie = (request: FastifyRequest): boolean =>
  cookieOf(request.server.secureCookies).read(request) !== undefined;

export function createSessionCookie({ sessions, secure, userHashOf, now }: Deps) {
  const cookie = cookieOf(secure);

  function secretIdOf(request: FastifyRequest): string | undefined {
    const secretId = cookie.read(request);
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
    cookieName: cookie.name,
    secretIdOf,
    signedIn,
    find,
    userHashOf,
    /** Returns the sign-in page. It shows that the session has ended if the browser still sends a session cookie. */
    signInAddress(request: FastifyRequest, language: Language, query: string): string {
      return `/${language}/${secretIdOf(request) === undefined ? query : withSessionEnded(query)}`;
    },
    /** Does not count as use. @throws `session.required` for a request without a session. */
    async peek(request: FastifyRequest): Promise<Session> {
      const secretId = secretIdOf(request);
      const found = secretId === undefined ? undefined : await sessions.peek(secretId);
      return found?.session ?? fail('session.required');
    },
    /** @throws `session.required` for a request without a session. */
    async require(request: FastifyRequest): Promise<Session> {
      return (await find(request)) ?? fail('session.required');
    },
    /**
     * Keeps the user signed in after the browser closes, until the session expires. On a shared computer the cookie ends with
     * the browser. The next user does not see the notice of a form that another one has sent.
     */
    set(reply: FastifyReply, secretId: string, { isSharedComputer, expiresAt }: CookieSession) {
      const seconds = Math.max(0, Math.ceil((expiresAt - now()) / 1000));
      cookie.set(reply, secretId, isSharedComputer ? undefined : seconds);
      forgetNotice(reply, secure);
    },
    clear(reply: FastifyReply) {
      // never `cookies`: that would delete the cookies of every site of the domain
      reply.header('clear-site-data', '"cache"');
      cookie.clear(reply);
      forgetNotice(reply, secure);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
