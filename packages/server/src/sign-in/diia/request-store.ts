// Requests put to Diia, from the link to the browser that fetches its sign-in. In the database, so that a
// restart or another node loses none.

import { decryptOrThrow, type Encryption } from '../../crypto/encryption.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';

/** A signature is accepted so long after the link was made. The link itself is shown for less. */
const callbackSeconds = 300;
/** After it the browser has so long to fetch its sign-in: people return from the telephone by hand. */
const fetchSeconds = 300;

export type PendingRequest = {
  expiresAt: number;
  /** SHA-256 of the signature that was accepted. */
  signatureHash: string | undefined;
};

export type FoundRequest =
  | { finished: false }
  | { finished: true; verifiedAt: number; taxId: string | undefined };

type Deps = { now: () => number; encryption: Encryption };

const contextOf = (requestId: string) => `tax id of request ${requestId}`;

/** In place of the hash of a browser: no cookie has it. */
const nobody = '';

export function createDiiaRequests(db: Database, { now, encryption }: Deps) {
  return {
    /** `browser`: the secret in the cookie of the browser that asked. */
    async add(requestId: string, browser: string, createdAt: number): Promise<void> {
      await db
        .insertInto('diia_requests')
        .values({
          request_id: requestId,
          browser_hash: hashSecret(browser),
          created_at: createdAt,
          expires_at: createdAt + callbackSeconds * 1000,
          finished_at: null,
          signature_hash: null,
          encrypted_tax_id: null,
        })
        .execute();
    },

    /** What a callback is about; also when it comes too late. */
    async pending(requestId: string): Promise<PendingRequest | undefined> {
      const row = await db
        .selectFrom('diia_requests')
        .select(['expires_at', 'signature_hash'])
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row && { expiresAt: row.expires_at, signatureHash: row.signature_hash ?? undefined };
    },

    /** Notes an accepted signature. One conditional UPDATE: of two at once one wins. */
    async finish(
      requestId: string,
      signatureHash: string,
      taxId: string | undefined,
    ): Promise<boolean> {
      const at = now();
      const result = await db
        .updateTable('diia_requests')
        .set({
          finished_at: at,
          expires_at: at + fetchSeconds * 1000,
          signature_hash: signatureHash,
          encrypted_tax_id:
            taxId === undefined ? null : encryption.encrypt(taxId, contextOf(requestId)),
        })
        .where('request_id', '=', requestId)
        .where('finished_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /**
     * How a request of this very browser stands; nothing for any other, unknown or over.
     * @throws when the tax number in it cannot be opened.
     */
    async find(requestId: string, browser: string): Promise<FoundRequest | undefined> {
      const row = await db
        .selectFrom('diia_requests')
        .select(['finished_at', 'encrypted_tax_id'])
        .where('request_id', '=', requestId)
        .where('browser_hash', '=', hashSecret(browser))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.finished_at === null) return { finished: false };
      const sealed = row.encrypted_tax_id;
      return {
        finished: true,
        verifiedAt: row.finished_at,
        taxId:
          sealed === null ? undefined : decryptOrThrow(encryption, sealed, contextOf(requestId)),
      };
    },

    /** Whoever confirmed may not enter: nobody needs their number any more. */
    async forgetTaxId(requestId: string): Promise<void> {
      const update = db.updateTable('diia_requests').set({ encrypted_tax_id: null });
      await update.where('request_id', '=', requestId).execute();
    },

    /**
     * Whoever confirmed is in. The row stays, so that the same callback once more is still a success; it
     * holds no number and belongs to no browser, so it signs nobody in again.
     */
    async close(queries: Queries, requestId: string): Promise<void> {
      const closed = { encrypted_tax_id: null, browser_hash: nobody };
      const update = queries.updateTable('diia_requests').set(closed);
      await update.where('request_id', '=', requestId).execute();
    },

    /** Deletes up to `most` requests that are over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'diia_requests', now(), most),
  };
}

export type DiiaRequests = ReturnType<typeof createDiiaRequests>;
