// Each server notes in the database that it runs, so that administrators see all of them and their versions.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/connect.ts';
import { startRepeating } from '../../jobs/repeating.ts';

const intervalMs = 30_000;
/** A server that was not seen for so long has stopped. */
const lifetimeMs = 4 * intervalMs;

type Deps = { db: Database; now: () => number; version: string; log: Pick<Logger, 'warn'> };

/** Returns the function that stops it, and forgets this server. */
export function startNodeNotes({ db, now, version, log }: Deps): () => Promise<void> {
  const id = randomUUID();
  const startedAt = now();
  const note = async () => {
    const at = now();
    await db
      .insertInto('nodes')
      .values({ id, host: hostname(), version, started_at: startedAt, seen_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: at }))
      .execute();
    await db
      .deleteFrom('nodes')
      .where('seen_at', '<', at - lifetimeMs)
      .execute();
  };
  const stop = startRepeating({
    intervalMs,
    startsNow: true,
    work: note,
    onFailure: (err) => log.warn({ err }, 'this server not noted'),
  });
  return async () => {
    await stop();
    // a database that is gone forgets it by itself
    await db
      .deleteFrom('nodes')
      .where('id', '=', id)
      .execute()
      .catch(() => undefined);
  };
}

/** Returns the running servers, the oldest first. */
export const listNodes = (queries: Queries, at: number) =>
  queries
    .selectFrom('nodes')
    .select(['host', 'version', 'started_at', 'seen_at'])
    .where('seen_at', '>=', at - lifetimeMs)
    .orderBy('started_at')
    .execute();
