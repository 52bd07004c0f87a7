// Is the process alive, is the database answering. For load balancers and people on call.

import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors.ts';

/** `checkDatabase` rejects when the database does not answer. */
export function registerHealth(server: FastifyInstance, checkDatabase: () => Promise<void>) {
  server.get(paths.health, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  server.get(paths.ready, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await checkDatabase();
    } catch (cause) {
      fail('unavailable', { retryAfterSeconds: 5, cause });
    }
    return { status: 'ready' };
  });
}
