// Stores suspended authorization requests. Only the browser that sent a request can read it, by an id in the URL. Any
// client can send requests, so each browser has at most 20, and they expire after two minutes until the browser returns.
// The rows are encrypted and hashed: a reader of the database can neither continue a request nor see its user.

import { sql } from 'kysely';
import { decryptOrThrow, type Encryption } from '../../crypto/encryption.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { prepare, runTogether } from '../../database/prepared.ts';
import type { AuthorizationRequest } from './suspended-request.ts';

/** More than a user has open; further requests replace the oldest. */
export const maxPerBrowser = 20;

/** Time until the browser must follow the redirect to our page. */
const arrivalMs = 2 * 60_000;

const requestContext = (idHash: string) => `pending request ${idHash}`;
const memoryContext = (idHash: string) => `memory of pending request ${idHash}`;

type Deps = { ttlSeconds: number; now: () => number; encryption: Encryption };

type NewRow = {
  idHash: string;
  browserHash: string;
  encrypted: string;
  createdAt: number;
  expiresAt: number;
};

const insertRow = (db: Database, given: NewRow) =>
  db.insertInto('suspended_requests').values({
    id_hash: given.idHash,
    browser_hash: given.browserHash,
    encrypted_request: given.encrypted,
    created_at: given.createdAt,
    expires_at: given.expiresAt,
  });

/** Deletes the oldest rows of a browser, so that with the new one it has at most `maxPerBrowser`. */
function deleteOldest(db: Database, given: { idHash: string; browserHash: string }) {
  const kept = db
    .selectFrom('suspended_requests')
    .select('id_hash')
    .where('browser_hash', '=', given.browserHash)
    .where('id_hash', '!=', given.idHash)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(maxPerBrowser - 1));
  return db
    .deleteFrom('suspended_requests')
    .where('browser_hash', '=', given.browserHash)
    .where('id_hash', '!=', given.idHash)
    .where('id_hash', 'not in', kept);
}

const columns = [
  'browser_hash',
  'encrypted_request',
  'encrypted_state',
  'created_at',
  'expires_at',
] as const;

function queriesOf(db: Database) {
  const rows = db.selectFrom('suspended_requests').select(columns);
  const setterOf = <Value extends string | number>(column: (typeof columns)[number]) =>
    prepare(db, ({ idHash, value }: { idHash: string; value: Value }) =>
      db
        .updateTable('suspended_requests')
        .set({ [column]: value })
        .where('id_hash', '=', idHash),
    );
  return {
    add: prepare(db, (given: NewRow) => insertRow(db, given)),
    makeRoom: prepare(db, (given: { idHash: string; browserHash: string }) =>
      deleteOldest(db, given),
    ),
    extend: setterOf<number>('expires_at'),
    replace: setterOf<string>('encrypted_request'),
    remember: setterOf<string>('encrypted_state'),
    row: prepare(db, ({ idHash }: { idHash: string }) => rows.where('id_hash', '=', idHash)),
  };
}

/** The name of the requirements in the stored JSON. */
const requirementsKey = 'demands';

function serialize({ id: _, requirements, ...request }: AuthorizationRequest): string {
  return JSON.stringify({ ...request, [requirementsKey]: requirements });
}

function deserialize(id: string, text: string): AuthorizationRequest {
  const { [requirementsKey]: requirements, ...request } = JSON.parse(text);
  return { id, ...request, requirements };
}

export function createAuthorizationRequestStore(
  db: Database,
  { ttlSeconds, now, encryption }: Deps,
) {
  const ttlMs = ttlSeconds * 1000;
  const queries = queriesOf(db);

  async function findUnexpired(idHash: string) {
    const row = await queries.row.first({ idHash });
    return row && row.expires_at > now() ? row : undefined;
  }

  return {
    /** `browser` is the secret of its cookie. */
    async add(request: AuthorizationRequest, browser: string): Promise<void> {
      const [idHash, browserHash] = [hashSecret(request.id), hashSecret(browser)];
      const createdAt = now();
      await runTogether(db, [
        queries.add.filled({
          idHash,
          browserHash,
          encrypted: encryption.encrypt(serialize(request), requestContext(idHash)),
          createdAt,
          expiresAt: createdAt + Math.min(arrivalMs, ttlMs),
        }),
        queries.makeRoom.filled({ idHash, browserHash }),
      ]);
    },

    /** Returns undefined for an unknown or expired id, and for another browser. */
    async find(id: string, browser: string): Promise<AuthorizationRequest | undefined> {
      const idHash = hashSecret(id);
      const row = await findUnexpired(idHash);
      if (row?.browser_hash !== hashSecret(browser)) return undefined;
      const expiresAt = row.created_at + ttlMs;
      // the browser has returned: from now on the request waits for the user
      if (row.expires_at < expiresAt) await queries.extend.change({ idHash, value: expiresAt });
      return deserialize(
        id,
        decryptOrThrow(encryption, row.encrypted_request, requestContext(idHash)),
      );
    },

    /** Replaces a request that was found. Does nothing if it was removed. */
    async replace(request: AuthorizationRequest): Promise<void> {
      const idHash = hashSecret(request.id);
      const value = encryption.encrypt(serialize(request), requestContext(idHash));
      await queries.replace.change({ idHash, value });
    },

    /** Returns the state that the protocol stored with a request; undefined if the request is over. */
    async recall(id: string): Promise<string | undefined> {
      const idHash = hashSecret(id);
      const memory = (await findUnexpired(idHash))?.encrypted_state;
      return memory ? decryptOrThrow(encryption, memory, memoryContext(idHash)) : undefined;
    },

    /** Stores the state of the protocol. Does nothing if there is no such request. */
    async remember(id: string, memory: string): Promise<void> {
      const idHash = hashSecret(id);
      const value = encryption.encrypt(memory, memoryContext(idHash));
      await queries.remember.change({ idHash, value });
    },

    /** Returns whether the request existed: of two simultaneous removals one returns true. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('suspended_requests')
        .where('id_hash', '=', hashSecret(id))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export type AuthorizationRequestStore = ReturnType<typeof createAuthorizationRequestStore>;
