// The results of a Google sign-in that a user can choose in the simulator. The issuer passes the choice on as a part of
// the account id.

import { type Account, accounts } from './accounts.ts';

export const scenarios = [
  'ok',
  'cancel',
  'slow',
  'changed-sub',
  'wrong-hd',
  'no-hd',
  'unverified-email',
  'wrong-nonce',
  'expired-token',
  'foreign-audience',
  'unsigned-token',
  'token-unavailable',
] as const;
export type Scenario = (typeof scenarios)[number];

export type Choice = { account: Account; scenario: Scenario };

/** Replaces missing or unknown parts by the first account or scenario. */
export function choiceOf(person: string | null, scenario: string | null): Choice {
  const [first] = accounts;
  const account = accounts.find(({ id }) => id === person) ?? first;
  if (!account) throw new Error('no accounts');
  return { account, scenario: scenarios.find((one) => one === scenario) ?? 'ok' };
}

export function idOf({ account, scenario }: Choice): string {
  return `${scenario} ${account.id}`;
}

export function choiceFrom(id: string): Choice {
  const [scenario = '', person = ''] = id.split(' ');
  return choiceOf(person, scenario);
}

/** Returns the claims of the id token for an account. */
export function claimsOf({ account, scenario }: Choice) {
  const domains: Partial<Record<Scenario, string | undefined>> = {
    'wrong-hd': 'another.example',
    'no-hd': undefined,
  };
  const hd = scenario in domains ? domains[scenario] : account.hostedDomain;
  return {
    sub: scenario === 'changed-sub' ? `${account.subject}0` : account.subject,
    email: account.email,
    email_verified: scenario !== 'unverified-email',
    ...(hd !== undefined && { hd }),
  };
}
