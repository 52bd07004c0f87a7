// Counts attempts in the database, for all nodes and across restarts. An attempt is counted before it is evaluated, so that
// concurrent attempts all count.

import { createHmac, type KeyObject } from 'node:crypto';
import type { Database, Queries } from '../database/connect.ts';
import type { Statement } from '../database/direct.ts';
import { prepare, runTogether } from '../database/prepared.ts';
import {
  type Backoff,
  countDoublings,
  type Limit,
  type Rate,
  rateParameters,
} from './limit-kinds.ts';
import { prepareBackoffQueries, prepareRateQueries } from './queries.ts';

/** A limit and the subject it is counted for: a username, a network, or both in one text. */
export type Counter = {
  limit: Limit;
  subject: string;
  /** Whose attempts these are (`accountOf`), if administrators can see and lift the wait. */
  account?: string;
};

/** Attempts with a password or an access code are counted by username, also if no user has it, and those of second factors by user. */
export const accountOf = {
  username: (usernameKey: string) => `username ${usernameKey}`,
  user: (userId: string) => `user ${userId}`,
};

type Row = { id: string; allowed_at: number; expires_at: number };

/** The clocks of two nodes may differ by this much. A row from further ahead was written before a clock was set back. */
const maxClockSkewMs = 30_000;

/** Returns how long a row counts. `expires_at` minus this is the time of its last write by the clock of the writer. */
function lifetimeMs(limit: Limit): number {
  if (limit.kind === 'backoff') return limit.forgetMs;
  const { burst, intervalMs } = rateParameters(limit);
  return burst * intervalMs;
}

/** Returns the latest `expires_at` that a node with a right clock may have written. */
const maxExpiresAt = (limit: Limit, at: number) => at + lifetimeMs(limit) + maxClockSkewMs;

/** Returns the latest `allowed_at` with which a rate allows one more attempt. */
function latestAllowedAt(rate: Rate, at: number): number {
  const { burst, intervalMs } = rateParameters(rate);
  return at + (burst - 1) * intervalMs;
}

export class RateLimits {
  readonly #db: Database;
  readonly #key: KeyObject;
  readonly #now: () => number;
  readonly #rates: ReturnType<typeof prepareRateQueries>;
  readonly #backoffs: ReturnType<typeof prepareBackoffQueries>;
  readonly #find;
  readonly #delete;

