// Which second factors a user has and can use here: an authenticator app, and passkeys where they are on. Recovery codes are none of
// their own: they replace a factor, and end with the last one.

import type { Queries } from '../database/connect.ts';

export class UsableFactors {
  readonly #hasPasskeys: boolean;

  /** `hasPasskeys`: passkeys are on. */
  constructor({ hasPasskeys }: { hasPasskeys: boolean }) {
    this.#hasPasskeys = hasPasskeys;
  }

  async hasAny(queries: Queries, userId: string): Promise<boolean> {
    const tables = this.#hasPasskeys
      ? (['totp_factors', 'passkeys'] as const)
      : (['totp_factors'] as const);
    for (const table of tables) {
      const row = queries
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', userId)
        .limit(1);
      if (await row.executeTakeFirst()) return true;
    }
    return false;
  }

  /**
   * Deletes the recovery codes of a user who has no factor, in the transaction that has removed the last one. The transaction that adds
   * the first one does it too, because an earlier release kept them.
   */
  async removeCodesWithoutFactor(queries: Queries, userId: string): Promise<void> {
    if (await this.hasAny(queries, userId)) return;
    await queries.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  }
}
