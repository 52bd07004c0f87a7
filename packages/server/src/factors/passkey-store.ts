// Stores passkeys. A user has at most `maxPasskeys`. Whether users may remove one is decided by `removal-rule.ts`.

import { maxPasskeys } from '@brama/contract/sign-in/passkey/method';
import type { Database, Queries } from '../database/connect.ts';
import type { Statement } from '../database/direct.ts';
import { prepare } from '../database/prepared.ts';
import type { PasskeysTable } from '../database/tables/factor-tables.ts';

/** What a sign-in needs. */
export type FoundPasskey = {
  id: string;
  userId: string;
  isDisabled: boolean;
  /** COSE_Key in base64url. */
  publicKey: string;
  counter: number;
  isBackupEligible: boolean;
  createdAt: number;
  /** From when the newest factors of the user count; null for at once. */
  newFactorsCountFrom: number | null;
  /** When Diia proved the identity of the user; undefined if the user has another tax number since. */
  identityVerifiedAt: number | undefined;
};

export type StoredPasskey = Pick<
  PasskeysTable,
  | 'id'
  | 'credential_id'
  | 'aaguid'
  | 'transports'
  | 'backed_up'
  | 'name'
  | 'created_at'
  | 'last_used_at'
> & { identityVerifiedAt: number | undefined };

export type NewPasskey = Omit<
  PasskeysTable,
  'last_used_at' | 'identity_verified_at' | 'identity_subject'
>;

type Proof = { identity_verified_at: number | null; identity_subject: string | null };

/** A proof is about one tax number. */
function proofTime(row: Proof, taxIdHash: string | null): number | undefined {
  const isValid = row.identity_subject !== null && row.identity_subject === taxIdHash;
  return isValid ? (row.identity_verified_at ?? undefined) : undefined;
}

const proofColumns = ['p.identity_verified_at', 'p.identity_subject', 'u.tax_id_hash'] as const;

function prepareQueries(db: Database) {
  return {
    byCredential: prepare(db, ({ credentialId }: { credentialId: string }) =>
      db
        .selectFrom('passkeys as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.id', 'p.user_id', 'p.public_key', 'p.counter', 'p.backup_eligible'])
        .select(['p.created_at', 'u.disabled', 'u.new_factors_count_from', ...proofColumns])
        .where('p.credential_id', '=', credentialId),
    ),
    ofUser: prepare(db, ({ userId }: { userId: string }) =>
      db
        .selectFrom('passkeys as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.id', 'p.credential_id', 'p.aaguid', 'p.transports', 'p.backed_up', 'p.name'])
        .select(['p.created_at', 'p.last_used_at', ...proofColumns])
        .where('p.user_id', '=', userId)
        .orderBy('p.created_at')
        .orderBy('p.id'),
    ),
    use: prepare(
      db,
      (given: { id: string; seen: number; counter: number; backedUp: number; at: number }) =>
        db
          .updateTable('passkeys')
          .set({ counter: given.counter, backed_up: given.backedUp, last_used_at: given.at })
          .where('id', '=', given.id)
          // of two sign-ins with the same counter one wins
          .where('counter', '=', given.seen),
    ),
  };
}

export class PasskeyStore {
  readonly #now: () => number;
  readonly #queries: ReturnType<typeof prepareQueries>;

  constructor(db: Database, now: () => number) {
    this.#now = now;
    this.#queries = prepareQueries(db);
  }

  async findByCredential(credentialId: string): Promise<FoundPasskey | undefined> {
    const row = await this.#queries.byCredential.first({ credentialId });
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        isDisabled: row.disabled !== 0,
        publicKey: row.public_key,
        counter: row.counter,
        isBackupEligible: row.backup_eligible === 1,
        createdAt: row.created_at,
        newFactorsCountFrom: row.new_factors_count_from ?? null,
        identityVerifiedAt: proofTime(row, row.tax_id_hash),
      }
    );
  }

  /** Returns the passkeys of a user, the oldest first. */
  async listOfUser(userId: string): Promise<StoredPasskey[]> {
    const rows = await this.#queries.ofUser.all({ userId });
    return rows.map((row) => ({ ...row, identityVerifiedAt: proofTime(row, row.tax_id_hash) }));
  }

  /** Returns the statement that stores a use. It changes no row if the passkey was removed or used at the same time. */
  using(
    { id, counter: seen }: Pick<FoundPasskey, 'id' | 'counter'>,
    { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
  ): Statement {
    const backedUp = Number(isBackedUp);
    const use = this.#queries.use.filled({ id, seen, counter, backedUp, at: this.#now() });
    return { ...use, mustChange: true };
  }

  /**
   * Adds a passkey within the caller's transaction, which holds the lock of the user. `known`: this or another user has the
   * credential.
   */
  async add(
    queries: Queries,
    passkey: NewPasskey,
    proof: Proof,
  ): Promise<'added' | 'known' | 'too-many'> {
    const { count } = await queries
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', passkey.user_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxPasskeys) return 'too-many';
    const row = { ...passkey, ...proof, last_used_at: null };
    const { numInsertedOrUpdatedRows = 0n } = await queries
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n ? 'added' : 'known';
  }

  /** Does nothing if the user has no such passkey. */
  async rename(queries: Queries, userId: string, id: string, name: string): Promise<void> {
    await queries
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .execute();
  }

  /** Removes the passkeys of the user that were added after this time, within the caller's transaction. */
  async removeSince(queries: Queries, userId: string, since: number): Promise<void> {
    await queries
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .execute();
  }

  /** Removes a passkey within the caller's transaction. Returns false if the user has no such passkey. */
  async remove(queries: Queries, userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
