// Authenticator apps (TOTP, RFC 6238): six digits, steps of 30 seconds, SHA-1, which all apps support. One app for each user.

import type { Encryption } from '../crypto/encryption.ts';
import type { Database, Queries } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';

/** Loaded when the first code is checked. */
const library = () => import('otplib');

const stepSeconds = 30;

/** Seconds by which the clock of the app may differ. */
const driftSeconds = 30;

/** Longer than any code with spaces: other texts are not compared. */
const maxTypedLength = 32;

const secretContext = (userId: string) => `TOTP secret of user ${userId}`;

export type TotpFactor = { createdAt: number; lastUsedAt: number | null };

/** Returns 160 random bits in Base32. */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await library();
  return generateSecret();
}

/** Returns the address in the QR code. `issuer` and `username` name the entry in the app. */
export async function totpUri(secret: string, issuer: string, username: string): Promise<string> {
  const { generateURI } = await library();
  return generateURI({ issuer, label: username, secret });
}

/**
 * Returns the time step of a correct code, which may be one step early or late. Returns undefined for another code, and for
 * one of a step up to `after`.
 */
export async function matchingStep(
  { secret, after }: { secret: string; after?: number },
  typed: string,
  now: number,
): Promise<number | undefined> {
  const token = typed.length > maxTypedLength ? '' : typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const { verifySync } = await library();
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(now / 1000),
    epochTolerance: driftSeconds,
    ...(after !== undefined && { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Voids the codes up to now, also those of a clock that is fast, in the caller's transaction. */
export async function voidStepsUntil(queries: Queries, now: number): Promise<void> {
  const step = Math.floor((now / 1000 + driftSeconds) / stepSeconds);
  await queries
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('last_step', '<', step)
    .execute();
}

function prepareQueries(db: Database) {
  return {
    find: prepare(db, ({ userId }: { userId: string }) =>
      db
        .selectFrom('totp_factors')
        .select(['encrypted_secret', 'last_step', 'created_at', 'last_used_at'])
        .where('user_id', '=', userId),
    ),
  };
}

export class TotpFactors {
  readonly #encryption: Encryption;
  readonly #now: () => number;
  readonly #queries: ReturnType<typeof prepareQueries>;

  constructor(db: Database, { encryption, now }: { encryption: Encryption; now: () => number }) {
    this.#encryption = encryption;
    this.#now = now;
    this.#queries = prepareQueries(db);
  }

  async find(userId: string): Promise<TotpFactor | undefined> {
    const row = await this.#queries.find.first({ userId });
    return row && { createdAt: row.created_at, lastUsedAt: row.last_used_at };
  }

  /**
   * Stores the app, in place of the former one. `step` is that of the code that confirmed it, which does not work again. Returns
   * false if the user has an app that was added at `offeredAt` or later: the secret was offered before, and is used.
   */
  async set(
    queries: Queries,
    userId: string,
    secret: string,
    step: number,
    offeredAt = Number.MAX_SAFE_INTEGER,
  ): Promise<boolean> {
    const values = {
      encrypted_secret: this.#encryption.encrypt(secret, secretContext(userId)),
      last_step: step,
      created_at: this.#now(),
      last_used_at: null,
    };
    const { numInsertedOrUpdatedRows = 0n } = await queries
      .insertInto('totp_factors')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(values)
          .where('totp_factors.created_at', '<', offeredAt),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }

  #secretIn(userId: string, { encrypted_secret }: { encrypted_secret: string }) {
    return this.#encryption.decrypt(encrypted_secret, secretContext(userId));
  }

  /** Returns the step of a correct code, for `use`; undefined for another code. */
  async check(userId: string, typed: string): Promise<number | undefined> {
    const row = await this.#queries.find.first({ userId });
    const secret = row && this.#secretIn(userId, row);
    if (secret === undefined) return undefined;
    return matchingStep({ secret, after: row?.last_step ?? 0 }, typed, this.#now());
  }

  /** Returns whether the app of the user has this secret. */
  async has(userId: string, secret: string): Promise<boolean> {
    const row = await this.#queries.find.first({ userId });
    return row !== undefined && this.#secretIn(userId, row) === secret;
  }

  /** Uses a step. Returns when the app was added; undefined if the step was used meanwhile: of several requests with one code, one wins. */
  async use(queries: Queries, userId: string, step: number): Promise<number | undefined> {
    const used = await queries
      .updateTable('totp_factors')
      .set({ last_step: step, last_used_at: this.#now() })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('created_at')
      .executeTakeFirst();
    return used?.created_at;
  }

  /** Returns false if the user had no app. `since`: only one that was added after this time. */
  async remove(queries: Queries, userId: string, since = 0): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('totp_factors')
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
