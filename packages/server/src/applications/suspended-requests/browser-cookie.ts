// Binds a suspended authorization request to the browser that sent it, by a secret in a cookie.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../crypto/secrets.ts';
import { hostCookie, validSecret } from '../../http/host-cookie.ts';

/** The parts of oidc-provider's request context that are used here. */
type RawContext = {
  req: IncomingMessage;
  res: ServerResponse;
  cookies: {
    get(name: string, options: { signed: false }): string | undefined;
    set(name: string, value: string, options: object): unknown;
  };
};

export function createBrowserCookie(secure: boolean) {
  const cookie = hostCookie('browser', { secure });

  return {
    secretOf: cookie.readSecret,

    /** Returns the secret of this browser. Creates one if there is none. */
    admit(request: FastifyRequest, reply: FastifyReply): string {
      const known = cookie.readSecret(request);
      if (known) return known;
      const secret = newSecret();
      cookie.set(reply, secret);
      return secret;
    },

    /** Does the same within a request that oidc-provider serves. */
    admitRaw({ cookies }: RawContext): string {
      const known = validSecret(cookies.get(cookie.name, { signed: false }));
      if (known) return known;
      const secret = newSecret();
      const attributes = { httpOnly: true, sameSite: 'lax', path: '/', signed: false };
      cookies.set(cookie.name, secret, attributes);
      return secret;
    },
  };
}

export type BrowserCookie = ReturnType<typeof createBrowserCookie>;
