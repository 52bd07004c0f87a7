// Requests of applications that wait for a sign-in: kept here, named to the browser that brought them by a
// random id in its address, and given back to that browser alone.

import type { Database } from '../database/connect.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import type { PendingRequest } from './pending-request.ts';

type Needs = { ttlSeconds: number; now: () => number };

export function createPendingRequests(db: Database, { ttlSeconds, now }: Needs) {
  return {
    /** Answers with the id for the address; `browser` is the secret in its cookie. */
    async add(request: PendingRequest, browser: string): Promise<string> {
      const id = newSecret();
      const createdAt = now();
      await db
        .insertInto('pending_requests')
        .values({
          id_hash: hashSecret(id),
          browser_hash: hashSecret(browser),
          application_id: request.applicationId,
          reference: request.reference,
          demands: JSON.stringify(request.demands),
          created_at: createdAt,
          expires_at: createdAt + ttlSeconds * 1000,
        })
        .execute();
      return id;
    },

    /** Nothing for an unknown or late id, and for any other browser. */
    async find(id: string, browser: string): Promise<PendingRequest | undefined> {
      const row = await db
        .selectFrom('pending_requests')
        .select(['application_id', 'reference', 'demands'])
        .where('id_hash', '=', hashSecret(id))
        .where('browser_hash', '=', hashSecret(browser))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return (
        row && {
          applicationId: row.application_id,
          reference: row.reference,
          demands: JSON.parse(row.demands),
        }
      );
    },

    /** Deletes up to `most` requests that are over. Returns how many. */
    async sweep(most: number): Promise<number> {
      const result = await db
        .deleteFrom('pending_requests')
        .where('id_hash', 'in', (q) =>
          q
            .selectFrom('pending_requests')
            .select('id_hash')
            .where('expires_at', '<=', now())
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type PendingRequests = ReturnType<typeof createPendingRequests>;
