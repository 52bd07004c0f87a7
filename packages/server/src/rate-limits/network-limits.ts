// What one network may do within a minute beside trying passwords: begin sign-ins, and bring wrong secrets.

import type { Rate } from './limit.ts';
import { createPatientTake } from './queued-rate-limit.ts';
import type { ThrottleSettings } from './settings.ts';
import type { Limits } from './store.ts';

const minuteMs = 60_000;
const leastStarts = 4;
const leastOfDevice = 60;
/** So long a node remembers that somebody need not wait: right secrets are many and ask no table each time. */
const rememberedMs = 2000;
const mostRemembered = 10_000;
const seconds = (ms: number) => Math.ceil(ms / 1000);

/** What waits for a person once it is begun. None of them uses up what is left of another. */
export type Beginning =
  | 'diia'
  | 'google'
  | 'password-reset'
  | 'request'
  | 'long-request'
  | 'aside'
  | 'pushed';

/** They keep up to 56 KiB each; of the others a row, or a call to Diia, is all that is spent. */
const heavy: readonly Beginning[] = ['long-request', 'aside', 'pushed'];

export type NetworkLimits = {
  /**
   * Counts something begun, by a device people have signed in from, or else by the network; waits a little where
   * there are too many. Answers with the seconds to wait on, 0 for none.
   */
  begin(kind: Beginning, by: { device: string } | { network: string }): Promise<number>;
  /** The seconds until whoever says to be this may bring a secret from there again, 0 for none. */
  waitOfSecrets(network: string, who: string): Promise<number>;
  /**
   * What they brought was wrong. Counted afterwards, for secrets have 256 bits: what slips through at the same
   * moment guesses none, and right ones cost nothing.
   */
  noteWrong(network: string, who: string): Promise<void>;
};

type Deps = {
  limits: Pick<Limits, 'take' | 'waitOf'>;
  settings: Pick<ThrottleSettings, 'throttleStartsPerMinute' | 'throttleSecretsPerMinute'>;
  now: () => number;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

export function createNetworkLimits({ limits, settings, now, pause }: Deps): NetworkLimits {
  const rate = (name: string, most: number): Rate => ({
    kind: 'rate',
    name,
    most,
    perMs: minuteMs,
  });
  const takePatiently = createPatientTake({ limits, pause });
  const most = settings.throttleStartsPerMinute;
  function startsOf(kind: Beginning): Rate {
    if (heavy.includes(kind)) return rate(`starts-${kind}`, Math.max(leastStarts, most / 10));
    const starts = rate(`starts-${kind}`, most);
    // Diia is called for each: as many at once as a network has places in that queue, the others after them
    return kind === 'diia' ? { ...starts, burst: Math.ceil(most / 120) } : starts;
  }
  // a person tries again now and then; nobody else on the network can use these up
  const startsOfDevice = (kind: Beginning) =>
    rate(`starts-device-${kind}`, Math.max(leastOfDevice, most / 100));
  const secrets = rate('secrets', settings.throttleSecretsPerMinute);
  // one application that errs must not speak for its neighbours behind the same address
  const wrongOf = (network: string, who: string) => ({ limit: secrets, who: `${network} ${who}` });

  const free = new Map<string, number>();

  return {
    async begin(kind, by) {
      const counted =
        'device' in by
          ? { limit: startsOfDevice(kind), who: by.device }
          : { limit: startsOf(kind), who: by.network };
      return seconds(await takePatiently(counted));
    },
    async waitOfSecrets(network, who) {
      const counted = wrongOf(network, who);
      const since = free.get(counted.who);
      if (since !== undefined && now() - since >= 0 && now() - since < rememberedMs) return 0;
      const wait = seconds(await limits.waitOf(counted));
      if (free.size >= mostRemembered) free.clear();
      if (wait === 0) free.set(counted.who, now());
      return wait;
    },
    async noteWrong(network, who) {
      const counted = wrongOf(network, who);
      await limits.take(counted);
      free.delete(counted.who);
    },
  };
}
