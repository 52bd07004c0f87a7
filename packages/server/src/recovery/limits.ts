// Rate limits of temporary access codes and of emails. An attempt is counted before the code is compared. Unknown usernames are
// counted like existing ones. Codes have 50 bits, so the limits of a user are wide: strangers must not keep the user from using a code.

import { fail } from '../errors.ts';
import type { Backoff, Rate } from '../rate-limits/limit-kinds.ts';
import type { StartKind } from '../rate-limits/network-limits.ts';
import { accountOf, type Counter, type RateLimits } from '../rate-limits/rate-limits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Requests for a recovery link. */
export const recoveryStarts: StartKind = { name: 'recovery' };

/** Keeps an attacker from flooding the secondary mailbox. */
export const linksPerUser: Rate = {
  kind: 'rate',
  name: 'recovery-link',
  max: 4,
  perMs: hourMs,
  burst: 2,
};

/** Keeps a user from flooding the mailbox of another person. */
export const confirmationsPerUser: Rate = {
  kind: 'rate',
  name: 'secondary-email',
  max: 6,
  perMs: dayMs,
  burst: 3,
};

const wrongCodes = (name: string): Backoff => ({
  kind: 'backoff',
  name,
  freeAttempts: 5,
  firstWaitMs: 15_000,
  maxWaitMs: 15 * minuteMs,
  forgetMs: hourMs,
});

const perUser = (name: string): Rate => ({ kind: 'rate', name, max: 1000, perMs: hourMs });

const limitsOf = {
  device: { own: wrongCodes('access-code-device'), user: perUser('access-code-devices') },
  network: { own: wrongCodes('access-code-network'), user: perUser('access-code-name') },
};

export type CodeAttempt = {
  /** Search key of the user's username, or of the typed name if no user has it. */
  usernameKey: string;
  /** In the form in which limits count addresses. */
  network: string;
  /** Set if the user has signed in from this device before. */
  device: string | undefined;
};

/** Counts the attempt. Returns the function that refunds it. @throws `sign-in.throttled` */
export async function admitCode(
  limits: Pick<RateLimits, 'takeAll' | 'refund'>,
  { usernameKey, network, device }: CodeAttempt,
): Promise<() => Promise<void>> {
  const { own, user } = limitsOf[device === undefined ? 'network' : 'device'];
  const account = accountOf.username(usernameKey);
  const counters: Counter[] = [
    { limit: own, subject: `${device ?? network} ${usernameKey}`, account },
    { limit: user, subject: usernameKey, account },
  ];
  const refusal = await limits.takeAll(counters);
  if (refusal) fail('sign-in.throttled', { retryAfterSeconds: Math.ceil(refusal.waitMs / 1000) });
  return async () => {
    for (const counter of counters) await limits.refund(counter);
  };
}
