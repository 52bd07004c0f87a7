// Rate limits of password attempts. An attempt is counted before its hash is computed, so that a rejected attempt costs no
// hash. Unknown usernames are counted like existing ones.

import {
  admit,
  type CountedAttempt,
  countedAttempt,
  refuseAttempt,
} from '../../rate-limits/admit.ts';
import { type Backoff, type Rate, wrongAttempts } from '../../rate-limits/limit-kinds.ts';
import { accountOf, type RateLimits } from '../../rate-limits/rate-limits.ts';
import type { RateLimitSettings } from '../../rate-limits/settings.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Free attempts per username from a network that has used up its own limit. First attempts of others there still pass. */
const freeAttemptsOnSpentNetwork = 3;

export type PasswordAttempt = {
  /** Search key of the user's username, or of the typed name if no user has it. */
  usernameKey: string;
  /** In the form in which limits count addresses. */
  network: string;
  /** Set if the user has signed in from this device before. */
  device: string | undefined;
};

/** Counts the attempt. @throws `sign-in.throttled` with the seconds to wait. */
export type AdmitAttempt = (attempt: PasswordAttempt) => Promise<CountedAttempt>;

type Deps = {
  limits: Pick<RateLimits, 'takeAll' | 'refund' | 'refunding' | 'resetting' | 'waitMs'>;
  settings: Pick<
    RateLimitSettings,
    'rateLimitFreeTries' | 'rateLimitUserPerHour' | 'rateLimitAddressPerMinute'
  >;
};

function attemptRates(settings: Deps['settings']) {
  const perHour = (name: string): Rate => ({
    kind: 'rate',
    name,
    max: settings.rateLimitUserPerHour,
    perMs: hourMs,
  });
  const free = settings.rateLimitFreeTries;
  return {
    onDevice: wrongAttempts('password-device', free),
    fromNetwork: wrongAttempts('password-network', free),
    // the same counter with a stricter limit
    fromSpentNetwork: wrongAttempts('password-network', freeAttemptsOnSpentNetwork),
    forUsername: perHour('password-name'),
    // separate from strangers, so that no attacker locks out a trusted device
    forUsernameOnDevices: perHour('password-devices'),
    forNetwork: {
      kind: 'rate',
      name: 'network',
      max: settings.rateLimitAddressPerMinute,
      perMs: minuteMs,
    } satisfies Rate,
  };
}

/** Returns the limits of the passwords of one user: from all networks or devices together, and from one of them; and what counts them. */
export function passwordLimits(settings: Deps['settings']) {
  const { forUsername, forUsernameOnDevices, fromNetwork, onDevice } = attemptRates(settings);
  return {
    everywhere: [forUsername, forUsernameOnDevices],
    inOnePlace: [fromNetwork, onDevice],
    fromNetwork: (usernameKey: string, network: string) => [
      { limit: fromNetwork, subject: `${network} ${usernameKey}` },
    ],
  };
}

export function createAttemptLimits({ limits, settings }: Deps): AdmitAttempt {
  const rates = attemptRates(settings);

  function admitTrusted(usernameKey: string, device: string): Promise<CountedAttempt> {
    const account = accountOf.username(usernameKey);
    return admit(
      limits,
      [
        { limit: rates.onDevice, subject: `${device} ${usernameKey}`, account },
        { limit: rates.forUsernameOnDevices, subject: usernameKey, account },
      ],
      'sign-in.throttled',
    );
  }

  async function admitStranger(usernameKey: string, network: string): Promise<CountedAttempt> {
    const ofNetwork = { limit: rates.forNetwork, subject: network };
    const account = accountOf.username(usernameKey);
    const ofUsername = { limit: rates.forUsername, subject: usernameKey, account };
    const pairOf = (limit: Backoff) => ({ limit, subject: `${network} ${usernameKey}`, account });
    const pair = pairOf(rates.fromNetwork);
    // read before anything is written, so that a flood of rejected attempts costs little
    const waits = await Promise.all([pair, ofUsername].map(limits.waitMs));
    const longest = Math.max(...waits);
    if (longest > 0) refuseAttempt('sign-in.throttled', longest);
    // the network last: its row is locked until the commit, and many users share it
    const all = [pair, ofUsername, ofNetwork];
    const refusal = await limits.takeAll(all);
    if (!refusal) return countedAttempt(limits, all);
    if (refusal.refused !== ofNetwork) refuseAttempt('sign-in.throttled', refusal.waitMs);
    return admit(limits, [pairOf(rates.fromSpentNetwork), ofUsername], 'sign-in.throttled');
  }

  return async ({ usernameKey, network, device }) =>
    device === undefined ? admitStranger(usernameKey, network) : admitTrusted(usernameKey, device);
}
