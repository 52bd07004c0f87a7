// Creations with an `Idempotency-Key`: a repeated request receives the first response and creates nothing. The response may
// contain a new secret, so it is stored encrypted.

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { decryptOrThrow, type Encryption } from '../crypto/encryption.ts';
import type { Database, Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';

const lifetimeMs = 24 * 3_600_000;
/** Rows of one statement. */
const batchSize = 500;
export const maxKeyLength = 255;
const keyForm = /^[\x21-\x7e]{1,255}$/;
/** The ids of users and of what else a response names. */
const idForm = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

type Deps = { db: Database; encryption: Encryption; now: () => number };
type Stored = { request: string; response: unknown };

const contextOf = (keyHash: string) => `response of idempotent request ${keyHash}`;

const sha256 = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export class IdempotentRequests {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs `work` within the caller's transaction, at most once for each key, and `check` with the response before it is repeated. A
   * simultaneous request with the same key waits for the transaction. @throws `admin.idempotency-key-reused` if the key belongs to another request.
   */
  async once(
    queries: Queries,
    { request, actorId }: { request: FastifyRequest; actorId: string },
    work: () => Promise<unknown>,
    check: (response: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return work();
    if (typeof key !== 'string' || !keyForm.test(key))
      fail('request.invalid', {
        fields: { 'idempotency-key': 'must be 1–255 visible characters' },
      });
    const { encryption, now } = this.#deps;
    const route = `${request.method} ${request.url}`;
    const keyHash = sha256(actorId, route, key);
    const requestHash = sha256(request.body);
    const first = await this.#reserve(queries, keyHash);
    if (first !== undefined) {
      const text = decryptOrThrow(encryption, first, contextOf(keyHash));
      const stored = JSON.parse(text) as Stored;
      if (stored.request !== requestHash) fail('admin.idempotency-key-reused');
      await check(stored.response);
      return stored.response;
    }
    const response = await work();
    const stored: Stored = { request: requestHash, response };
    const text = JSON.stringify(stored);
    await queries
      .updateTable('idempotent_requests')
      .set({
        encrypted_response: encryption.encrypt(text, contextOf(keyHash)),
        expires_at: now() + lifetimeMs,
        has_objects: 1,
      })
      .where('key_hash', '=', keyHash)
      .execute();
    const objects = [...new Set(text.match(idForm))];
    if (objects.length > 0)
      await queries
        .insertInto('idempotent_request_objects')
        .values(objects.map((id) => ({ object_id: id, key_hash: keyHash })))
        .execute();
    return response;
  }

  /** Returns the stored response of an earlier request with this key. */
  async #reserve(queries: Queries, keyHash: string): Promise<string | undefined> {
    const at = this.#deps.now();
    await queries
      .deleteFrom('idempotent_requests')
      .where('key_hash', '=', keyHash)
      .where('expires_at', '<=', at)
      .execute();
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('idempotent_requests')
      .values({ key_hash: keyHash, encrypted_response: '', expires_at: at + lifetimeMs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return undefined;
    const row = await queries
      .selectFrom('idempotent_requests')
      .select('encrypted_response')
      .where('key_hash', '=', keyHash)
      .executeTakeFirstOrThrow();
    return row.encrypted_response;
  }

  /** Deletes the stored responses that contain the id, within the caller's transaction. */
  async forget(queries: Queries, id: string): Promise<void> {
    await queries
      .deleteFrom('idempotent_requests')
      .where('key_hash', 'in', (objects) =>
        objects
          .selectFrom('idempotent_request_objects')
          .select('idempotent_request_objects.key_hash')
          .where('object_id', '=', id),
      )
      .execute();
    await this.#forgetWithoutObjects(queries, id);
  }

  /** Does the same for rows of servers of a previous release, which stored no ids. */
  async #forgetWithoutObjects(queries: Queries, id: string): Promise<void> {
    const { encryption } = this.#deps;
    let last = '';
    for (;;) {
      const rows = await queries
        .selectFrom('idempotent_requests')
        .select(['key_hash', 'encrypted_response'])
        .where('has_objects', '=', sql.lit(0))
        .where('key_hash', '>', last)
        .orderBy('key_hash')
        .limit(batchSize)
        .execute();
      const containing = rows.filter(({ key_hash, encrypted_response }) =>
        encryption.decrypt(encrypted_response, contextOf(key_hash))?.includes(id),
      );
      await queries
        .deleteFrom('idempotent_requests')
        .where('key_hash', 'in', ['', ...containing.map(({ key_hash }) => key_hash)])
        .execute();
      const next = rows.length < batchSize ? undefined : rows.at(-1);
      if (!next) return;
      last = next.key_hash;
    }
  }
}
