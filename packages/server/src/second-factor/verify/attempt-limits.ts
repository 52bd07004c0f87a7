// Rate limits of codes. Only people who know the first factor reach them. A code of an app is guessed with three of a million
// tries. So all browsers in which the user has passed no second factor get few together. A device on which the user has passed
// one has attempts of its own. An attacker who has the password or the mailbox does not get these, and cannot lock the user out
// there. An attempt is counted before its code is checked.

import { admit, type CountedAttempt } from '../../rate-limits/admit.ts';
import { type Rate, wrongAttempts } from '../../rate-limits/limit-kinds.ts';
import { accountOf, type Counter, type RateLimits } from '../../rate-limits/rate-limits.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The two kinds of codes are counted apart: an attacker who spends the attempts of one leaves those of the other. */
const codeKinds = ['app', 'recovery'] as const;
export type CodeKind = (typeof codeKinds)[number];

export type CodeAttempt = {
  kind: CodeKind;
  userId: string;
  /** In the form in which limits count addresses. */
  network: string;
  /** Set if the user has passed a second factor on this device before. */
  device: string | undefined;
};

/** Counts the attempt. @throws `second-factor.throttled` with the seconds to wait. */
export type AdmitCode = (attempt: CodeAttempt) => Promise<CountedAttempt>;

const onDevice = wrongAttempts('code-device', 8);
const fromNetwork = wrongAttempts('code-network', 5);

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
  fromNetwork: (userId: string, network: string) =>
    codeKinds.map((kind) => ({ limit: fromNetwork, subject: `${network} ${kind} ${userId}` })),
};

function countersOf({ kind, userId, network, device }: CodeAttempt): Counter[] {
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

export const createCodeLimits =
  (limits: RateLimits): AdmitCode =>
  (attempt) =>
    admit(limits, countersOf(attempt), 'second-factor.throttled');
