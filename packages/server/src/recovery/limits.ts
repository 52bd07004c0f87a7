// Rate limits of temporary access codes and of emails. An attempt is counted before the code is compared. Unknown usernames are
// counted like existing ones. Codes have 50 bits, so the limits of a user are wide: strangers must not keep the user from using a code.

import { admit, type CountedAttempt } from '../rate-limits/admit.ts';
import { type Rate, wrongAttempts } from '../rate-limits/limit-kinds.ts';
import type { StartKind } from '../rate-limits/network-limits.ts';
import { accountOf, type RateLimits } from '../rate-limits/rate-limits.ts';

const hourMs = 3_600_000;
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

const perUser = (name: string): Rate => ({ kind: 'rate', name, max: 1000, perMs: hourMs });

const limitsOf = {
  device: { own: wrongAttempts('access-code-device', 5), user: perUser('access-code-devices') },
  network: { own: wrongAttempts('access-code-network', 5), user: perUser('access-code-name') },
};

export type CodeAttempt = {
  /** Search key of the user's username, or of the typed name if no user has it. */
  usernameKey: string;
  /** In the form in which limits count addresses. */
  network: string;
  /** Set if the user has signed in from this device before. */
  device: string | undefined;
};

/** Counts the attempt. @throws `sign-in.throttled` */
export function admitCode(
  limits: RateLimits,
  { usernameKey, network, device }: CodeAttempt,
): Promise<CountedAttempt> {
  const { own, user } = limitsOf[device === undefined ? 'network' : 'device'];
  const account = accountOf.username(usernameKey);
  const counters = [
    { limit: own, subject: `${device ?? network} ${usernameKey}`, account },
    { limit: user, subject: usernameKey, account },
  ];
  return admit(limits, counters, 'sign-in.throttled');
}
