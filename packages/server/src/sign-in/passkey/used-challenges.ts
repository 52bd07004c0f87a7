// Stores used challenges until they expire, in the transaction of what they were used for. So each works once, on any node.

import { hashSecret } from '../../crypto/secrets.ts';
import type { Database, Queries } from '../../database/connect.ts';
import type { Statement } from '../../database/direct.ts';
import { prepare } from '../../database/prepared.ts';
import type { CheckedChallenge } from './challenges.ts';

type Row = { hash: string; expiresAt: number };

function insertRow(queries: Queries, { hash, expiresAt }: Row) {
  return queries
    .insertInto('used_passkey_challenges')
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing());
}

const rowOf = ({ challenge, expiresAt }: CheckedChallenge): Row => ({
  hash: hashSecret(challenge),
  expiresAt,
});

export class UsedChallenges {
  readonly #insert;

  constructor(db: Database) {
    this.#insert = prepare(db, (row: Row) => insertRow(db, row));
  }

  /** Returns the statement that uses the challenge. It changes no row if the challenge was used. */
  using(challenge: CheckedChallenge): Statement {
    return { ...this.#insert.filled(rowOf(challenge)), mustChange: true };
  }

  /** Uses the challenge within the caller's transaction. Returns false if it was used. */
  async use(queries: Queries, challenge: CheckedChallenge): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await insertRow(
      queries,
      rowOf(challenge),
    ).executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }
}
