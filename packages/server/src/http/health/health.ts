// Is the process alive, is the database answering. For load balancers and people on call.

import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../errors.ts';

/** A load balancer waits no longer. */
const longestCheckMs = 1500;

/** Returns what the work does. @throws an Error when it takes longer. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** `checkDatabase` rejects when the database does not answer. */
export function registerHealth(server: FastifyInstance, checkDatabase: () => Promise<void>) {
  let check: Promise<void> | undefined;
  server.get(paths.health, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  server.get(paths.ready, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      // all who ask while one is under way wait for that one
      check ??= checkDatabase().finally(() => {
        check = undefined;
      });
      await inTime(check, longestCheckMs);
    } catch (cause) {
      fail('unavailable', { retryAfterSeconds: 5, cause });
    }
    return { status: 'ready' };
  });
}
