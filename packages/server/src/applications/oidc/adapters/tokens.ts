// Codes, tokens and other short-lived records of the library. The table has only hashes of their ids.

import { lifetimes } from '@brama/contract/lifetimes';
import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import type { OnRejected, WriteBatch } from '../../../database/write-batch.ts';
import { type NewRow, type TokenRow, tokenQueries, voidedAt } from './token-queries.ts';

/** A client may send a used refresh token again for this long: the response may have been lost. */
const refreshGraceMs = lifetimes.repeatedRefresh * 1000;

/** No token issued from a code lives longer. One day more covers clocks that differ. */
const longestTokenMs = (lifetimes.refreshToken + 24 * 3600) * 1000;

export type TokenSource = { code?: string | undefined; refreshToken?: string | undefined };

type NewToken = { id: string; payload: AdapterPayload; ttlSeconds: number };

export class TokenStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #queries: ReturnType<typeof tokenQueries>;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#queries = tokenQueries(db);
  }

  /** `known`: the row if it has just been read. */
  async find(model: string, id: string, known?: TokenRow): Promise<AdapterPayload | undefined> {
    const row = known ? this.#usable(model, known) : await this.#find(model, id);
    if (!row) return undefined;
    const payload: AdapterPayload = { ...JSON.parse(row.payload), jti: id };
    const isUsable =
      row.consumed_at === null ||
      (await this.#isInGrace(row.model, hashSecret(id), row.consumed_at));
    // the library only checks whether the field is set
    return isUsable ? payload : { ...payload, consumed: true };
  }

  async put(model: string, id: string, payload: AdapterPayload, ttlSeconds: number): Promise<void> {
    await this.#queries.insert.change(this.#rowOf(model, { id, payload, ttlSeconds }));
  }

  /** Stores an id that may be used only once. Returns false if it was stored before. */
  async putOnce(model: string, id: string, ttlSeconds: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('oidc_tokens')
      .values({
        id_hash: hashSecret(id),
        model,
        payload: '{}',
        expires_at: this.#now() + ttlSeconds * 1000,
      })
      .onConflict((conflict) => conflict.column('id_hash').doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) > 0;
  }

  async extend(model: string, id: string, seconds: number): Promise<void> {
    await this.#db
      .updateTable('oidc_tokens')
      .set({ expires_at: this.#now() + seconds * 1000 })
      .where('id_hash', '=', hashSecret(id))
      .where('model', '=', model)
      .execute();
  }

  /** Marks a record as used. Returns false if it was used before. */
  async consume(model: string, id: string): Promise<boolean> {
    const given = { idHash: hashSecret(id), model, at: this.#now() };
    return (await this.#queries.consume.change(given)) > 0;
  }

  async grantIdOf(model: string, id: string): Promise<string | undefined> {
    return (await this.#find(model, id))?.grant_id ?? undefined;
  }

  addPut(writes: WriteBatch, model: string, token: NewToken, source: TokenSource) {
    writes.add(this.#queries.insert.filled(this.#rowOf(model, token, source)));
  }

  /**
   * Adds a refresh token, after the use of `predecessor`. Its other successors become invalid; after the use of one the new
   * token is rejected.
   */
  addSuccessor(
    writes: WriteBatch,
    { predecessor, ...token }: NewToken & { predecessor: string },
    onRejected: OnRejected,
  ) {
    const hash = hashSecret(predecessor);
    writes.add(this.#queries.voidUnusedSuccessors.filled({ predecessor: hash }));
    // after the others are void, none of them can be used beside this one
    const row = this.#rowOf('RefreshToken', token, { refreshToken: predecessor });
    writes.add(this.#queries.insertSuccessor.filled(row), onRejected);
  }

  /**
   * Adds the use of a record as one conditional UPDATE: of concurrent uses on any nodes, one succeeds. A refresh token may
   * be used again within the grace period; `addSuccessor` then decides by its successors.
   */
  addConsume(writes: WriteBatch, model: string, id: string, onRejected: OnRejected) {
    const [idHash, at] = [hashSecret(id), this.#now()];
    const statement =
      model === 'RefreshToken'
        ? this.#queries.consumeRefreshToken.filled({ idHash, at, since: at - refreshGraceMs })
        : this.#queries.consume.filled({ idHash, model, at });
    writes.add(statement, onRejected);
  }

  /** Makes every token invalid that was issued from a code, also those being issued. The code outlives them. */
  async voidCode(code: string): Promise<void> {
    const expiresAt = this.#now() + longestTokenMs;
    await this.#queries.voidCode.change({ idHash: hashSecret(code), expiresAt });
  }

  /** Returns whether the record existed: of concurrent calls, one gets true. */
  async remove(model: string, id: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('oidc_tokens')
      .where('id_hash', '=', hashSecret(id))
      .where('model', '=', model)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  async #find(model: string, id: string) {
    return this.#usable(model, await this.#queries.row.first({ idHash: hashSecret(id) }));
  }

  #usable(model: string, row: TokenRow | undefined): TokenRow | undefined {
    const isAlive = row?.model === model && row.expires_at > this.#now();
    return isAlive && row.code_consumed_at !== voidedAt ? row : undefined;
  }

  /** After a successor was used, its user is the owner, and a repeated refresh comes from an attacker. */
  async #isInGrace(model: string, idHash: string, consumedAt: number): Promise<boolean> {
    if (model !== 'RefreshToken' || consumedAt <= this.#now() - refreshGraceMs) return false;
    return (await this.#queries.usedSuccessor.first({ predecessor: idHash })) === undefined;
  }

  #rowOf(
    model: string,
    { id, payload, ttlSeconds }: NewToken,
    { code, refreshToken }: TokenSource = {},
  ): NewRow {
    // a reader of the table must not learn the id
    const { jti: _jti, ...stored } = payload;
    return {
      idHash: hashSecret(id),
      model,
      payload: JSON.stringify(stored),
      grantId: payload.grantId ?? null,
      expiresAt: this.#now() + ttlSeconds * 1000,
      codeHash: code === undefined ? null : hashSecret(code),
      refreshHash: refreshToken === undefined ? null : hashSecret(refreshToken),
    };
  }
}
