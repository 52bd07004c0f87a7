// Requests of applications that wait for a sign-in: found by an id in the address, and given back to the
// browser that brought them alone. Anybody may bring one, so they are few for a browser and, until it has
// come back, short-lived. Whoever reads the database can neither go on with one nor say whose it is.

import type { Database } from '../database/connect.ts';
import { mustOpen, type Sealing } from '../sealing.ts';
import { hashSecret } from '../secrets.ts';
import type { PendingRequest } from './pending-request.ts';

/** Nobody has so many sign-ins under way; the oldest make room. */
export const mostOfBrowser = 20;

/** A browser is led to our page at once; whoever makes requests only to fill our tables is not. */
const arrivalMs = 2 * 60_000;

const requestContext = (idHash: string) => `pending request ${idHash}`;
const memoryContext = (idHash: string) => `memory of pending request ${idHash}`;

type Needs = { ttlSeconds: number; now: () => number; sealing: Sealing };

export function createPendingRequests(db: Database, { ttlSeconds, now, sealing }: Needs) {
  const ttlMs = ttlSeconds * 1000;

  async function makeRoom(idHash: string, browserHash: string) {
    await db
      .deleteFrom('pending_requests')
      .where('browser_hash', '=', browserHash)
      .where('id_hash', '!=', idHash)
      .where('id_hash', 'not in', (q) =>
        q
          .selectFrom('pending_requests')
          .select('id_hash')
          .where('browser_hash', '=', browserHash)
          .where('id_hash', '!=', idHash)
          .orderBy('created_at', 'desc')
          .limit(mostOfBrowser - 1),
      )
      .execute();
  }

  /** The browser has come back with its request: now it waits as long as a person may need. */
  async function arrive(idHash: string, createdAt: number) {
    await db
      .updateTable('pending_requests')
      .set({ expires_at: createdAt + ttlMs })
      .where('id_hash', '=', idHash)
      .execute();
  }

  return {
    /** `browser` is the secret in its cookie. */
    async add({ id, ...request }: PendingRequest, browser: string): Promise<void> {
      const [idHash, browserHash] = [hashSecret(id), hashSecret(browser)];
      const createdAt = now();
      await db
        .insertInto('pending_requests')
        .values({
          id_hash: idHash,
          browser_hash: browserHash,
          sealed_request: sealing.seal(JSON.stringify(request), requestContext(idHash)),
          sealed_memory: null,
          created_at: createdAt,
          expires_at: createdAt + Math.min(arrivalMs, ttlMs),
        })
        .execute();
      await makeRoom(idHash, browserHash);
    },

    /** Nothing for an unknown or late id, and for any other browser. */
    async find(id: string, browser: string): Promise<PendingRequest | undefined> {
      const idHash = hashSecret(id);
      const row = await db
        .selectFrom('pending_requests')
        .select(['sealed_request', 'created_at', 'expires_at'])
        .where('id_hash', '=', idHash)
        .where('browser_hash', '=', hashSecret(browser))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.expires_at < row.created_at + ttlMs) await arrive(idHash, row.created_at);
      const request = mustOpen(sealing, row.sealed_request, requestContext(idHash));
      return { id, ...JSON.parse(request) };
    },

    /** What the protocol remembers of a request that waits; `undefined` when it is over. */
    async recall(id: string): Promise<string | undefined> {
      const idHash = hashSecret(id);
      const row = await db
        .selectFrom('pending_requests')
        .select('sealed_memory')
        .where('id_hash', '=', idHash)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.sealed_memory
        ? mustOpen(sealing, row.sealed_memory, memoryContext(idHash))
        : undefined;
    },

    /** Remembers it in place of what was; nothing happens where no such request waits. */
    async remember(id: string, memory: string): Promise<void> {
      const idHash = hashSecret(id);
      await db
        .updateTable('pending_requests')
        .set({ sealed_memory: sealing.seal(memory, memoryContext(idHash)) })
        .where('id_hash', '=', idHash)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('pending_requests').where('id_hash', '=', hashSecret(id)).execute();
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
