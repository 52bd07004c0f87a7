// Rate limits of codes. Only people who know the first factor reach them. A code of an app is guessed with three of a million
// tries. So all browsers in which the user has passed no second factor get few together. A device on which the user has passed
// one has attempts of its own. An attacker who has the password or the mailbox does not get these, and cannot lock the user out
// there. An attempt is counted before its code is checked.

import type { Statement } from '../../database/direct.ts';
import { fail } from '../../errors.ts';
import type { Backoff, Rate } from '../../rate-limits/limit-kinds.ts';
import { accountOf, type Counter, type RateLimits } from '../../rate-limits/rate-limits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The two kinds of codes are counted apart: an attacker who spends the attempts of one leaves those of the other. */
export type CodeKind = 'app' | 'recovery';

export type CodeAttempt = {
  kind: CodeKind;
  userId: string;
  /** In the form in which limits count addresses. */
  network: string;
  /** Set if the user has passed a second factor on this device before. */
  device: string | undefined;
};

/** Returns the statements that refund the attempt, for the transaction of a correct code. */
type CountedAttempt = { refunds(): Statement[] };

/** Counts the attempt. @throws `second-factor.throttled` with the seconds to wait. */
export type AdmitCode = (attempt: CodeAttempt) => Promise<CountedAttempt>;

const backoff = (name: string, freeAttempts: number): Backoff => ({
  kind: 'backoff',
  name,
  freeAttempts,
  firstWaitMs: 15_000,
  maxWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
});

const onDevice = backoff('code-device', 8);
const fromNetwork = backoff('code-network', 5);

/** For all such devices of the user together. */
const onAllDevices: Rate = { kind: 'rate', name: 'code-devices', max: 40, perMs: hourMs };

/** For all other browsers together: 0.01 % of the codes of an app in a day. */
const fromStrangers: Rate = {
  kind: 'rate',
  name: 'code-strangers',
  max: 30,
  perMs: dayMs,
  burst: 10,
};

/** The limits of the codes of one user: from all browsers or devices together, and from one network or device. */
export const codeLimits = {
  everywhere: [fromStrangers, onAllDevices],
  inOnePlace: [fromNetwork, onDevice],
};

type LimitStore = Pick<RateLimits, 'takeAll' | 'refunding' | 'resetting'>;

function countersOf({ kind, userId, network, device }: CodeAttempt): [Counter, Counter] {
  const subject = `${kind} ${userId}`;
  const account = accountOf.user(userId);
  return device === undefined
    ? [
        { limit: fromNetwork, subject: `${network} ${subject}`, account },
        { limit: fromStrangers, subject, account },
      ]
    : [
        { limit: onDevice, subject: `${device} ${subject}`, account },
        { limit: onAllDevices, subject, account },
      ];
}

export function createCodeLimits(limits: LimitStore): AdmitCode {
  return async (attempt) => {
    const [own, shared] = countersOf(attempt);
    const refusal = await limits.takeAll([own, shared]);
    if (refusal)
      fail('second-factor.throttled', { retryAfterSeconds: Math.ceil(refusal.waitMs / 1000) });
    // the own counter is forgotten after a correct code, the other one is refunded
    return { refunds: () => [limits.resetting(own), limits.refunding(shared)] };
  };
}
