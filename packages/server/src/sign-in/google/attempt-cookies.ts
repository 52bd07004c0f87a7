// Binds a sign-in attempt with Google to the browser that began it, by a secret in a cookie. Each attempt has its own
// cookie, so attempts in several tabs do not replace each other.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';
import { hostCookie } from '../../http/host-cookie.ts';

/** Every request carries these cookies, so the number is limited. */
const maxAttempts = 5;

export function createAttemptCookies(secure: boolean, ttlSeconds: number) {
  const cookieOf = (attempt: string) => hostCookie(`google_${attempt}`, { secure });
  const prefix = cookieOf('').name;

  /** Returns the cookies of all attempts, oldest first. Values that this file did not write count as oldest. */
  function attemptsOf({ cookies }: FastifyRequest) {
    const begunAt = (name: string) => Number.parseInt(cookies[name]?.split('.')[0] ?? '', 36) || 0;
    return Object.keys(cookies)
      .filter((name) => name.startsWith(prefix))
      .sort((one, other) => begunAt(one) - begunAt(other))
      .map((name) => cookieOf(name.slice(prefix.length)));
  }

  return {
    /** Sets the cookie of an attempt and returns its secret. `attempt` is an id in base64url. */
    set(request: FastifyRequest, reply: FastifyReply, attempt: string, now: number): string {
      const attempts = attemptsOf(request);
      const surplus = Math.max(0, attempts.length - maxAttempts + 1);
      for (const cookie of attempts.slice(0, surplus)) cookie.clear(reply);
      const secret = newSecret();
      cookieOf(attempt).set(reply, `${now.toString(36)}.${secret}`, ttlSeconds);
      return secret;
    },
    /** Returns the secret of the attempt and deletes its cookie, whether the attempt succeeds or not. */
    take(request: FastifyRequest, reply: FastifyReply, attempt: string): string | undefined {
      const cookie = cookieOf(attempt);
      cookie.clear(reply);
      return cookie.read(request)?.split('.')[1];
    },
    /** Deletes all cookies, so that the next user of the browser cannot continue an attempt. */
    clearAll(request: FastifyRequest, reply: FastifyReply) {
      for (const cookie of attemptsOf(request)) cookie.clear(reply);
    },
  };
}

export type AttemptCookies = ReturnType<typeof createAttemptCookies>;
