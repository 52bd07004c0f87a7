// Rate limits of password attempts. An attempt is counted before its hash is computed, so that a rejected attempt costs no
// hash. Unknown usernames are counted like existing ones.

import { fail } from '../../errors.ts';
import type { Backoff, Rate } from '../../rate-limits/limit-kinds.ts';
import type { Counter, RateLimits } from '../../rate-limits/rate-limits.ts';
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

export type CountedAttempt = {
  /** The password was correct: the attempt is refunded. */
  succeed(): Promise<void>;
  /** The password was not evaluated: the attempt is refunded. */
  withdraw(): Promise<void>;
};

/** Counts the attempt. @throws `sign-in.throttled` with the seconds to wait. */
export type AdmitAttempt = (attempt: PasswordAttempt) => Promise<CountedAttempt>;

type LimitStore = Pick<RateLimits, 'take' | 'refund' | 'reset' | 'waitMs'>;

type Deps = {
  limits: LimitStore;
  settings: Pick<
    RateLimitSettings,
    'rateLimitFreeTries' | 'rateLimitUserPerHour' | 'rateLimitAddressPerMinute'
  >;
};

function attemptBackoff(name: string, freeAttempts: number): Backoff {
  return {
    kind: 'backoff',
    name,
    freeAttempts,
    firstWaitMs: 15_000,
    maxWaitMs: 15 * minuteMs,
    forgetMs: hourMs,
  };
}

function attemptRates(settings: Deps['settings']) {
  const perHour = (name: string): Rate => ({
    kind: 'rate',
    name,
    max: settings.rateLimitUserPerHour,
    perMs: hourMs,
  });
  const free = settings.rateLimitFreeTries;
  return {
    onDevice: attemptBackoff('password-device', free),
    fromNetwork: attemptBackoff('password-network', free),
    // the same counter with a stricter limit
    fromSpentNetwork: attemptBackoff('password-network', freeAttemptsOnSpentNetwork),
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

function refuse(waitMs: number): never {
  fail('sign-in.throttled', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

const refundAll = (limits: LimitStore, all: readonly Counter[]) =>
  Promise.all(all.map(limits.refund));

/** Counts under all of these limits or under none. @throws `sign-in.throttled` */
async function takeAll(limits: LimitStore, all: readonly Counter[]) {
  const taken: Counter[] = [];
  for (const counted of all) {
    const wait = await limits.take(counted);
    if (wait > 0) {
      await refundAll(limits, taken);
      refuse(wait);
    }
    taken.push(counted);
  }
}

/** `own` is forgotten after a correct password, `shared` counters are refunded. */
function counted(limits: LimitStore, own: Counter, shared: readonly Counter[]): CountedAttempt {
  return {
    async succeed() {
      await Promise.all([limits.reset(own), ...shared.map(limits.refund)]);
    },
    async withdraw() {
      await refundAll(limits, [own, ...shared]);
    },
  };
}

export function createAttemptLimits({ limits, settings }: Deps): AdmitAttempt {
  const rates = attemptRates(settings);

  async function admitTrusted(usernameKey: string, device: string): Promise<CountedAttempt> {
    const own = { limit: rates.onDevice, subject: `${device} ${usernameKey}` };
    const all = { limit: rates.forUsernameOnDevices, subject: usernameKey };
    await takeAll(limits, [own, all]);
    return counted(limits, own, [all]);
  }

  async function admitStranger(usernameKey: string, network: string): Promise<CountedAttempt> {
    const ofNetwork = { limit: rates.forNetwork, subject: network };
    const ofUsername = { limit: rates.forUsername, subject: usernameKey };
    const pairOf = (limit: Backoff) => ({ limit, subject: `${network} ${usernameKey}` });
    // read before anything is written, so that a flood of rejected attempts costs little
    const waits = await Promise.all([pairOf(rates.fromNetwork), ofUsername].map(limits.waitMs));
    const longest = Math.max(...waits);
    if (longest > 0) refuse(longest);
    const isSpent = (await limits.take(ofNetwork)) > 0;
    const pair = pairOf(isSpent ? rates.fromSpentNetwork : rates.fromNetwork);
    try {
      await takeAll(limits, [pair, ofUsername]);
    } catch (error) {
      // a rejected attempt does not count as a wrong password of the network
      if (!isSpent) await limits.refund(ofNetwork);
      throw error;
    }
    return counted(limits, pair, isSpent ? [ofUsername] : [ofUsername, ofNetwork]);
  }

  return async ({ usernameKey, network, device }) =>
    device === undefined ? admitStranger(usernameKey, network) : admitTrusted(usernameKey, device);
}
