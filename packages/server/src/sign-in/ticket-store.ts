// Stores sign-in tickets, the one-time secrets between a verified identity and its session. Only their hashes are stored.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Encryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import type { Statement } from '../database/direct.ts';
import { forShare, hasRowLocks } from '../database/postgres/row-locks.ts';
import { prepare, runTogether } from '../database/prepared.ts';
import { voidResetLinks } from '../factors/remove-factors.ts';
import { assuranceColumns, assuranceFrom } from '../sessions/assurance.ts';
import type { OnUsersRevoked } from '../sessions/revocation.ts';
import type { SignIn } from '../sessions/session.ts';
import type { VerifiedIdentity } from '../users/match-identity.ts';
import { createEncryptedTaxId, type EncryptedTaxId } from '../users/tax-id.ts';

type Deps = { ttlSeconds: number; now: () => number; encryption: Encryption };

/** Longer than any attempt of a method lasts: the row of a used ticket prevents a second session for its attempt. */
const keptAfterExpiryMs = 10 * 60_000;

/** Attempts of different methods may have equal names. */
const attemptKey = (method: MethodId, attempt: string) => `${method} ${attempt}`;

type NewRow = {
  idHash: string;
  userId: string;
  method: MethodId;
  verifiedAt: number;
  createdAt: number;
  expiresAt: number;
  encryptedTaxId: string | null;
  attempt: string | null;
  amr: string | null;
  identityVerifiedAt: number | null;
  passwordHash: string | null;
};

export type TicketOptions = {
  /** A method may ask again with the same attempt: the new ticket voids the previous one. */
  attempt?: string;
  /** Stored with the ticket. None of them is stored if one that must change a row changes none. */
  writes?: readonly Statement[];
  /**
   * The stored hash of the password that the user has shown. Another password by then gives no ticket. Undefined if the method, or
   * another system that verified the password, has no stored hash.
   */
  passwordHash?: string | undefined;
};

/**
 * Inserts one row for each attempt, so that only its newest ticket is valid. Shares the lock of the user, so that a simultaneous
 * revocation deletes the ticket or comes first. `withPassword`: inserts none if the user has another password by then.
 */
function insertRow(db: Database, given: NewRow, { withPassword }: { withPassword: boolean }) {
  const values = {
    id_hash: given.idHash,
    user_id: given.userId,
    method: given.method,
    verified_at: given.verifiedAt,
    created_at: given.createdAt,
    expires_at: given.expiresAt,
    encrypted_tax_id: given.encryptedTaxId,
    amr: given.amr,
    identity_verified_at: given.identityVerifiedAt,
  };
  const owner = db
    .selectFrom('users')
    .select(({ cast, val }) => [
      val(given.idHash).as('id_hash'),
      'users.id as user_id',
      val(given.method).as('method'),
      cast<number>(val(given.verifiedAt), 'bigint').as('verified_at'),
      cast<number>(val(given.createdAt), 'bigint').as('created_at'),
      cast<number>(val(given.expiresAt), 'bigint').as('expires_at'),
      val(given.encryptedTaxId).as('encrypted_tax_id'),
      val(given.amr).as('amr'),
      cast<number | null>(val(given.identityVerifiedAt), 'bigint').as('identity_verified_at'),
      val(given.attempt).as('attempt'),
    ])
    .where('users.id', '=', given.userId)
    .$if(withPassword, (query) => query.where('users.password_hash', '=', given.passwordHash));
  return db
    .insertInto('sign_in_tickets')
    .columns([
      'id_hash',
      'user_id',
      'method',
      'verified_at',
      'created_at',
      'expires_at',
      'encrypted_tax_id',
      'amr',
      'identity_verified_at',
      'attempt',
    ])
    .expression(forShare(db, owner))
    .onConflict((conflict) =>
      conflict
        .column('attempt')
        .doUpdateSet(values)
        .where('sign_in_tickets.consumed_at', 'is', null),
    );
}

function lockOwner(db: Database, { idHash }: { idHash: string }) {
  const owner = db.selectFrom('sign_in_tickets').select('user_id').where('id_hash', '=', idHash);
  return db.selectFrom('users').select('id').where('id', '=', owner).forNoKeyUpdate();
}

function consumeRow(db: Database, { idHash, at }: { idHash: string; at: number }) {
  return (
    db
      .updateTable('sign_in_tickets')
      .set({ consumed_at: at })
      .where('id_hash', '=', idHash)
      .where('consumed_at', 'is', null)
      .where('expires_at', '>', at)
      // not `user_id in (select …)`: SQLite would read all users to build that list
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'sign_in_tickets.user_id')
            .where('users.disabled', '=', 0),
        ),
      )
      .returning(['user_id', 'method', 'verified_at', 'encrypted_tax_id', 'attempt'])
      .returning(['amr', 'identity_verified_at'])
  );
}

type UsedTicket = { signIn: SignIn; attempt: string | undefined };