  constructor(db: Database, { key, now }: { key: KeyObject; now: () => number }) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
    this.#rates = prepareRateQueries(db);
    this.#backoffs = prepareBackoffQueries(db);
    this.#find = prepare(db, ({ id }: { id: string }) =>
      db.selectFrom('rate_limits').select(['allowed_at', 'expires_at']).where('key', '=', id),
    );
    this.#delete = prepare(db, ({ id }: { id: string }) =>
      db.deleteFrom('rate_limits').where('key', '=', id),
    );
  }

  /** A keyed hash, because a user may have typed a password into the username field. */
  #hashOf(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }

  #idOf({ limit, subject }: Counter): string {
    return `${limit.name} ${this.#hashOf(subject)}`;
  }

  /** Returns the milliseconds to wait before the next attempt, at most what the limit sets. Counts nothing. */
  waitMs = async (counter: Counter): Promise<number> => {
    const id = this.#idOf(counter);
    const row = await this.#find.first({ id });
    return row ? this.#waitOf(counter.limit, { id, ...row }) : 0;
  };

  async #waitOf(limit: Limit, row: Row): Promise<number> {
    const at = this.#now();
    if (row.expires_at <= at || row.expires_at > maxExpiresAt(limit, at)) return 0;
    if (limit.kind === 'backoff') return this.#backoffWaitMs(limit, row, at);
    const wait = row.allowed_at - latestAllowedAt(limit, at);
    return Math.max(0, Math.min(wait, rateParameters(limit).intervalMs));
  }

  /** Returns the longest wait of an account under these limits, for whatever subject. Counts nothing. */
  async longestWaitMs(account: string, limits: readonly Limit[]): Promise<number> {
    const rows = await this.#db
      .selectFrom('rate_limits')
      .select(['key as id', 'allowed_at', 'expires_at'])
      .where('account', '=', this.#hashOf(account))
      .execute();
    let longest = 0;
    for (const row of rows) {
      const limit = limits.find(({ name }) => row.id.startsWith(`${name} `));
      if (limit) longest = Math.max(longest, await this.#waitOf(limit, row));
    }
    return longest;
  }

  /** Forgets all attempts of these accounts, within the caller's transaction. Returns whether there were any. */
  async lift(queries: Queries, accounts: readonly string[]): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('rate_limits')
      .where(
        'account',
        'in',
        accounts.map((account) => this.#hashOf(account)),
      )
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async #backoffWaitMs({ forgetMs }: Backoff, row: Row, at: number): Promise<number> {
    const writtenAt = row.expires_at - forgetMs;
    const fullWait = row.allowed_at - writtenAt;
    const wait = Math.min(row.allowed_at - at, fullWait);
    // written by a clock ahead of ours: the wait begins now, so that it also ends in time
    if (wait > 0 && writtenAt > at)
      await this.#backoffs.shift.change({
        id: row.id,
        seen: row.allowed_at,
        allowedAt: at + fullWait,
        expiresAt: at + forgetMs,
      });
    return Math.max(0, wait);
  }

  /** Counts an attempt if it is allowed and returns 0. Otherwise returns the milliseconds to wait. */
  take = async (counter: Counter): Promise<number> => (await this.takeAll([counter]))?.waitMs ?? 0;

  /**
   * Counts an attempt under all of these limits, or under none: then it returns the first that refuses. A power failure may undo
   * the count.
   */
  takeAll = async (
    counters: readonly Counter[],
  ): Promise<{ refused: Counter; waitMs: number } | undefined> => {
    const statements = counters.map((counter) => ({
      ...this.#taking(counter),
      mustChange: true,
      relaxedDurability: true,
    }));
    const result = await runTogether(this.#db, statements);
    const refused = 'refusedAt' in result ? counters[result.refusedAt] : undefined;
    // another attempt may have won the race and its wait may be over already
    return refused && { refused, waitMs: Math.max(1, await this.waitMs(refused)) };
  };

  #taking(counter: Counter): Statement {
    const { limit, account } = counter;
    const row = {
      id: this.#idOf(counter),
      account: account === undefined ? null : this.#hashOf(account),
    };
    return limit.kind === 'rate' ? this.#takingRate(limit, row) : this.#takingBackoff(limit, row);
  }

  #takingRate(rate: Rate, { id, account }: { id: string; account: string | null }): Statement {
    const at = this.#now();
    return this.#rates.take.filled({
      id,
      account,
      at,
      stepMs: rateParameters(rate).intervalMs,
      latest: latestAllowedAt(rate, at),
      expiresAt: at + lifetimeMs(rate),
      maxExpiresAt: maxExpiresAt(rate, at),
    });
  }

  #takingBackoff(
    backoff: Backoff,
    { id, account }: { id: string; account: string | null },
  ): Statement {
    const at = this.#now();
    const { freeAttempts, firstWaitMs, maxWaitMs, forgetMs } = backoff;
    return this.#backoffs.take.filled({
      id,
      account,
      at,
      freeAttempts,
      firstAllowedAt: freeAttempts > 1 ? at : at + firstWaitMs,
      firstWaitMs,
      doublings: countDoublings(backoff),
      maxWaitMs,
      forgetMs,
      expiresAt: at + forgetMs,
      maxExpiresAt: maxExpiresAt(backoff, at),
    });
  }

  /** Refunds the last attempt: it was not evaluated, or it succeeded. */
  refund = async (counter: Counter): Promise<void> => {
    await runTogether(this.#db, [this.refunding(counter)]);
  };

  refunding = (counter: Counter): Statement => {
    const { limit } = counter;
    const id = this.#idOf(counter);
    return limit.kind === 'rate'
      ? this.#rates.refund.filled({ id, stepMs: rateParameters(limit).intervalMs })
      : this.#backoffs.refund.filled({ id, forgetMs: limit.forgetMs });
  };

  /** Returns the statement that deletes the counter. */
  resetting = (counter: Counter): Statement => this.#delete.filled({ id: this.#idOf(counter) });
}
