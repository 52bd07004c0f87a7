// Rate limits for wrong user codes: they keep attackers from guessing a code that a device shows.

import type { Rate } from '../../../rate-limits/limit-kinds.ts';
import type { Counter, RateLimits } from '../../../rate-limits/rate-limits.ts';

/** `burst` attempts at once, and `burst` again within ten minutes. */
const rate = (name: string, burst: number): Rate => ({
  kind: 'rate',
  name,
  burst,
  max: 2 * burst,
  perMs: 10 * 60_000,
});
const perUser = rate('device-user', 20);
/** A whole campus may share one address. */
const perNetwork = rate('device-network', 100);
/** For all anonymous users together; a user beyond it can sign in and is then counted alone. */
const anonymousTotal = rate('device-anybody', 600);

export type AttemptSource = { userId: string } | { network: string };

function countersOf(source: AttemptSource): Counter[] {
  if ('userId' in source) return [{ limit: perUser, subject: source.userId }];
  return [
    { limit: perNetwork, subject: source.network },
    { limit: anonymousTotal, subject: '' },
  ];
}

export type UserCodeLimits = ReturnType<typeof createUserCodeLimits>;

export function createUserCodeLimits({ takeAll, waitMs, refund }: RateLimits) {
  return {
    /** Counts an attempt before the code is checked. Returns the milliseconds to wait; 0 if it is allowed. */
    async countAttempt(source: AttemptSource): Promise<number> {
      return (await takeAll(countersOf(source)))?.waitMs ?? 0;
    },
    /** Returns the milliseconds to wait before the next attempt, 0 for none. Counts nothing. */
    async waitMs(source: AttemptSource): Promise<number> {
      return Math.max(...(await Promise.all(countersOf(source).map(waitMs))));
    },
    /** Refunds an attempt whose code was right. */
    async refund(source: AttemptSource): Promise<void> {
      await Promise.all(countersOf(source).map(refund));
    },
  };
}
