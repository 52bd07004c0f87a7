// What one network may do within a minute beside trying passwords: begin sign-ins, and bring wrong secrets.

import type { ThrottleSettings } from '../throttle-settings.ts';
import type { Rate } from './limit.ts';
import type { Limits } from './store.ts';

const minuteMs = 60_000;
const startsOfDevice = 60;
/** So long a node remembers that somebody need not wait: right secrets are many and ask no table each time. */
const rememberedMs = 2000;
const mostRemembered = 10_000;
const seconds = (ms: number) => Math.ceil(ms / 1000);

export type NetworkLimits = {
  /**
   * Counts something begun that waits for a person, by a device people have signed in from, or else by the
   * network. Answers with the seconds to wait, 0 for none.
   */
  begin(by: { device: string } | { network: string }): Promise<number>;
  /** The seconds until whoever says to be this may bring a secret from there again, 0 for none. */
  waitOfSecrets(network: string, who: string): Promise<number>;
  /**
   * What they brought was wrong. Counted afterwards, for secrets have 256 bits: what slips through at the same
   * moment guesses none, and right ones cost nothing.
   */
  noteWrong(network: string, who: string): Promise<void>;
};

type Needs = {
  limits: Pick<Limits, 'take' | 'waitOf'>;
  settings: Pick<ThrottleSettings, 'throttleStartsPerMinute' | 'throttleSecretsPerMinute'>;
  now: () => number;
};

export function createNetworkLimits({ limits, settings, now }: Needs): NetworkLimits {
  const rate = (name: string, most: number): Rate => ({
    kind: 'rate',
    name,
    most,
    perMs: minuteMs,
  });
  const starts = rate('starts', settings.throttleStartsPerMinute);
  // a person tries again now and then; nobody else on the network can use these up
  const ofDevice = rate('starts-device', Math.max(startsOfDevice, starts.most / 10));
  const secrets = rate('secrets', settings.throttleSecretsPerMinute);
  // one application that errs must not speak for its neighbours behind the same address
  const wrongOf = (network: string, who: string) => ({ limit: secrets, who: `${network} ${who}` });

  const free = new Map<string, number>();

  return {
    async begin(by) {
      const counted =
        'device' in by ? { limit: ofDevice, who: by.device } : { limit: starts, who: by.network };
      return seconds(await limits.take(counted));
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
