// Browsers in which a user is not asked for a second factor. The user can revoke them. They prove nothing: the level of a
// sign-in stays that of the first factor.

import { randomUUID } from 'node:crypto';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { BrowserLabel } from '../sessions/browser-label.ts';

export type RememberedBrowser = BrowserLabel & {
  id: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
};

/** More than a user needs; the least recently used ones are forgotten. */
const maxBrowsers = 20;

export class RememberedBrowsers {
  readonly #db: Database;
  readonly #lifetimeMs: number;
  readonly #now: () => number;

  /** `lifetimeMs` 0: no browser is remembered. */
  constructor(db: Database, { lifetimeMs, now }: { lifetimeMs: number; now: () => number }) {
    this.#db = db;
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  get lifetimeMs(): number {
    return this.#lifetimeMs;
  }

  /** Stores a browser in the caller's transaction. Returns the secret for its cookie. */
  async remember(queries: Queries, userId: string, label: BrowserLabel): Promise<string> {
    const secret = newSecret();
    const at = this.#now();
    await queries
      .insertInto('remembered_browsers')
      .values({
        id: randomUUID(),
        secret_hash: hashSecret(secret),
        user_id: userId,
        ...label,
        created_at: at,
        last_used_at: at,
        expires_at: at + this.#lifetimeMs,
      })
      .execute();
    await this.#forgetExcess(queries, userId);
    return secret;
  }

  async #forgetExcess(queries: Queries, userId: string): Promise<void> {
    const excess = await queries
      .selectFrom('remembered_browsers')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .offset(maxBrowsers)
      .limit(maxBrowsers)
      .execute();
    const ids = excess.map(({ id }) => id);
    if (ids.length === 0) return;
    await queries.deleteFrom('remembered_browsers').where('id', 'in', ids).execute();
  }

  /** Stores that a sign-in of this user was not asked for a second factor. Returns false if the browser is not remembered. */
  async use(queries: Queries, userId: string, secret: string): Promise<boolean> {
    if (this.#lifetimeMs === 0) return false;
    const at = this.#now();
    const { numUpdatedRows } = await queries
      .updateTable('remembered_browsers')
      .set({ last_used_at: at })
      .where('secret_hash', '=', hashSecret(secret))
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      // a shorter lifetime in the settings also counts for browsers that were remembered before
      .where('created_at', '>', at - this.#lifetimeMs)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Returns the remembered browsers of a user, the last used one first. */
  async listOfUser(userId: string): Promise<RememberedBrowser[]> {
    const at = this.#now();
    const rows = await this.#db
      .selectFrom('remembered_browsers')
      .select(['id', 'browser', 'system', 'created_at', 'last_used_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .where('created_at', '>', at - this.#lifetimeMs)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      browser: row.browser,
      system: row.system,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    }));
  }

  /** Forgets one browser of the user. Returns false if the user has no such browser. */
  async forget(queries: Queries, userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('remembered_browsers')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

/** Forgets all remembered browsers of a user, in the caller's transaction. */
export async function forgetRememberedBrowsers(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
}
