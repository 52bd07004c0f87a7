// Which browser has brought a request that waits: a cookie of its own, worth nothing without the request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';

/** What a request of the protocol library offers of its cookies. */
type RawVisit = {
  req: IncomingMessage;
  res: ServerResponse;
  cookies: {
    get(name: string, options: { signed: false }): string | undefined;
    set(name: string, value: string, options: object): unknown;
  };
};

export function createBrowserCookie(secure: boolean) {
  const name = secure ? '__Host-brama_browser' : 'brama_browser';
  const sound = (secret: string | undefined) =>
    secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;

  return {
    secretOf: (request: FastifyRequest) => sound(request.cookies[name]),

    /** The secret of this browser; it gets one where it has none. */
    admit(request: FastifyRequest, reply: FastifyReply): string {
      const known = sound(request.cookies[name]);
      if (known) return known;
      const secret = newSecret();
      reply.setCookie(name, secret, { httpOnly: true, sameSite: 'lax', path: '/', secure });
      return secret;
    },

    /** The secret of the browser of this visit; it gets one where it has none. */
    admitRaw({ cookies }: RawVisit): string {
      const known = sound(cookies.get(name, { signed: false }));
      if (known) return known;
      const secret = newSecret();
      cookies.set(name, secret, { httpOnly: true, sameSite: 'lax', path: '/', signed: false });
      return secret;
    },
  };
}

export type BrowserCookie = ReturnType<typeof createBrowserCookie>;
