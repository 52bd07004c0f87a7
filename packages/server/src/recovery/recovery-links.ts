// Recovery links to secondary addresses: valid for half an hour, once. A user has one link at a time. Its secret is derived from
// DATA_KEY, so that a second request sends the same link again. A request of an attacker thus voids no link.

import { createHmac, type KeyObject } from 'node:crypto';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { usableAfterMs } from '../factors/secondary-emails.ts';
import { isOfActiveUser, shareUser } from '../users/ways-in.ts';

const linkMs = 30 * 60_000;

export class RecoveryLinks {
  readonly #db: Database;
  readonly #key: KeyObject;
  readonly #now: () => number;

  constructor(db: Database, { key, now }: { key: KeyObject; now: () => number }) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  #secretOf(userId: string, expiresAt: number): string {
    return createHmac('sha256', this.#key).update(`${userId} ${expiresAt}`).digest('base64url');
  }

  /** Returns the secret of the user's valid link, or of a new one. */
  async issue(userId: string): Promise<string> {
    const at = this.#now();
    const expiresAt = at + linkMs;
    const token_hash = hashSecret(this.#secretOf(userId, expiresAt));
    const values = { token_hash, expires_at: expiresAt };
    const row = await this.#db
      .insertInto('recovery_links')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(values).where('recovery_links.expires_at', '<=', at),
      )
      .returning('expires_at')
      .executeTakeFirst();
    if (row) return this.#secretOf(userId, expiresAt);
    const known = await this.#db
      .selectFrom('recovery_links')
      .select('expires_at')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    // used in this moment: the user is about to be signed in
    return this.#secretOf(userId, known?.expires_at ?? expiresAt);
  }

  /**
   * Uses the link in the caller's transaction. Returns the user if the secondary address is still usable. Of two simultaneous
   * calls one returns the user.
   */
  async consume(queries: Queries, token: string): Promise<string | undefined> {
    const at = this.#now();
    const token_hash = hashSecret(token);
    const owner = queries.selectFrom('recovery_links').select('user_id');
    await shareUser(queries, owner.where('token_hash', '=', token_hash).$asScalar());
    const row = await queries
      .deleteFrom('recovery_links')
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', at)
      .where(isOfActiveUser('recovery_links.user_id'))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('secondary_emails as s')
            .select('s.user_id')
            .whereRef('s.user_id', '=', 'recovery_links.user_id')
            .where('s.confirmed_at', '<=', at - usableAfterMs),
        ),
      )
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id;
  }
}
