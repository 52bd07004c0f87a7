// Which sessions may change how a user signs in: factors, passkeys, linked accounts, the password and the secondary email address. A
// password, or a remembered browser, must not suffice to change what protects against a stolen password.

import type { MissingConfirmation } from '@brama/contract/sign-in/confirmation';
import type { Database, Queries } from '../database/connect.ts';
import { fail, RequestError } from '../errors.ts';
import { hasShownFactor, isRecovered } from '../sessions/assurance.ts';
import { isRecentSignIn, isStrong, type Session } from '../sessions/session.ts';
import type { UsableFactors } from './usable-factors.ts';

/** What a session must have for a change: the second factor of a user who has one, or also a recent sign-in. */
export type ChangeRequirement = 'second-factor' | 'recent-sign-in';

const unconfirmed: readonly string[] = ['session.not-recent', 'session.second-factor-missing'];

/** Returns whether a change was refused because the user must confirm it first. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof RequestError && unconfirmed.includes(error.code);
}

export class ChangeRule {
  readonly #db: Database;
  readonly #usableFactors: UsableFactors;
  readonly #now: () => number;

  constructor(
    db: Database,
    { usableFactors, now }: { usableFactors: UsableFactors; now: () => number },
  ) {
    this.#db = db;
    this.#usableFactors = usableFactors;
    this.#now = now;
  }

  /**
   * Returns whether the user has a second factor that this session has not shown. Diia counts as one, and so does a factor that adds no
   * `mfa` yet. After a recovery the factors that are left may be the lost ones, so a recovered session lacks none; its level stays the
   * first one.
   */
  async lacksFactor(session: Session, queries: Queries = this.#db): Promise<boolean> {
    if (session.method === 'diia' || hasShownFactor(session) || isRecovered(session)) return false;
    return this.#usableFactors.hasAny(queries, session.userId);
  }

  /**
   * Returns whether the user has a second factor that this session does not prove. After a recovery, and after the user has added the
   * factor in this sign-in, only another sign-in does.
   */
  async canBeStronger(session: Session): Promise<boolean> {
    return !isStrong(session) && (await this.#usableFactors.hasAny(this.#db, session.userId));
  }

  /** Returns what the session lacks for a change of the ways to sign in. A second factor is added to a recent sign-in, which comes first. */
  async missing(session: Session): Promise<MissingConfirmation | null> {
    if (!isRecentSignIn(session, this.#now())) return 'sign-in';
    return (await this.lacksFactor(session)) ? 'second-factor' : null;
  }

  /** @throws `session.not-recent`, `session.second-factor-missing` */
  async check(
    session: Session,
    requirement: ChangeRequirement = 'recent-sign-in',
    queries: Queries = this.#db,
  ): Promise<void> {
    if (requirement === 'recent-sign-in' && !isRecentSignIn(session, this.#now()))
      fail('session.not-recent');
    if (await this.lacksFactor(session, queries)) fail('session.second-factor-missing');
  }
}
