// Liveness and readiness endpoints for load balancers and monitoring.

import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';

/** Load balancers wait about this long. */
const maxCheckMs = 1500;

/** Returns the result of the work. @throws an Error if it takes longer. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `checkDatabase` rejects if the database does not respond. */
export function registerHealth(server: FastifyInstance, checkDatabase: () => Promise<void>) {
  let check: Promise<void> | undefined;
  server.get(paths.health, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  server.get(paths.ready, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      // concurrent requests share one check
      check ??= checkDatabase().finally(() => {
        check = undefined;
      });
      await withTimeout(check, maxCheckMs);
    } catch (cause) {
      fail('unavailable', { retryAfterSeconds: 5, cause });
    }
    return { status: 'ready' };
  });
}
