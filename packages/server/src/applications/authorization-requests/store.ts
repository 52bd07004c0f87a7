// Requests of applications that wait for a sign-in: found by an id in the address, and given back to the
// browser that brought them alone. Anybody may bring one, so they are few for a browser and, until it has
// come back, short-lived. Whoever reads the database can neither go on with one nor say whose it is.

import { sql } from 'kysely';
import { decryptOrThrow, type Encryption } from '../../crypto/encryption.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import { prepare, runTogether } from '../../database/prepared.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Nobody has so many sign-ins under way; the oldest make room. */
export const mostOfBrowser = 20;

/** A browser is led to our page at once; whoever makes requests only to fill our tables is not. */
const arrivalMs = 2 * 60_000;

const requestContext = (idHash: string) => `pending request ${idHash}`;
const memoryContext = (idHash: string) => `memory of pending request ${idHash}`;

type Deps = { ttlSeconds: number; now: () => number; encryption: Encryption };

/** Whoever loses a request in a power cut begins it anew at the application (decision 0023). */
const asks = { relaxedDurability: true };

function queriesOf(db: Database) {
  const rows = db.selectFrom('suspended_requests');
  type Add = {
    idHash: string;
    browserHash: string;
    sealed: string;
    createdAt: number;
    expiresAt: number;
  };
  return {
    add: prepare(
      db,
      (given: Add) =>
        db.insertInto('suspended_requests').values({
          id_hash: given.idHash,
          browser_hash: given.browserHash,
          encrypted_request: given.sealed,
          encrypted_state: null,
          created_at: given.createdAt,
          expires_at: given.expiresAt,
        }),
      asks,
    ),
    makeRoom: prepare(
      db,
      ({ idHash, browserHash }: { idHash: string; browserHash: string }) =>
        db
          .deleteFrom('suspended_requests')
          .where('browser_hash', '=', browserHash)
          .where('id_hash', '!=', idHash)
          .where(
            'id_hash',
            'not in',
            rows
              .select('id_hash')
              .where('browser_hash', '=', browserHash)
              .where('id_hash', '!=', idHash)
              .orderBy('created_at', 'desc')
              .limit(sql.lit(mostOfBrowser - 1)),
          ),
      asks,
    ),
    extend: prepare(
      db,
      ({ idHash, expiresAt }: { idHash: string; expiresAt: number }) =>
        db
          .updateTable('suspended_requests')
          .set({ expires_at: expiresAt })
          .where('id_hash', '=', idHash),
      asks,
    ),
    replace: prepare(
      db,
      ({ idHash, sealed }: { idHash: string; sealed: string }) =>
        db
          .updateTable('suspended_requests')
          .set({ encrypted_request: sealed })
          .where('id_hash', '=', idHash),
      asks,
    ),
    remember: prepare(
      db,
      ({ idHash, sealed }: { idHash: string; sealed: string }) =>
        db
          .updateTable('suspended_requests')
          .set({ encrypted_state: sealed })
          .where('id_hash', '=', idHash),
      asks,
    ),
    row: prepare(db, ({ idHash }: { idHash: string }) =>
      rows
        .select([
          'browser_hash',
          'encrypted_request',
          'encrypted_state',
          'created_at',
          'expires_at',
        ])
        .where('id_hash', '=', idHash),
    ),
  };
}

export function createAuthorizationRequestStore(
  db: Database,
  { ttlSeconds, now, encryption }: Deps,
) {
  const ttlMs = ttlSeconds * 1000;
  const queries = queriesOf(db);

  async function living(idHash: string) {
    const row = await queries.row.first({ idHash });
    return row && row.expires_at > now() ? row : undefined;
  }

  return {
    /** `browser` is the secret in its cookie. */
    async add({ id, ...request }: AuthorizationRequest, browser: string): Promise<void> {
      const [idHash, browserHash] = [hashSecret(id), hashSecret(browser)];
      const createdAt = now();
      await runTogether(db, [
        queries.add.filled({
          idHash,
          browserHash,
          sealed: encryption.encrypt(JSON.stringify(request), requestContext(idHash)),
          createdAt,
          expiresAt: createdAt + Math.min(arrivalMs, ttlMs),
        }),
        queries.makeRoom.filled({ idHash, browserHash }),
      ]);
    },

    /** Nothing for an unknown or late id, and for any other browser. */
    async find(id: string, browser: string): Promise<AuthorizationRequest | undefined> {
      const idHash = hashSecret(id);
      const row = await living(idHash);
      if (row?.browser_hash !== hashSecret(browser)) return undefined;
      const expiresAt = row.created_at + ttlMs;
      // the browser has come back with its request: now it waits as long as a person may need
      if (row.expires_at < expiresAt) await queries.extend.change({ idHash, expiresAt });
      const request = decryptOrThrow(encryption, row.encrypted_request, requestContext(idHash));
      return { id, ...JSON.parse(request) };
    },

    /** Stores a request that was found in place of what it was; nothing happens where it waits no longer. */
    async replace({ id, ...request }: AuthorizationRequest): Promise<void> {
      const idHash = hashSecret(id);
      const sealed = encryption.encrypt(JSON.stringify(request), requestContext(idHash));
      await queries.replace.change({ idHash, sealed });
    },

    /** What the protocol remembers of a request that waits; `undefined` when it is over. */
    async recall(id: string): Promise<string | undefined> {
      const idHash = hashSecret(id);
      const memory = (await living(idHash))?.encrypted_state;
      return memory ? decryptOrThrow(encryption, memory, memoryContext(idHash)) : undefined;
    },

    /** Remembers it in place of what was; nothing happens where no such request waits. */
    async remember(id: string, memory: string): Promise<void> {
      const idHash = hashSecret(id);
      const sealed = encryption.encrypt(memory, memoryContext(idHash));
      await queries.remember.change({ idHash, sealed });
    },

    /** Returns whether the request was there: of two removals at the same moment one gets true. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('suspended_requests')
        .where('id_hash', '=', hashSecret(id))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Deletes up to `most` requests that are over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'suspended_requests', now(), most),
  };
}

export type AuthorizationRequestStore = ReturnType<typeof createAuthorizationRequestStore>;
