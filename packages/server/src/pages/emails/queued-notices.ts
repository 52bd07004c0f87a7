// Sends the emails that wait in the database, because a command has written the change and sends no email itself. The nodes share
// them: the one that deletes the row sends the email.

import type { AccountNotice } from '@brama/contract/events/event-table';
import type { Logger } from 'pino';
import type { Database } from '../../database/connect.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import type { SendNotice } from './account-notices.ts';

const batchSize = 50;

type Deps = {
  db: Database;
  sendNotice: SendNotice;
  now(): number;
};

/** Sends the oldest notices. Returns how many it found, of which another node may have sent some. */
async function sendSome({ db, sendNotice, now }: Deps, isStopped: () => boolean): Promise<number> {
  const found = await db
    .selectFrom('queued_notices')
    .select('id')
    .where('expires_at', '>', now())
    .orderBy('expires_at')
    .limit(batchSize)
    .execute();
  for (const { id } of found) {
    if (isStopped()) break;
    const row = await db
      .deleteFrom('queued_notices')
      .where('id', '=', id)
      .returning(['user_id', 'notice', 'former_email', 'at'])
      .executeTakeFirst();
    if (!row) continue;
    await sendNotice(
      row.notice as AccountNotice,
      { userId: row.user_id, language: 'uk', formerEmail: row.former_email ?? undefined },
      row.at,
    );
  }
  return found.length;
}

/**
 * Runs at once and every `intervalMs` until stopped, one email after the other. Logs failures; the next run goes on with the
 * following notices. A notice is deleted before it is sent, so it is sent at most once.
 */
export function startQueuedNotices(
  deps: Deps,
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  return startRepeating({
    intervalMs,
    startsNow: true,
    async work(isStopped) {
      while (!isStopped() && (await sendSome(deps, isStopped)) === batchSize);
    },
    onFailure: (err) => log.warn({ err }, 'notices not sent'),
  });
}
