// What one network may do within a minute beside trying passwords: begin sign-ins, and bring wrong secrets.

import type { Rate } from './limit.ts';
import { createQueuedRateLimit } from './queued-rate-limit.ts';
import type { RateLimitSettings } from './settings.ts';
import type { RateLimits } from './store.ts';

const minuteMs = 60_000;
const leastStarts = 4;
const leastOfDevice = 60;
/** So long a node remembers that somebody need not wait: right secrets are many and ask no table each time. */
const rememberedMs = 2000;
const mostRemembered = 10_000;
const seconds = (ms: number) => Math.ceil(ms / 1000);

/** What waits for a person once it is begun. None of them uses up what is left of another. */
export type StartKind =
  | 'diia'
  | 'google'
  | 'password-reset'
  | 'request'
  | 'long-request'
  | 'aside'
  | 'pushed';

/** They keep up to 56 KiB each; of the others a row, or a call to Diia, is all that is spent. */
const heavy: readonly StartKind[] = ['long-request', 'aside', 'pushed'];

export type NetworkLimits = {
  /**
   * Counts something begun, by a device people have signed in from, or else by the network; waits a little where
   * there are too many. Answers with the seconds to wait on, 0 for none.
   */
  countStart(kind: StartKind, by: { device: string } | { network: string }): Promise<number>;
  /** The seconds until whoever says to be this may bring a secret from there again, 0 for none. */
  secretWaitSeconds(network: string, subject: string): Promise<number>;
  /**
   * What they brought was wrong. Counted afterwards, for secrets have 256 bits: what slips through at the same
   * moment guesses none, and right ones cost nothing.
   */
  countWrongSecret(network: string, subject: string): Promise<void>;
};

type Deps = {
  limits: Pick<RateLimits, 'take' | 'waitMs'>;
  settings: Pick<RateLimitSettings, 'rateLimitStartsPerMinute' | 'rateLimitSecretsPerMinute'>;
  now: () => number;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

export function createNetworkLimits({ limits, settings, now, pause }: Deps): NetworkLimits {
  const rate = (name: string, max: number): Rate => ({
    kind: 'rate',
    name,
    max,
    perMs: minuteMs,
  });
  const takeQueued = createQueuedRateLimit({ limits, pause });
  const most = settings.rateLimitStartsPerMinute;
  function startsOf(kind: StartKind): Rate {
    if (heavy.includes(kind)) return rate(`starts-${kind}`, Math.max(leastStarts, most / 10));
    const starts = rate(`starts-${kind}`, most);
    // Diia is called for each: as many at once as a network has places in that queue, the others after them
    return kind === 'diia' ? { ...starts, burst: Math.ceil(most / 120) } : starts;
  }
  // a person tries again now and then; nobody else on the network can use these up
  const startsOfDevice = (kind: StartKind) =>
    rate(`starts-device-${kind}`, Math.max(leastOfDevice, most / 100));
  const secrets = rate('secrets', settings.rateLimitSecretsPerMinute);
  // one application that errs must not speak for its neighbours behind the same address
  const wrongOf = (network: string, subject: string) => ({
    limit: secrets,
    subject: `${network} ${subject}`,
  });

  const free = new Map<string, number>();

  return {
    async countStart(kind, by) {
      const counted =
        'device' in by
          ? { limit: startsOfDevice(kind), subject: by.device }
          : { limit: startsOf(kind), subject: by.network };
      return seconds(await takeQueued(counted));
    },
    async secretWaitSeconds(network, subject) {
      const counted = wrongOf(network, subject);
      const since = free.get(counted.subject);
      if (since !== undefined && now() - since >= 0 && now() - since < rememberedMs) return 0;
      const wait = seconds(await limits.waitMs(counted));
      if (free.size >= mostRemembered) free.clear();
      if (wait === 0) free.set(counted.subject, now());
      return wait;
    },
    async countWrongSecret(network, subject) {
      const counted = wrongOf(network, subject);
      await limits.take(counted);
      free.delete(counted.subject);
    },
  };
}
