// The cookie of a browser between the first factor and the session, and the pending sign-in that it names.

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type PendingSignIn,
  type PendingSignIns,
  pendingSignInSeconds,
} from '../../factors/pending-sign-ins.ts';
import { hostCookie } from '../host-cookie.ts';

export function createPendingCookie(
  pendingSignIns: Pick<PendingSignIns, 'find'>,
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
