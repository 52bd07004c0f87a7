// Attempts to sign in with Google or to link an account, from our redirect to the answer. In the database, so
// that a restart or another node loses none; each is used once.

import { randomBytes } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import { decryptOrThrow, type Encryption } from '../../crypto/encryption.ts';
import { hashSecret, matchesHash, newSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { deleteExpired } from '../../database/delete-expired.ts';
import { refuse } from './refusal.ts';

/** People choose an account, look for a password, confirm on a telephone. */
export const attemptSeconds = 600;

/** What only the two ends of an attempt know: the PKCE verifier (RFC 7636) and the nonce of the id token. */
export type AttemptSecrets = { codeVerifier: string; nonce: string };

export function newAttemptSecrets(): AttemptSecrets {
  return { codeVerifier: newSecret(), nonce: newSecret() };
}

export type NewAttempt = {
  id: string;
  /** The secret in the cookie of the browser that began it. */
  browser: string;
  purpose: GooglePurpose;
  /** Of the session that links. */
  sessionUid?: string | undefined;
  secrets: AttemptSecrets;
};

export type TakenAttempt = {
  purpose: GooglePurpose;
  sessionUid: string | null;
  createdAt: number;
  secrets: AttemptSecrets;
};

type Deps = { now: () => number; encryption: Encryption };

const contextOf = (idHash: string) => `secrets of Google attempt ${idHash}`;

export function newAttemptId(): string {
  return randomBytes(16).toString('base64url');
}

export function createGoogleAttempts(db: Database, { now, encryption }: Deps) {
  async function find(idHash: string, browser: string | undefined) {
    const row = await db
      .selectFrom('google_attempts')
      .select(['browser_hash', 'purpose', 'session_uid', 'encrypted_secrets'])
      .select(['created_at', 'expires_at', 'consumed_at'])
      .where('id_hash', '=', idHash)
      .executeTakeFirst();
    if (!row) return refuse('attempt-unknown');
    // first: another browser can neither use it up nor learn how it stands
    if (browser === undefined || !matchesHash(browser, row.browser_hash))
      return refuse('other-browser');
    if (row.consumed_at !== null || row.encrypted_secrets === null) return refuse('attempt-used');
    if (now() >= row.expires_at) return refuse('attempt-expired');
    return { ...row, encrypted_secrets: row.encrypted_secrets };
  }

  return {
    async add({ id, browser, purpose, sessionUid, secrets }: NewAttempt): Promise<void> {
      const idHash = hashSecret(id);
      const createdAt = now();
      await db
        .insertInto('google_attempts')
        .values({
          id_hash: idHash,
          browser_hash: hashSecret(browser),
          purpose,
          session_uid: sessionUid ?? null,
          encrypted_secrets: encryption.encrypt(JSON.stringify(secrets), contextOf(idHash)),
          created_at: createdAt,
          expires_at: createdAt + attemptSeconds * 1000,
          consumed_at: null,
        })
        .execute();
    },

    /**
     * Uses an attempt up: one conditional UPDATE, of two at once one wins. `browser` is the secret in the
     * attempt's cookie, if it came along. @throws {GoogleRefused}
     */
    async take(id: string, browser: string | undefined): Promise<TakenAttempt> {
      const idHash = hashSecret(id);
      const row = await find(idHash, browser);
      const result = await db
        .updateTable('google_attempts')
        .set({ consumed_at: now(), encrypted_secrets: null })
        .where('id_hash', '=', idHash)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) refuse('attempt-used');
      return {
        purpose: row.purpose as GooglePurpose,
        sessionUid: row.session_uid,
        createdAt: row.created_at,
        secrets: JSON.parse(decryptOrThrow(encryption, row.encrypted_secrets, contextOf(idHash))),
      };
    },

    /** Deletes up to `most` attempts that are over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'google_attempts', now(), most),
  };
}

export type GoogleAttempts = ReturnType<typeof createGoogleAttempts>;
