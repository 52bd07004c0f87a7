// Cookies that only this host can set and read, and that scripts cannot read. The caller decides the content.

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Attributes = {
  secure: boolean;
  sameSite?: 'lax' | 'strict';
};

/** With `__Host-` no other host of the domain can set the cookie (RFC 6265bis §4.1.3.2). Browsers require https for it. */
export function hostCookie(name: string, { secure, sameSite = 'lax' }: Attributes) {
  const fullName = `${secure ? '__Host-' : ''}brama_${name}`;
  const attributes: CookieSerializeOptions = { httpOnly: true, sameSite, path: '/', secure };
  return {
    name: fullName,
    read: (request: FastifyRequest) => request.cookies[fullName],
    /** Returns the value if it has the form of `newSecret`. */
    readSecret(request: FastifyRequest): string | undefined {
      return validSecret(request.cookies[fullName]);
    },
    /** Without `maxAgeSeconds`, the cookie ends when the browser closes. */
    set(reply: FastifyReply, value: string, maxAgeSeconds?: number) {
      const age = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
      reply.setCookie(fullName, value, { ...attributes, ...age });
    },
    clear(reply: FastifyReply) {
      reply.clearCookie(fullName, attributes);
    },
  };
}

/** Returns the value if it is 256 bits in base64url. */
export function validSecret(value: string | undefined): string | undefined {
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}
