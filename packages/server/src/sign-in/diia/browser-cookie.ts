// Which browser asked: a secret in a cookie of its own. The answer goes only to the browser that drew the
// code, so knowing a request id is worth nothing. It does not stop somebody who talks another person into
// scanning a code of theirs: against that stand the short life of codes and the warning beside them.

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';

export function createBrowserCookie(secure: boolean) {
  const name = secure ? '__Host-brama_diia' : 'brama_diia';
  // strict: only our own pages ask, and none of them needs it on arrival from elsewhere
  const options: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', path: '/', secure };

  function secretOf(request: FastifyRequest): string | undefined {
    const secret = request.cookies[name];
    return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
  }

  return {
    secretOf,
    /** The same for all tabs, and for the code before this one. */
    admit(request: FastifyRequest, reply: FastifyReply): string {
      const secret = secretOf(request) ?? newSecret();
      reply.setCookie(name, secret, options);
      return secret;
    },
    /** Whoever uses the browser next shall not be known by it. */
    forget(request: FastifyRequest, reply: FastifyReply) {
      if (request.cookies[name] !== undefined) reply.clearCookie(name, options);
    },
  };
}

export type BrowserCookie = ReturnType<typeof createBrowserCookie>;