export class SignInTickets {
  readonly #db: Database;
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #taxId: EncryptedTaxId;
  readonly #insert;
  readonly #insertWithPassword;
  readonly #lockOwner;
  readonly #consume;

  constructor(db: Database, { ttlSeconds, now, encryption }: Deps) {
    this.#db = db;
    this.#ttlMs = ttlSeconds * 1000;
    this.#now = now;
    const preparedInsert = (withPassword: boolean) =>
      prepare(db, (given: NewRow) => insertRow(db, given, { withPassword }));
    this.#insert = preparedInsert(false);
    this.#insertWithPassword = preparedInsert(true);
    this.#lockOwner = prepare(db, (given: { idHash: string }) => lockOwner(db, given));
    this.#consume = prepare(db, (given: { idHash: string; at: number }) => consumeRow(db, given));
    this.#taxId = createEncryptedTaxId(
      encryption,
      (idHash) => `tax id of sign-in ticket ${idHash}`,
    );
  }

  /** Returns a new ticket. Undefined if a ticket of this attempt has been used, or if the proof of the user is no longer valid. */
  async issue(
    userId: string,
    identity: Omit<VerifiedIdentity, 'subject'>,
    { attempt, writes = [], passwordHash }: TicketOptions = {},
  ): Promise<string | undefined> {
    const { method, verifiedAt, taxId } = identity;
    const ticket = newSecret();
    const idHash = hashSecret(ticket);
    const createdAt = this.#now();
    const { amr, identity_verified_at: identityVerifiedAt } = assuranceColumns(identity);
    const prepared = passwordHash === undefined ? this.#insert : this.#insertWithPassword;
    const insert = prepared.filled({
      idHash,
      userId,
      method,
      verifiedAt,
      createdAt,
      expiresAt: createdAt + this.#ttlMs,
      encryptedTaxId: this.#taxId.encrypt(idHash, taxId),
      attempt: attempt === undefined ? null : attemptKey(method, attempt),
      amr,
      identityVerifiedAt,
      passwordHash: passwordHash ?? null,
    });
    // first, because it locks the user
    const result = await runTogether(this.#db, [{ ...insert, mustChange: true }, ...writes]);
    return 'refusedAt' in result ? undefined : ticket;
  }

  /**
   * Uses a ticket by one conditional UPDATE, so that one of several simultaneous requests wins, on any node. Locks its user
   * before. Returns undefined for a ticket that is unknown, used or expired, or whose user is disabled.
   * @throws an Error when the tax number of the ticket cannot be decrypted.
   */
  async consume(queries: Queries, ticket: string): Promise<UsedTicket | undefined> {
    const at = this.#now();
    const idHash = hashSecret(ticket);
    // not shared: the sign-in may store from when the user needs a second factor
    if (hasRowLocks(queries)) await this.#lockOwner.firstIn(queries, { idHash });
    const row = await this.#consume.firstIn(queries, { idHash, at });
    if (!row) return undefined;
    const method = row.method as MethodId;
    if (row.encrypted_tax_id !== null) await deleteTaxId(queries, idHash);
    const taxId = this.#taxId.decrypt(idHash, row.encrypted_tax_id);
    return {
      signIn: {
        userId: row.user_id,
        method,
        verifiedAt: row.verified_at,
        taxId,
        ...assuranceFrom(row),
      },
      attempt: row.attempt?.slice(attemptKey(method, '').length),
    };
  }

  /** Deletes the tax numbers of up to `most` tickets that expired unused. Returns the number of tickets. */
  async deleteExpiredTaxIds(most: number): Promise<number> {
    const result = await this.#db
      .updateTable('sign_in_tickets')
      .set({ encrypted_tax_id: null })
      .where('id_hash', 'in', (q) =>
        q
          .selectFrom('sign_in_tickets')
          .select('id_hash')
          .where('expires_at', '<=', this.#now())
          .where('encrypted_tax_id', 'is not', null)
          .limit(most),
      )
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** Deletes up to `most` tickets that expired ten minutes ago or earlier. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    return deleteExpired(
      this.#db,
      { table: 'sign_in_tickets', key: ['id_hash'] },
      this.#now() - keptAfterExpiryMs,
      most,
    );
  }
}

async function deleteTaxId(queries: Queries, idHash: string) {
  const update = queries.updateTable('sign_in_tickets').set({ encrypted_tax_id: null });
  await update.where('id_hash', '=', idHash).execute();
}

/** Deletes sign-in tickets, and with `credentials` also open password resets and trusted devices. */
export const deleteSignInData: OnUsersRevoked = async (queries, { users, scope }) => {
  await queries.deleteFrom('sign_in_tickets').where('user_id', 'in', users).execute();
  if (scope !== 'credentials') return;
  await voidResetLinks(queries, users);
  await queries.deleteFrom('trusted_devices').where('user_id', 'in', users).execute();
};
