// Limits of one network within a minute: how many sign-ins and requests it may start, and how many wrong secrets it may send.
// Passwords have limits of their own.

import { type Rate, toSeconds } from './limit-kinds.ts';
import { createQueuedRateLimit } from './queued-rate-limit.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RateLimitSettings } from './settings.ts';

const minuteMs = 60_000;
const minStarts = 4;
const minStartsOfDevice = 60;
/** A node caches for this long that a subject need not wait, because most secrets are right. */
const cacheMs = 2000;
const maxCached = 10_000;

/** What a request starts. Each kind has its own limit. */
export type StartKind = {
  name: string;
  /** Stores up to 56 KiB, so a tenth of the usual starts is allowed. */
  isLarge?: true;
  /** Allows this part of a minute's starts at once. Default: 4, a quarter. */
  burstDivisor?: number;
};

type Deps = {
  limits: Pick<RateLimits, 'take' | 'waitMs'>;
  settings: Pick<RateLimitSettings, 'rateLimitStartsPerMinute' | 'rateLimitSecretsPerMinute'>;
  now: () => number;
  /** Waits for this many milliseconds. */
  pause(ms: number): Promise<unknown>;
};

const perMinute = (name: string, max: number): Rate => ({
  kind: 'rate',
  name,
  max,
  perMs: minuteMs,
});

function networkStarts({ name, isLarge, burstDivisor }: StartKind, max: number): Rate {
  const starts = perMinute(`starts-${name}`, isLarge ? Math.max(minStarts, max / 10) : max);
  return burstDivisor ? { ...starts, burst: Math.ceil(max / burstDivisor) } : starts;
}

/**
 * The limit of one trusted device. Its user may retry now and then, even if other users of the network have used up the
 * limit of the network.
 */
function deviceStarts({ name }: StartKind, max: number): Rate {
  return perMinute(`starts-device-${name}`, Math.max(minStartsOfDevice, max / 100));
}

export class NetworkLimits {
  readonly #deps: Deps;
  readonly #takeQueued;
  readonly #secrets: Rate;
  readonly #allowedSince = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#takeQueued = createQueuedRateLimit(deps);
    this.#secrets = perMinute('secrets', deps.settings.rateLimitSecretsPerMinute);
  }

  /**
   * Counts a start for a trusted device, or else for the network. Delays the request a little above the rate. Returns the
   * seconds to wait, or 0.
   */
  async countStart(kind: StartKind, by: { device: string } | { network: string }): Promise<number> {
    const max = this.#deps.settings.rateLimitStartsPerMinute;
    const counter =
      'device' in by
        ? { limit: deviceStarts(kind, max), subject: by.device }
        : { limit: networkStarts(kind, max), subject: by.network };
    return toSeconds(await this.#takeQueued(counter));
  }

  /** Counts per application, so that one application cannot lock out others behind the same address. */
  #secretCounter(network: string, subject: string) {
    return { limit: this.#secrets, subject: `${network} ${subject}` };
  }

  /** Returns the seconds until this subject may send a secret from this network again, or 0. */
  async secretWaitSeconds(network: string, subject: string): Promise<number> {
    const { limits, now } = this.#deps;
    const counter = this.#secretCounter(network, subject);
    const since = this.#allowedSince.get(counter.subject);
    if (since !== undefined && now() - since >= 0 && now() - since < cacheMs) return 0;
    const wait = toSeconds(await limits.waitMs(counter));
    if (this.#allowedSince.size >= maxCached) this.#allowedSince.clear();
    if (wait === 0) this.#allowedSince.set(counter.subject, now());
    return wait;
  }

  /**
   * Counts a wrong secret. Secrets have 256 bits, so concurrent attempts that are counted too late cannot guess one, and
   * right secrets cost nothing.
   */
  async countWrongSecret(network: string, subject: string): Promise<void> {
    const counter = this.#secretCounter(network, subject);
    await this.#deps.limits.take(counter);
    this.#allowedSince.delete(counter.subject);
  }
}
