// Stores the one-time tokens of password reset links: 256 bits, valid for half an hour, the latest two of each user. An
// invitation has one token, which is valid longer. Only hashes are stored.

import { invitationHours } from '@brama/contract/lifetimes';
import { type ExpressionBuilder, sql } from 'kysely';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { Tables } from '../database/schema.ts';

const ttlMs = 30 * 60_000;
const invitationMs = invitationHours * 3_600_000;

/** A link for a first password, or for a new one. */
export type ResetLink = {
  userId: string;
  isInvitation: boolean;
  /** The address to which the link was sent; null for a reset link that an earlier release has sent. */
  email: string | null;
};

export class PasswordResetTokens {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  #isValid(token: string) {
    const hash = hashSecret(token);
    const at = this.#now();
    return (eb: ExpressionBuilder<Tables, 'password_resets'>) =>
      eb.or([
        eb('token_hash', '=', hash).and('expires_at', '>', at),
        eb('previous_token_hash', '=', hash).and('previous_expires_at', '>', at),
      ]);
  }

  /**
   * Returns a new token for a link to this address. The previous one to the same address stays valid until it expires,
   * because anybody may request a link. Otherwise an attacker's request would void the link that the user is about to open.
   */
  async issue(userId: string, email: string): Promise<string> {
    const token = newSecret();
    const values = {
      token_hash: hashSecret(token),
      expires_at: this.#now() + ttlMs,
      invited_email: null,
      reset_email: email,
    };
    // an invitation never becomes a reset link
    const isKept = sql`password_resets.invited_email is null and coalesce(password_resets.reset_email, ${email}) = ${email}`;
    const previous = {
      previous_token_hash: sql<string>`case when ${isKept} then password_resets.token_hash end`,
      previous_expires_at: sql<number>`case when ${isKept} then password_resets.expires_at end`,
    };
    await this.#db
      .insertInto('password_resets')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, ...previous }))
      .execute();
    return token;
  }

  /** Returns the token of a new invitation, which takes the place of all links before. */
  async issueInvitation(
    queries: Queries,
    { userId, email }: { userId: string; email: string },
  ): Promise<{ token: string; expiresAt: number }> {
    const token = newSecret();
    const expiresAt = this.#now() + invitationMs;
    const values = {
      token_hash: hashSecret(token),
      expires_at: expiresAt,
      invited_email: email,
      reset_email: null,
      previous_token_hash: null,
      previous_expires_at: null,
    };
    await queries
      .insertInto('password_resets')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    return { token, expiresAt };
  }

  /** Returns the link of a valid token. */
  async find(token: string): Promise<ResetLink | undefined> {
    const row = await this.#db
      .selectFrom('password_resets')
      .select(['user_id', 'invited_email', 'reset_email'])
      .where(this.#isValid(token))
      .executeTakeFirst();
    return (
      row && {
        userId: row.user_id,
        isInvitation: row.invited_email !== null,
        email: row.invited_email ?? row.reset_email ?? null,
      }
    );
  }

  /** Uses up all tokens of the user, in the caller's transaction. Of two simultaneous calls one returns true. */
  async consume(queries: Queries, token: string): Promise<boolean> {
    const row = await queries
      .deleteFrom('password_resets')
      .where(this.#isValid(token))
      .returning('user_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Voids the links already sent to the user. */
  async deleteForUser(queries: Queries, userId: string): Promise<void> {
    await queries.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  }
}
