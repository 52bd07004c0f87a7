// Stores requests to Diia, from the link to the ticket that the browser fetches. They are in the database, so that restarts
// and other nodes do not lose them.

import { createHash, randomUUID } from 'node:crypto';
import type { Encryption } from '../../crypto/encryption.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { createEncryptedTaxId, type EncryptedTaxId } from '../../users/tax-id.ts';

/** Base64 of the 32 bytes that the person signs. */
export const requestIdForm = /^[A-Za-z0-9+/]{43}=$/;

/** Returns the hash of a random value, so that an attacker cannot guess the id. */
export function newRequestId(): string {
  return createHash('sha256').update(randomUUID()).digest('base64');
}

/** Restores the plus signs that an unescaped query turns into spaces. Returns undefined for any other text. */
export function asRequestId(text: string): string | undefined {
  const repaired = text.replaceAll(' ', '+');
  return requestIdForm.test(repaired) ? repaired : undefined;
}

/** Time for the callback, counted from the link. The page shows the link for less. */
const callbackMs = 300_000;
/** Time to fetch the ticket after the callback, because users return from the phone manually. */
const fetchMs = 300_000;

export type StoredRequest = {
  expiresAt: number;
  /** SHA-256 of the accepted signature. */
  signatureHash: string | undefined;
};

export type FoundRequest =
  | { finished: false }
  | { finished: true; verifiedAt: number; taxId: string | undefined };

type Deps = { now: () => number; encryption: Encryption };

/** Replaces the hash of a browser. No cookie has this hash. */
const noBrowser = '';

export class DiiaRequests {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #taxId: EncryptedTaxId;

  constructor(db: Database, { now, encryption }: Deps) {
    this.#db = db;
    this.#now = now;
    this.#taxId = createEncryptedTaxId(encryption, (id) => `tax id of request ${id}`);
  }

  /** `browserSecret` comes from the cookie of the browser that requested the link. */
  async add(requestId: string, browserSecret: string, createdAt: number): Promise<void> {
    await this.#db
      .insertInto('diia_requests')
      .values({
        request_id: requestId,
        browser_hash: hashSecret(browserSecret),
        created_at: createdAt,
        expires_at: createdAt + callbackMs,
        finished_at: null,
        signature_hash: null,
        encrypted_tax_id: null,
      })
      .execute();
  }

  /** Returns the request of a callback, also an expired one. */
  async pending(requestId: string): Promise<StoredRequest | undefined> {
    const row = await this.#db
      .selectFrom('diia_requests')
      .select(['expires_at', 'signature_hash'])
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    return row && { expiresAt: row.expires_at, signatureHash: row.signature_hash ?? undefined };
  }

  /** Stores an accepted signature by one conditional UPDATE: of several simultaneous calls one returns true. */
  async finish(
    requestId: string,
    signatureHash: string,
    taxId: string | undefined,
  ): Promise<boolean> {
    const at = this.#now();
    const result = await this.#db
      .updateTable('diia_requests')
      .set({
        finished_at: at,
        expires_at: at + fetchMs,
        signature_hash: signatureHash,
        encrypted_tax_id: this.#taxId.encrypt(requestId, taxId),
      })
      .where('request_id', '=', requestId)
      .where('finished_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /**
   * Returns the state of a request that this browser made. Returns undefined for an unknown or expired request.
   * @throws an Error when the tax number cannot be decrypted.
   */
  async find(requestId: string, browserSecret: string): Promise<FoundRequest | undefined> {
    const row = await this.#db
      .selectFrom('diia_requests')
      .select(['finished_at', 'encrypted_tax_id'])
      .where('request_id', '=', requestId)
      .where('browser_hash', '=', hashSecret(browserSecret))
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.finished_at === null) return { finished: false };
    const taxId = this.#taxId.decrypt(requestId, row.encrypted_tax_id);
    return { finished: true, verifiedAt: row.finished_at, taxId };
  }

  /** Deletes the tax number after the sign-in has been refused. */
  async deleteTaxId(requestId: string): Promise<void> {
    const update = this.#db.updateTable('diia_requests').set({ encrypted_tax_id: null });
    await update.where('request_id', '=', requestId).execute();
  }

  /**
   * Deletes the tax number and the browser after the sign-in, so that the request gives no second session. The row stays,
   * because a repeated callback must still succeed.
   */
  async close(queries: Queries, requestId: string): Promise<void> {
    const closed = { encrypted_tax_id: null, browser_hash: noBrowser };
    const update = queries.updateTable('diia_requests').set(closed);
    await update.where('request_id', '=', requestId).execute();
  }
}
