// Stores attempts to sign in with Google or to link an account, from the redirect to the callback. They are in the database,
// so that restarts and other nodes do not lose them. Each is used once.

import { randomBytes } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import { decryptOrThrow, type Encryption } from '../../crypto/encryption.ts';
import { hashSecret, matchesHash, newSecret } from '../../crypto/secrets.ts';
import type { Database } from '../../database/connect.ts';
import { refuse } from './refusal.ts';

/** Users choose an account, search for a password and confirm on a phone. */
export const attemptSeconds = 600;

/** The PKCE verifier (RFC 7636) and the nonce of the ID token. */
export type AttemptSecrets = { codeVerifier: string; nonce: string };

export function newAttemptSecrets(): AttemptSecrets {
  return { codeVerifier: newSecret(), nonce: newSecret() };
}

export function newAttemptId(): string {
  return randomBytes(16).toString('base64url');
}

export type NewAttempt = {
  id: string;
  /** From the cookie of the browser that started the attempt. */
  browserSecret: string;
  purpose: GooglePurpose;
  /** The session from which the user links an account. Undefined for a sign-in. */
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

export class GoogleAttempts {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #encryption: Encryption;

  constructor(db: Database, { now, encryption }: Deps) {
    this.#db = db;
    this.#now = now;
    this.#encryption = encryption;
  }

  async add({ id, browserSecret, purpose, sessionUid, secrets }: NewAttempt): Promise<void> {
    const idHash = hashSecret(id);
    const createdAt = this.#now();
    await this.#db
      .insertInto('google_attempts')
      .values({
        id_hash: idHash,
        browser_hash: hashSecret(browserSecret),
        purpose,
        session_uid: sessionUid ?? null,
        encrypted_secrets: this.#encryption.encrypt(JSON.stringify(secrets), contextOf(idHash)),
        created_at: createdAt,
        expires_at: createdAt + attemptSeconds * 1000,
        consumed_at: null,
      })
      .execute();
  }

  async #findUsable(idHash: string, browserSecret: string | undefined) {
    const row = await this.#db
      .selectFrom('google_attempts')
      .select(['browser_hash', 'purpose', 'session_uid', 'encrypted_secrets'])
      .select(['created_at', 'expires_at', 'consumed_at'])
      .where('id_hash', '=', idHash)
      .executeTakeFirst();
    if (!row) return refuse('attempt-unknown');
    // first, so that another browser can neither use the attempt nor learn its state
    if (browserSecret === undefined || !matchesHash(browserSecret, row.browser_hash))
      return refuse('other-browser');
    const { encrypted_secrets: encrypted } = row;
    if (row.consumed_at !== null || encrypted === null) return refuse('attempt-used');
    if (this.#now() >= row.expires_at) return refuse('attempt-expired');
    return { ...row, encrypted };
  }

  /**
   * Uses an attempt by one conditional UPDATE: of several simultaneous calls one wins. `browserSecret` comes from the cookie
   * of the attempt. @throws {GoogleRefused}
   */
  async take(id: string, browserSecret: string | undefined): Promise<TakenAttempt> {
    const idHash = hashSecret(id);
    const row = await this.#findUsable(idHash, browserSecret);
    const result = await this.#db
      .updateTable('google_attempts')
      .set({ consumed_at: this.#now(), encrypted_secrets: null })
      .where('id_hash', '=', idHash)
      .where('consumed_at', 'is', null)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) refuse('attempt-used');
    const secrets = decryptOrThrow(this.#encryption, row.encrypted, contextOf(idHash));
    return {
      purpose: row.purpose as GooglePurpose,
      sessionUid: row.session_uid,
      createdAt: row.created_at,
      secrets: JSON.parse(secrets),
    };
  }
}
