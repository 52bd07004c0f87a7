// How often passwords may be tried. A try is counted before its hash is computed, and one that has to wait
// computes none. Names that nobody has are counted like all others.

import { fail } from '../../errors.ts';
import type { Backoff, Rate } from '../../rate-limits/limit.ts';
import type { RateLimitSettings } from '../../rate-limits/settings.ts';
import type { Counter, RateLimits } from '../../rate-limits/store.ts';
import { searchKey } from '../../users/user.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Of a name from a network whose wrong tries are spent: the first ones of everybody behind it still pass. */
const freeTriesOfSpentNetwork = 3;

export type PasswordAttempt = {
  username: string;
  /** As limits count addresses. */
  network: string;
  /** The device, where the user of this name has signed in from it. */
  device: string | undefined;
};

export type CountedAttempt = {
  /** The password was right. */
  succeed(): Promise<void>;
  /** It has not come to be judged. */
  withdraw(): Promise<void>;
};

type Deps = {
  limits: Pick<RateLimits, 'take' | 'refund' | 'reset' | 'waitMs'>;
  settings: Pick<
    RateLimitSettings,
    'rateLimitFreeTries' | 'rateLimitUserPerHour' | 'rateLimitAddressPerMinute'
  >;
};

export function createAttemptLimits({ limits, settings }: Deps) {
  const stepsOf = (name: string, freeAttempts: number): Backoff => ({
    kind: 'backoff',
    name,
    freeAttempts,
    firstWaitMs: 15_000,
    maxWaitMs: 15 * minuteMs,
    forgetMs: hourMs,
  });
  const onDevice = stepsOf('password-device', settings.rateLimitFreeTries);
  const fromNetwork = stepsOf('password-network', settings.rateLimitFreeTries);
  // the same counter, read more strictly
  const fromSpentNetwork = stepsOf('password-network', freeTriesOfSpentNetwork);
  const perHour = (name: string): Rate => ({
    kind: 'rate',
    name,
    max: settings.rateLimitUserPerHour,
    perMs: hourMs,
  });
  const ofName = perHour('password-name');
  // one device never spends it, so that none locks out another
  const onDevices = perHour('password-devices');
  const ofNetwork: Rate = {
    kind: 'rate',
    name: 'network',
    max: settings.rateLimitAddressPerMinute,
    perMs: minuteMs,
  };

  function refuse(waitMs: number): never {
    fail('sign-in.throttled', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  /** Takes all or none. @throws `sign-in.throttled` */
  async function takeAll(all: readonly Counter[]) {
    const taken: Counter[] = [];
    for (const counted of all) {
      const wait = await limits.take(counted);
      if (wait > 0) {
        await Promise.all(taken.map(limits.refund));
        refuse(wait);
      }
      taken.push(counted);
    }
  }

  /** @throws `sign-in.throttled` */
  async function admitKnown(name: string, device: string): Promise<CountedAttempt> {
    const own = { limit: onDevice, subject: `${device} ${name}` };
    const all = { limit: onDevices, subject: name };
    await takeAll([own, all]);
    return {
      async succeed() {
        await Promise.all([limits.reset(own), limits.refund(all)]);
      },
      async withdraw() {
        await Promise.all([own, all].map(limits.refund));
      },
    };
  }

  /** @throws `sign-in.throttled` */
  async function admitStranger(name: string, network: string): Promise<CountedAttempt> {
    const wholeNetwork = { limit: ofNetwork, subject: network };
    const wholeName = { limit: ofName, subject: name };
    const pairOf = (limit: Backoff) => ({ limit, subject: `${network} ${name}` });
    // asked before anything is written: a flood that has to wait costs little
    const waits = await Promise.all([pairOf(fromNetwork), wholeName].map(limits.waitMs));
    const longest = Math.max(...waits);
    if (longest > 0) refuse(longest);
    const isSpent = (await limits.take(wholeNetwork)) > 0;
    const pair = pairOf(isSpent ? fromSpentNetwork : fromNetwork);
    try {
      await takeAll([pair, wholeName]);
    } catch (error) {
      // that it has to wait is no wrong password
      if (!isSpent) await limits.refund(wholeNetwork);
      throw error;
    }
    const shared = isSpent ? [wholeName] : [wholeName, wholeNetwork];
    return {
      async succeed() {
        await Promise.all([limits.reset(pair), ...shared.map(limits.refund)]);
      },
      async withdraw() {
        await Promise.all([pair, ...shared].map(limits.refund));
      },
    };
  }

  /** Counts the try. @throws `sign-in.throttled` with the seconds to wait. */
  return async function admit({
    username,
    network,
    device,
  }: PasswordAttempt): Promise<CountedAttempt> {
    const name = searchKey(username);
    return device === undefined ? admitStranger(name, network) : admitKnown(name, device);
  };
}

export type AdmitAttempt = ReturnType<typeof createAttemptLimits>;
