// Composes the checks of the installation for the administration API: they look at this server and its open database.

import type { FastifyRequest } from 'fastify';
import type { DoctorHandlersDeps } from '../admin/doctor/doctor.ts';
import type { DoctorDeps, SeenRequest } from '../doctor/check.ts';
import { found } from '../doctor/check.ts';
import { createTestEmail } from '../pages/emails/test-email.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { ServerDeps } from './deps.ts';

function seenRequest({ headers, ips = [] }: FastifyRequest): SeenRequest {
  const header = headers['x-forwarded-for'];
  const text = Array.isArray(header) ? header.join(',') : header;
  // the first of `ips` is the address of the connection
  return { forwardedFor: text?.split(','), usedAddresses: ips.length - 1 };
}

export function composeDoctor(
  { config, db, fetch, mailer, now, site }: ServerDeps,
  limits: RateLimits,
): DoctorHandlersDeps {
  const deps: DoctorDeps = {
    // a server with invalid settings does not start
    settings: { config, issues: [], isValid: () => true },
    openDatabase: async () => ({ db, close: async () => undefined }),
    fetch,
    now,
  };
  return {
    limits,
    async runChecks(language, request) {
      const { runChecks } = await import('../doctor/run-checks.ts');
      return runChecks({ ...deps, request: seenRequest(request) }, language);
    },
    sendTestEmail:
      mailer &&
      (async (to, language) => {
        const { findingOf } = await import('../doctor/run-checks.ts');
        const email = createTestEmail({ site, baseUrl: config.baseUrl }, to, language, now());
        const code = await mailer.send(email);
        const result =
          code === undefined
            ? found('mail-sent', { address: to })
            : found('mail-not-sent', { code });
        return findingOf('mail', result, language);
      }),
  };
}
