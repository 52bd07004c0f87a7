// Browsers from which a user has signed in before. Password attempts from a trusted device are counted separately, so that
// attackers elsewhere cannot lock the user out (OWASP: device cookies). A trusted device proves no identity.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { prepare } from '../database/prepared.ts';
import { hostCookie } from '../http/host-cookie.ts';

const dayMs = 86_400_000;
/** Browsers keep cookies for at most 400 days (RFC 6265bis §5.5). Each sign-in renews the cookie. */
const expiresAfterMs = 365 * dayMs;
/** On a shared computer the latest users stay trusted. */
const maxUsersPerDevice = 20;
/** A user without cookies creates a device at every sign-in, and every device has attempts of its own. */
const maxDevicesPerUser = 20;

export type TrustedDevice = {
  userId: string;
  /** The hash under which attempts from this device are counted. */
  device: string;
  /** The user has also passed a second factor there. */
  hasSecondFactor: boolean;
};

/** Who has signed in, and whether with a second factor. */
type Visit = { userId: string; hasSecondFactor: boolean };

type Deps = { db: Database; secure: boolean; now: () => number };
type Row = { seen_at: number; second_factor_at?: number | null | undefined };

function prepareQueries(db: Database) {
  const table = () => db.selectFrom('trusted_devices').select(['seen_at', 'second_factor_at']);
  return {
    forUser: prepare(db, ({ hash, userId }: { hash: string; userId: string }) =>
      table().where('device_hash', '=', hash).where('user_id', '=', userId),
    ),
    forAnyUser: prepare(db, ({ hash }: { hash: string }) =>
      table().where('device_hash', '=', hash).orderBy('seen_at', 'desc').limit(1),
    ),
  };
}

/** Deletes the rows seen longest ago, so that at most `max` rows have this value. */
async function deleteOldest(
  queries: Queries,
  column: 'device_hash' | 'user_id',
  value: string,
  max: number,
) {
  await queries
    .deleteFrom('trusted_devices')
    .where(({ refTuple, selectFrom }) => {
      const oldest = selectFrom('trusted_devices')
        .select(['device_hash', 'user_id'])
        .where(column, '=', value)
        .orderBy('seen_at', 'desc')
        .offset(max)
        .limit(max);
      return sql<boolean>`${refTuple('device_hash', 'user_id')} in ${oldest}`;
    })
    .execute();
}

/** Gives the browser a new secret, for all its users, and adds or marks this user. Returns the secret. */
async function rotateSecret(
  queries: Queries,
  { oldHash, userId, hasSecondFactor, at }: Visit & { oldHash: string; at: number },
): Promise<string> {
  const secret = newSecret();
  const hash = hashSecret(secret);
  const values = { seen_at: at, second_factor_at: hasSecondFactor ? at : null };
  await queries
    .updateTable('trusted_devices')
    .set({ device_hash: hash })
    .where('device_hash', '=', oldHash)
    .execute();
  await queries
    .insertInto('trusted_devices')
    .values({ device_hash: hash, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet(values))
    .execute();
  await deleteOldest(queries, 'device_hash', hash, maxUsersPerDevice);
  await deleteOldest(queries, 'user_id', userId, maxDevicesPerUser);
  return secret;
}

export class TrustedDevices {
  readonly #cookie: ReturnType<typeof hostCookie>;
  readonly #db: Database;
  readonly #now: () => number;
  readonly #queries: ReturnType<typeof prepareQueries>;

  constructor({ db, secure, now }: Deps) {
    this.#cookie = hostCookie('device', { secure });
    this.#db = db;
    this.#now = now;
    this.#queries = prepareQueries(db);
  }

  #isCurrent(row: Row | undefined): row is Row {
    return row !== undefined && row.seen_at > this.#now() - expiresAfterMs;
  }

  #hashOf(request: FastifyRequest): string | undefined {
    const secret = this.#cookie.readSecret(request);
    return secret === undefined ? undefined : hashSecret(secret);
  }

  /**
   * Returns the device if this user has signed in from it. Calls `findUserId` only for a browser with a device cookie.
   * Without a user the same statements run, so that their number does not reveal whether the user exists.
   */
  async findForUser(
    request: FastifyRequest,
    findUserId: () => Promise<string | undefined>,
  ): Promise<TrustedDevice | undefined> {
    const hash = this.#hashOf(request);
    if (hash === undefined) return undefined;
    const userId = (await findUserId()) ?? '';
    const row = await this.#queries.forUser.first({ hash, userId });
    if (!this.#isCurrent(row)) return undefined;
    return { userId, device: hash, hasSecondFactor: typeof row.second_factor_at === 'number' };
  }

  /** Returns the hash of the device if any user has signed in from it. */
  async findForAnyUser(request: FastifyRequest): Promise<string | undefined> {
    const hash = this.#hashOf(request);
    if (hash === undefined) return undefined;
    return this.#isCurrent(await this.#queries.forAnyUser.first({ hash })) ? hash : undefined;
  }

  /**
   * Stores, in the transaction that starts the session, that this user has signed in from this browser. Returns whether it
   * is new, and the function that sets the cookie. An unknown secret of the browser is replaced, because an attacker may have planted it.
   * A known one is replaced at the first second factor: an attacker may have got it by a sign-in without one.
   */
  async remember(queries: Queries, request: FastifyRequest, visit: Visit) {
    const { userId, hasSecondFactor } = visit;
    const oldHash = this.#hashOf(request) ?? '';
    const at = this.#now();
    const seen = await queries
      .updateTable('trusted_devices')
      .set({ seen_at: at })
      .where('device_hash', '=', oldHash)
      .where('user_id', '=', userId)
      .returning('second_factor_at')
      .executeTakeFirst();
    const isNew = seen === undefined;
    const isFirstTime = hasSecondFactor && typeof seen?.second_factor_at !== 'number';
    const secret =
      isNew || isFirstTime
        ? await rotateSecret(queries, { oldHash, ...visit, at })
        : (this.#cookie.read(request) ?? '');
    const applyCookie = (reply: FastifyReply) =>
      this.#cookie.set(reply, secret, expiresAfterMs / 1000);
    return { isNew, applyCookie };
  }

  /**
   * Stores, in the transaction that raises the session, that its user has passed a second factor in this browser. Returns the
   * function that sets the cookie. A shared computer keeps nothing.
   */
  async rememberFactor(
    queries: Queries,
    request: FastifyRequest,
    { userId, isSharedComputer }: { userId: string; isSharedComputer: boolean },
  ): Promise<(reply: FastifyReply) => void> {
    if (isSharedComputer) return () => {};
    return (await this.remember(queries, request, { userId, hasSecondFactor: true })).applyCookie;
  }

  /** Deletes all devices of the user in the caller's transaction, except the browser of the request `keep`. */
  async forgetUser(queries: Queries, userId: string, keep?: FastifyRequest): Promise<void> {
    await queries
      .deleteFrom('trusted_devices')
      .where('user_id', '=', userId)
      .where('device_hash', '!=', (keep && this.#hashOf(keep)) ?? '')
      .execute();
  }

  /** Deletes up to `most` devices not seen for a year. Returns their number. */
  deleteExpired(most: number): Promise<number> {
    const expired = sql`seen_at <= ${this.#now() - expiresAfterMs}`;
    return deleteExpired(
      this.#db,
      { table: 'trusted_devices', key: ['device_hash', 'user_id'] },
      expired,
      most,
    );
  }
}
