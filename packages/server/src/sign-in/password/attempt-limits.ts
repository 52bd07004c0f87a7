// Rate limits of password attempts. An attempt is counted before its hash is computed, so that a rejected attempt costs no
// hash. Unknown usernames are counted like existing ones.

import type { Statement } from '../../database/direct.ts';
import { fail } from '../../errors.ts';
import type { Backoff, Rate } from '../../rate-limits/limit-kinds.ts';
import { accountOf, type Counter, type RateLimits } from '../../rate-limits/rate-limits.ts';
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
  /** The password was correct: these statements refund the attempt. */
  refunds(): Statement[];
  /** The password was not evaluated: the attempt is refunded. */
  withdraw(): Promise<void>;
};

/** Counts the attempt. @throws `sign-in.throttled` with the seconds to wait. */
export type AdmitAttempt = (attempt: PasswordAttempt) => Promise<CountedAttempt>;

type LimitStore = Pick<RateLimits, 'takeAll' | 'refund' | 'refunding' | 'resetting' | 'waitMs'>;

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

/** Returns the limits of the passwords of one user: from all networks or devices together, and from one of them. */
export function passwordLimits(settings: Deps['settings']) {
  const { forUsername, forUsernameOnDevices, fromNetwork, onDevice } = attemptRates(settings);
  return { everywhere: [forUsername, forUsernameOnDevices], inOnePlace: [fromNetwork, onDevice] };
}

function refuse(waitMs: number): never {
  fail('sign-in.throttled', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** `own` is forgotten after a correct password, the others are refunded. `all` keeps the order in which rows are locked. */
function counted(limits: LimitStore, own: Counter, all: readonly Counter[]): CountedAttempt {
  return {
    refunds: () => all.map((one) => (one === own ? limits.resetting(one) : limits.refunding(one))),
    async withdraw() {
      await Promise.all(all.map(limits.refund));
    },
  };
}

export function createAttemptLimits({ limits, settings }: Deps): AdmitAttempt {
  const rates = attemptRates(settings);

  async function admitTrusted(usernameKey: string, device: string): Promise<CountedAttempt> {
    const account = accountOf.username(usernameKey);
    const own = { limit: rates.onDevice, subject: `${device} ${usernameKey}`, account };
    const all = [own, { limit: rates.forUsernameOnDevices, subject: usernameKey, account }];
    const refusal = await limits.takeAll(all);
    return refusal ? refuse(refusal.waitMs) : counted(limits, own, all);
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
    if (longest > 0) refuse(longest);
    // the network last: its row is locked until the commit, and many users share it
    const all = [pair, ofUsername, ofNetwork];
    const refusal = await limits.takeAll(all);
    if (!refusal) return counted(limits, pair, all);
    if (refusal.refused !== ofNetwork) return refuse(refusal.waitMs);
    const strictPair = pairOf(rates.fromSpentNetwork);
    const others = [strictPair, ofUsername];
    const strictRefusal = await limits.takeAll(others);
    return strictRefusal ? refuse(strictRefusal.waitMs) : counted(limits, strictPair, others);
  }

  return async ({ usernameKey, network, device }) =>
    device === undefined ? admitStranger(usernameKey, network) : admitTrusted(usernameKey, device);
}
