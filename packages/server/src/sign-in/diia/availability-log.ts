// Logs outages of Diia: one line at the start, one for each further kind of error, one at the end. Further failures add no
// lines, because they tell the administrator nothing new.

import type { FastifyBaseLogger } from 'fastify';
import type { PartnerError } from './partner-api/partner-error.ts';

type Outage = { since: number; failures: number; logged: Set<string> };

export function createAvailabilityLog(log: FastifyBaseLogger, now: () => number) {
  let outage: Outage | undefined;
  return {
    /** Logs the message, which names the error. The stack would add nothing. */
    failed({ code, message }: PartnerError) {
      outage ??= { since: now(), failures: 0, logged: new Set() };
      outage.failures += 1;
      if (outage.logged.has(code)) return;
      outage.logged.add(code);
      log.error({ reason: message }, 'Diia gives no links');
    },
    succeeded() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = undefined;
      log.warn({ seconds: Math.round((now() - since) / 1000), failures }, 'Diia gives links again');
    },
  };
}

export type AvailabilityLog = ReturnType<typeof createAvailabilityLog>;
