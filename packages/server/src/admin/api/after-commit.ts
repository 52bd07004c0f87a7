// Runs what follows a stored change.

import type { FastifyBaseLogger } from 'fastify';

/** Runs all of them in their order. The change is stored, so a failure neither stops the others nor fails the request. */
export async function runAfterCommit(
  works: readonly (() => unknown)[],
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  for (const work of works)
    try {
      await work();
    } catch (err) {
      log.error({ err }, 'work after a change of the administration failed');
    }
}
