// Applies the network limits to requests that start something, and to requests that send a secret.

import type { FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../errors.ts';
import type { NetworkLimits, StartKind } from '../../rate-limits/network-limits.ts';
import { networkOf } from './client-network.ts';

type Deps = {
  limits: Pick<NetworkLimits, keyof NetworkLimits>;
  /** Returns the id of the trusted device, if a user has signed in from this browser before. */
  trustedDevice(request: FastifyRequest): Promise<string | undefined>;
};

export function createRequestLimits({ limits, trustedDevice }: Deps) {
  return {
    /** Counts a start. @throws `request.too-many` */
    async countStart(request: FastifyRequest, kind: StartKind): Promise<void> {
      const device = await trustedDevice(request);
      const by = device === undefined ? { network: networkOf(request.ip) } : { device };
      const wait = await limits.countStart(kind, by);
      if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
    },

    /**
     * Runs the work that verifies a secret of `subject`. A `RequestError` of the work counts as a wrong secret.
     * @throws `request.too-many` before the work, after too many wrong secrets.
     */
    async verifySecret<T>(
      request: FastifyRequest,
      subject: string,
      work: () => Promise<T>,
    ): Promise<T> {
      const network = networkOf(request.ip);
      const wait = await limits.secretWaitSeconds(network, subject);
      if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
      try {
        return await work();
      } catch (error) {
        if (error instanceof RequestError) await limits.countWrongSecret(network, subject);
        throw error;
      }
    },

    /**
     * Counts a wrong secret of `subject` that was looked up without waiting, so that wrong secrets do not delay right ones.
     * @throws `request.too-many` after too many wrong secrets.
     */
    async countWrongSecret(request: FastifyRequest, subject: string): Promise<void> {
      const network = networkOf(request.ip);
      const wait = await limits.secretWaitSeconds(network, subject);
      if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
      await limits.countWrongSecret(network, subject);
    },
  };
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;
