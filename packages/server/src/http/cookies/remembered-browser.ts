// The cookie of a browser in which a user is not asked for a second factor. It names no user.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { hostCookie } from '../host-cookie.ts';

export function createRememberedCookie(
  { lifetimeMs }: Pick<RememberedBrowsers, 'lifetimeMs'>,
  { secure }: { secure: boolean },
) {
  const cookie = hostCookie('remembered', { secure });
  return {
    read: (request: FastifyRequest) => cookie.readSecret(request),
    set: (reply: FastifyReply, secret: string) => cookie.set(reply, secret, lifetimeMs / 1000),
  };
}
export type RememberedCookie = ReturnType<typeof createRememberedCookie>;
