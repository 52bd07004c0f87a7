// Sign-ins that lack a step: a second factor, setting one up, or a new way to sign in after a recovery. They open nothing; the
// session starts after the step. Only hashes of their secret ids are stored.

import type { MethodId } from '@brama/contract/pages/login-page';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { assuranceColumns, assuranceFrom } from '../sessions/assurance.ts';
import type { OnUsersRevoked } from '../sessions/revocation.ts';
import type { SignIn } from '../sessions/session.ts';
import { shareUser } from '../users/ways-in.ts';

/**
 * `verify`: the user has a second factor. `set-up`: the policy requires one, and the user has none. `recovered`: the user has
 * proved the identity by a recovery, and must choose a new way to sign in.
 */
export type PendingStep = 'verify' | 'set-up' | 'recovered';

/** What began a recovery. An administrator issues an access code; the secondary address is in the hands of the user alone. */
export type RecoveredBy = 'secondary-email' | 'access-code';

export type PendingSignIn = {
  /** Hash of the secret id. */
  id: string;
  step: PendingStep;
  /** What the user has proved so far. */
  signIn: SignIn & { isSharedComputer: boolean };
  /** Of `set-up`: until then the user may continue without a second factor. */
  dueAt: number | undefined;
  /** Of `recovered`. */
  recoveredBy: RecoveredBy | undefined;
};

const lifetimeMs = 10 * 60_000;
export const pendingSignInSeconds = lifetimeMs / 1000;

/** After so many the user begins again with the first factor. */
const maxWrongCodes = 10;

type NewPending = {
  step: PendingStep;
  dueAt?: number;
  signIn: SignIn;
  recoveredBy?: RecoveredBy;
};

function prepareFind(db: Database) {
  return prepare(db, ({ idHash }: { idHash: string }) =>
    db
      .selectFrom('pending_sign_ins as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id_hash', 'p.user_id', 'p.step', 'p.method', 'p.amr', 'p.identity_verified_at'])
      .select(['p.verified_at', 'p.shared_computer', 'p.due_at', 'p.expires_at'])
      .select('p.recovered_by')
      .where('p.id_hash', '=', idHash)
      .where('u.disabled', '=', 0),
  );
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof prepareFind>['first']>>>;

function pendingFrom(row: Row): PendingSignIn {
  return {
    id: row.id_hash,
    step: row.step as PendingStep,
    signIn: {
      userId: row.user_id,
      method: row.method as MethodId,
      verifiedAt: row.verified_at,
      ...assuranceFrom(row),
      isSharedComputer: row.shared_computer === 1,
    },
    dueAt: row.due_at ?? undefined,
    recoveredBy: (row.recovered_by ?? undefined) as RecoveredBy | undefined,
  };
}

export class PendingSignIns {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #find: ReturnType<typeof prepareFind>;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#find = prepareFind(db);
  }

  /** Returns the secret id, for the cookie. */
  async create(
    queries: Queries,
    { step, signIn, dueAt, recoveredBy }: NewPending,
  ): Promise<string> {
    const secret = newSecret();
    const at = this.#now();
    await queries
      .insertInto('pending_sign_ins')
      .values({
        id_hash: hashSecret(secret),
        user_id: signIn.userId,
        step,
        method: signIn.method,
        ...assuranceColumns(signIn),
        verified_at: signIn.verifiedAt,
        shared_computer: Number(signIn.isSharedComputer ?? false),
        due_at: dueAt ?? null,
        recovered_by: recoveredBy ?? null,
        created_at: at,
        expires_at: at + lifetimeMs,
      })
      .execute();
    return secret;
  }

  /** Returns undefined if it is unknown, expired or done, or if the user is disabled. */
  async find(secret: string): Promise<PendingSignIn | undefined> {
    const row = await this.#find.first({ idHash: hashSecret(secret) });
    return row && row.expires_at > this.#now() ? pendingFrom(row) : undefined;
  }

  /**
   * Ends it in the caller's transaction, before its session starts. Returns false if it has ended: of several requests, one wins.
   * Shares the lock of the user, so it comes first in the transaction, or after `lockUser`.
   */
  async take(queries: Queries, { id, signIn }: PendingSignIn): Promise<boolean> {
    await shareUser(queries, signIn.userId);
    const { numDeletedRows } = await queries
      .deleteFrom('pending_sign_ins')
      .where('id_hash', '=', id)
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Counts a wrong code. Returns false if there were too many, which ends the sign-in. */
  async countWrongCode({ id }: Pick<PendingSignIn, 'id'>): Promise<boolean> {
    const counted = await this.#db
      .updateTable('pending_sign_ins')
      .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
      .where('id_hash', '=', id)
      .returning('wrong_codes')
      .executeTakeFirst();
    if (counted && counted.wrong_codes < maxWrongCodes) return true;
    await this.#db.deleteFrom('pending_sign_ins').where('id_hash', '=', id).execute();
    return false;
  }
}

/** Deletes pending sign-ins, and with `credentials` also remembered browsers, recovery links and access codes. */
export const deleteFactorData: OnUsersRevoked = async (queries, { users, scope }) => {
  await queries.deleteFrom('pending_sign_ins').where('user_id', 'in', users).execute();
  if (scope !== 'credentials') return;
  for (const table of ['remembered_browsers', 'recovery_links', 'access_codes'] as const)
    await queries.deleteFrom(table).where('user_id', 'in', users).execute();
};
