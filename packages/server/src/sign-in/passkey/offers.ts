// When a user is offered a passkey: right after a sign-in with Diia, at most once in 30 days, and never on a shared computer.

import type { Database } from '../../database/connect.ts';
import { isRecentSignIn, type Session } from '../../sessions/session.ts';

const pauseMs = 30 * 86_400_000;

export class PasskeyOffers {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns whether to offer a passkey in this session: the user has none, and no offer was shown in the last 30 days. */
  async isDue({ userId, method, verifiedAt, isSharedComputer }: Session): Promise<boolean> {
    const at = this.#now();
    if (method !== 'diia' || isSharedComputer || !isRecentSignIn({ verifiedAt }, at)) return false;
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('passkeys').select('id').where('user_id', '=', userId))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('passkey_offers')
              .select('user_id')
              .where('user_id', '=', userId)
              .where('expires_at', '>', at),
          ),
        ),
      )
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores that the offer was shown. */
  async recordShown(userId: string): Promise<void> {
    const expires_at = this.#now() + pauseMs;
    await this.#db
      .insertInto('passkey_offers')
      .values({ user_id: userId, expires_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ expires_at }))
      .execute();
  }
}
