// Decides which step a sign-in lacks. The policy for a user is the strictest of the settings, those for users with a role included, and
// the groups of the user.

import type { MethodId } from '@brama/contract/pages/login-page';
import {
  type SecondFactorPolicy,
  secondFactorPolicies,
} from '@brama/contract/second-factor/second-factor';
import type { Queries } from '../database/connect.ts';
import { keepSecondFactorDue } from '../users/second-factor-times.ts';
import type { PendingStep } from './pending-sign-ins.ts';

export type SecondFactorSettings = {
  policy: SecondFactorPolicy;
  /** Of users with a role of administration. */
  policyOfRoles: SecondFactorPolicy;
  /** How long users may sign in without a second factor after it became required. */
  graceMs: number;
  /** Where passkeys are off, stored ones cannot be used. */
  hasPasskeys: boolean;
};

/** Diia and passkeys need no second factor. */
export const concernedMethods: readonly MethodId[] = ['password', 'google'];

export type MissingStep = { step: Extract<PendingStep, 'verify' | 'set-up'>; dueAt?: number };

export type SecondFactorRequirement = {
  /** Sign-ins of the user with a password or Google need a second factor. */
  isRequired: boolean;
  /** Until then the user may sign in without one; undefined before the first sign-in under the policy. */
  from: number | undefined;
};

function strictest(policies: readonly string[]): SecondFactorPolicy {
  return [...secondFactorPolicies].reverse().find((one) => policies.includes(one)) ?? 'off';
}

type Facts = {
  /** JSON array of group names. */
  groups: string;
  dueAt: number | null;
  hasTotp: boolean;
  hasPasskey: boolean;
  hasRole: boolean;
  groupsHavePolicies: boolean;
};

/** Reads all that decides about a user in one statement. */
async function factsOf(queries: Queries, userId: string): Promise<Facts | undefined> {
  const row = await queries
    .selectFrom('users as u')
    .select(['u.groups', 'u.second_factor_due_at'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('totp_factors as t').select('t.user_id').whereRef('t.user_id', '=', 'u.id'),
      ).as('has_totp'),
      exists(selectFrom('passkeys as k').select('k.id').whereRef('k.user_id', '=', 'u.id')).as(
        'has_passkey',
      ),
      exists(selectFrom('user_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id')).as(
        'has_role',
      ),
      exists(
        selectFrom('groups as g').select('g.name').where('g.second_factor', 'is not', null),
      ).as('has_policies'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      groups: row.groups,
      dueAt: row.second_factor_due_at ?? null,
      hasTotp: Boolean(row.has_totp),
      hasPasskey: Boolean(row.has_passkey),
      hasRole: Boolean(row.has_role),
      groupsHavePolicies: Boolean(row.has_policies),
    }
  );
}

export class SecondFactors {
  readonly #settings: SecondFactorSettings;
  readonly #now: () => number;

  constructor({ settings, now }: { settings: SecondFactorSettings; now: () => number }) {
    this.#settings = settings;
    this.#now = now;
  }

  async #policyFor(queries: Queries, facts: Facts): Promise<SecondFactorPolicy> {
    const { policy, policyOfRoles } = this.#settings;
    const own = facts.hasRole ? strictest([policy, policyOfRoles]) : policy;
    if (!facts.groupsHavePolicies) return own;
    const names = JSON.parse(facts.groups) as string[];
    if (names.length === 0) return own;
    const rows = await queries
      .selectFrom('groups')
      .select('second_factor')
      .where('name', 'in', names)
      .where('second_factor', 'is not', null)
      .execute();
    return strictest([own, ...rows.map(({ second_factor }) => second_factor ?? '')]);
  }

  /** Returns whether a user needs a second factor. */
  async requirementOf(queries: Queries, userId: string): Promise<SecondFactorRequirement> {
    const facts = await factsOf(queries, userId);
    const isRequired =
      facts !== undefined && (await this.#policyFor(queries, facts)) === 'required';
    return { isRequired, from: isRequired ? (facts.dueAt ?? undefined) : undefined };
  }

  /** Returns the policy for a user. */
  async policyOf(queries: Queries, userId: string): Promise<SecondFactorPolicy> {
    const facts = await factsOf(queries, userId);
    return facts ? this.#policyFor(queries, facts) : this.#settings.policy;
  }

  /** Returns whether the policy requires a second factor of the user, who has no authenticator app. */
  async needsPasskey(queries: Queries, userId: string): Promise<boolean> {
    const facts = await factsOf(queries, userId);
    if (!facts || facts.hasTotp) return false;
    return (await this.#policyFor(queries, facts)) === 'required';
  }

  /**
   * Returns the step that a sign-in lacks. Runs in the transaction of the sign-in, and stores from when a second factor is
   * required.
   */
  async missingStep(
    queries: Queries,
    { userId, method }: { userId: string; method: MethodId },
  ): Promise<MissingStep | undefined> {
    if (!concernedMethods.includes(method)) return undefined;
    const facts = await factsOf(queries, userId);
    if (!facts) return undefined;
    const policy = await this.#policyFor(queries, facts);
    if (policy === 'off') return undefined;
    if (facts.hasTotp) return { step: 'verify' };
    if (policy === 'offered') return undefined;
    if (facts.hasPasskey && this.#settings.hasPasskeys) return { step: 'verify' };
    return { step: 'set-up', dueAt: facts.dueAt ?? (await this.#startGrace(queries, userId)) };
  }

  async #startGrace(queries: Queries, userId: string): Promise<number> {
    const dueAt = this.#now() + this.#settings.graceMs;
    await keepSecondFactorDue(queries, userId, dueAt);
    return dueAt;
  }
}
