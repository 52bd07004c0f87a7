// Limits of requests that begin something, and of those that bring a secret: how one network is told to wait.

import type { FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../errors.ts';
import type { NetworkLimits, StartKind } from '../../rate-limits/network-limits.ts';
import { networkOf } from './client-network.ts';

type Deps = {
  limits: NetworkLimits;
  /** What the browser is counted under, where anybody has signed in from it. */
  knownDevice(request: FastifyRequest): Promise<string | undefined>;
};

export function createRequestLimits({ limits, knownDevice }: Deps) {
  return {
    /** Counts something begun. @throws `request.too-many` */
    async countStart(request: FastifyRequest, kind: StartKind): Promise<void> {
      const device = await knownDevice(request);
      const by = device === undefined ? { network: networkOf(request.ip) } : { device };
      const wait = await limits.countStart(kind, by);
      if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
    },

    /**
     * Does the work that judges what `who` has brought; its refusal counts as a wrong secret.
     * @throws `request.too-many` before any work, after too many.
     */
    async verifySecret<T>(
      request: FastifyRequest,
      who: string,
      work: () => Promise<T>,
    ): Promise<T> {
      const network = networkOf(request.ip);
      const wait = await limits.secretWaitSeconds(network, who);
      if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
      try {
        return await work();
      } catch (error) {
        if (error instanceof RequestError) await limits.countWrongSecret(network, who);
        throw error;
      }
    },
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;
