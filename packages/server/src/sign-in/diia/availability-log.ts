// An outage of Diia in the log: one line when it begins, one for each further kind of fault, one when it is
// over. Everybody who asks meanwhile is answered all the same, and adds nothing to what the operator knows.

import type { FastifyBaseLogger } from 'fastify';
import type { PartnerError } from './partner-api/partner-error.ts';

type Outage = { since: number; failures: number; told: Set<string> };

export function createAvailabilityLog(log: FastifyBaseLogger, now: () => number) {
  let outage: Outage | undefined;
  return {
    /** The message names the fault and nothing else; where in our code it was noticed helps nobody. */
    failed({ fault, message }: PartnerError) {
      outage ??= { since: now(), failures: 0, told: new Set() };
      outage.failures += 1;
      if (outage.told.has(fault)) return;
      outage.told.add(fault);
      log.error({ reason: message }, 'Diia gives no links');
    },
    passed() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = undefined;
      log.warn({ seconds: Math.round((now() - since) / 1000), failures }, 'Diia gives links again');
    },
  };
}

export type AvailabilityLog = ReturnType<typeof createAvailabilityLog>;
