// So many codes of devices are typed in vain; whoever goes on guessing is told to wait.

import type { Rate } from '../../../rate-limits/limit.ts';
import type { Counter, RateLimits } from '../../../rate-limits/store.ts';

/** Of one person who is signed in, of one network, of everybody: so many at once, and again within ten minutes. */
const rate = (name: string, burst: number): Rate => ({
  kind: 'rate',
  name,
  burst,
  max: 2 * burst,
  perMs: 10 * 60_000,
});
const ofUser = rate('device-user', 20);
/** A whole campus may come from one address. */
const ofNetwork = rate('device-network', 100);
/** Of all who are not signed in; beyond it one signs in first, and is counted by name. */
const ofAll = rate('device-anybody', 600);

export type Guesser = { userId: string } | { network: string };

function countedBy(guesser: Guesser): Counter[] {
  if ('userId' in guesser) return [{ limit: ofUser, subject: guesser.userId }];
  return [
    { limit: ofNetwork, subject: guesser.network },
    { limit: ofAll, subject: '' },
  ];
}

export function createUserCodeLimits({
  take,
  waitMs,
  refund,
}: Pick<RateLimits, 'take' | 'waitMs' | 'refund'>) {
  return {
    /**
     * Counts a guess before it is known whether it is right: many at the same moment count as many. Answers with
     * the milliseconds to wait where there were too many, else 0.
     */
    async spend(guesser: Guesser): Promise<number> {
      const taken: Counter[] = [];
      for (const counted of countedBy(guesser)) {
        const wait = await take(counted);
        if (wait > 0) {
          await Promise.all(taken.map(refund));
          return wait;
        }
        taken.push(counted);
      }
      return 0;
    },
    /** The milliseconds to wait before the next one, 0 for none. Counts nothing. */
    async waitMs(guesser: Guesser): Promise<number> {
      return Math.max(...(await Promise.all(countedBy(guesser).map(waitMs))));
    },
    /** It was right. */
    async giveBack(guesser: Guesser): Promise<void> {
      await Promise.all(countedBy(guesser).map(refund));
    },
  };
}

export type UserCodeLimits = ReturnType<typeof createUserCodeLimits>;
