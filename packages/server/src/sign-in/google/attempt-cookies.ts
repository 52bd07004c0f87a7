// Which browser began an attempt: a secret in a cookie of the attempt's own, used once. Several attempts at
// once, each in its tab, do not get in each other's way.

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';

/** More tabs than anybody uses; the header of every request holds them all. */
const mostAttempts = 5;

export function createAttemptCookies(secure: boolean, ttlSeconds: number) {
  const prefix = secure ? '__Host-brama_google_' : 'brama_google_';
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure };

  /** Names, the oldest first; what was not written here is the oldest of all. */
  function kept({ cookies }: FastifyRequest): string[] {
    const begun = (name: string) => Number.parseInt(cookies[name]?.split('.')[0] ?? '', 36) || 0;
    const names = Object.keys(cookies).filter((name) => name.startsWith(prefix));
    return names.sort((one, other) => begun(one) - begun(other));
  }

  return {
    /** `attempt`: its id, in base64url. The secret of its cookie. */
    admit(request: FastifyRequest, reply: FastifyReply, attempt: string, now: number): string {
      const names = kept(request);
      for (const name of names.slice(0, Math.max(0, names.length - mostAttempts + 1)))
        reply.clearCookie(name, options);
      const secret = newSecret();
      const value = `${now.toString(36)}.${secret}`;
      reply.setCookie(prefix + attempt, value, { ...options, maxAge: ttlSeconds });
      return secret;
    },
    /** Used once, whatever comes of it. */
    take({ cookies }: FastifyRequest, reply: FastifyReply, attempt: string): string | undefined {
      const value = cookies[prefix + attempt];
      reply.clearCookie(prefix + attempt, options);
      return value?.split('.')[1];
    },
    /** Whoever uses the browser next shall not go on with an attempt of this one. */
    forgetAll(request: FastifyRequest, reply: FastifyReply) {
      for (const name of kept(request)) reply.clearCookie(name, options);
    },
  };
}

export type AttemptCookies = ReturnType<typeof createAttemptCookies>;
