// Decides whether users may remove a way to sign in, or a second factor, themselves: a passkey, the Google account, the authenticator
// app. The account page shows the same answer before. Whether the session may change anything is decided by `change-rule.ts`.
//
// Three removals do not ask this rule. An administrator removes what is lost or stolen (`directory/factors/removals.ts`), or resets all
// factors (`remove-factors.ts`), and can let the user in again. “This wasn’t me” removes what another person may have added
// (`app/secure-account.ts`); the user recovers the account afterwards.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Queries } from '../database/connect.ts';
import { canSignInBy, type RemovedWay } from '../users/ways-in.ts';
import { concernedMethods, type SecondFactors } from './policy.ts';

export type Removed = RemovedWay | { factor: 'authenticator-app' };

/**
 * `last-way-in`: the user could not sign in any more. `last-factor`: the policy requires a second factor of the user, and none would be
 * left.
 */
export type RemovalRefusal = 'last-way-in' | 'last-factor';

export class RemovalRule {
  readonly #enabledMethods: readonly MethodId[];
  readonly #secondFactors: SecondFactors;

  constructor(enabledMethods: readonly MethodId[], secondFactors: SecondFactors) {
    this.#enabledMethods = enabledMethods;
    this.#secondFactors = secondFactors;
  }

  /**
   * Returns why the user may not remove this; undefined if nothing is against it. The answer is the same before the removal and after it
   * in one transaction. The caller of a removal has locked the user, so that two simultaneous removals leave one way.
   */
  async refusalOf(
    queries: Queries,
    userId: string,
    removed: Removed,
  ): Promise<RemovalRefusal | undefined> {
    if ('factor' in removed) {
      if (await this.#hasWay(queries, userId, ['passkey'])) return undefined;
      const policy = await this.#secondFactors.policyOf(queries, userId);
      return policy === 'required' ? 'last-factor' : undefined;
    }
    if (!(await canSignInBy(queries, userId, this.#enabledMethods, removed))) return 'last-way-in';
    // a Google account is no second factor
    if (!('passkey' in removed) || (await this.#hasWay(queries, userId, ['passkey'], removed)))
      return undefined;
    // without these methods the user signs in by Diia alone, which needs no second factor
    if (!(await this.#hasWay(queries, userId, concernedMethods))) return undefined;
    const needsPasskey = await this.#secondFactors.needsPasskey(queries, userId);
    return needsPasskey ? 'last-factor' : undefined;
  }

  #hasWay(
    queries: Queries,
    userId: string,
    methods: readonly MethodId[],
    removed?: RemovedWay,
  ): Promise<boolean> {
    const enabled = methods.filter((id) => this.#enabledMethods.includes(id));
    return canSignInBy(queries, userId, enabled, removed);
  }
}
