// The cookies about second factors: of a browser between the first factor and the session, and of a remembered browser.

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type PendingSignIn,
  type PendingSignIns,
  pendingSignInSeconds,
} from '../factors/pending-sign-ins.ts';
import type { RememberedBrowsers } from '../factors/remembered-browsers.ts';
import { hostCookie } from './host-cookie.ts';

/** Creates the cookie of a browser between the first factor and the session. It names the pending sign-in. */
export function createPendingCookie(
  pendingSignIns: PendingSignIns,
  { secure }: { secure: boolean },
) {
  const cookie = hostCookie('pending', { secure });
  return {
    /** Returns the pending sign-in of this browser. */
    async find(request: FastifyRequest): Promise<PendingSignIn | undefined> {
      const secret = cookie.readSecret(request);
      return secret === undefined ? undefined : pendingSignIns.find(secret);
    },
    set: (reply: FastifyReply, secret: string) => cookie.set(reply, secret, pendingSignInSeconds),
    /** Only if the browser has sent it. */
    clear(request: FastifyRequest, reply: FastifyReply) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    },
  };
}
export type PendingCookie = ReturnType<typeof createPendingCookie>;

/** Creates the cookie of a browser in which a user is not asked for a second factor. It names no user. */
export function createRememberedCookie(
  { lifetimeMs }: RememberedBrowsers,
  { secure }: { secure: boolean },
) {
  const cookie = hostCookie('remembered', { secure });
  return {
    read: (request: FastifyRequest) => cookie.readSecret(request),
    set: (reply: FastifyReply, secret: string) => cookie.set(reply, secret, lifetimeMs / 1000),
  };
}
export type RememberedCookie = ReturnType<typeof createRememberedCookie>;
