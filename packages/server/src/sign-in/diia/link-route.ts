// GET /api/diia/app-link: requests a link to Diia for this browser.

import { type Language, paths } from '@brama/contract/paths';
import { diiaAppLinkQuery, diiaAppLinkResponse } from '@brama/contract/sign-in/diia/schemas';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { createConcurrencyLimit } from '../../http/limits/concurrency-limit.ts';
import { typed } from '../../http/server.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import type { StartKind } from '../../rate-limits/network-limits.ts';
import type { Diia } from './context.ts';
import { createPartnerClient, type PartnerClient } from './partner-api/client.ts';
import { faultOf, PartnerError } from './partner-api/partner-error.ts';
import { newRequestId } from './request-store.ts';

/** Requests that wait for a link at the same time. */
const maxWaiting = 100;

/** At the default limit, a network may start as many at once as it may have waiting. */
export const diiaStarts: StartKind = { name: 'diia', burstDivisor: 120 };

type Outage = { since: number; failures: number; logged: Set<string> };

/**
 * Logs outages of Diia: one line at the start, one for each further kind of error, one at the end. More lines would say
 * nothing new to the administrator.
 */
function createAvailabilityLog(log: FastifyBaseLogger, now: () => number) {
  let outage: Outage | undefined;
  return {
    /** Logs the message, which names the error, without the stack. */
    failed({ code, message }: PartnerError) {
      outage ??= { since: now(), failures: 0, logged: new Set() };
      outage.failures += 1;
      if (outage.logged.has(code)) return;
      outage.logged.add(code);
      log.error({ reason: message }, 'Diia link request failed');
    },
    succeeded() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = undefined;
      log.warn({ seconds: Math.round((now() - since) / 1000), failures }, 'Diia gives links again');
    },
  };
}

/** Refuses requests from pages of other sites. They could not read the response, but would make the server call Diia. */
function refuseForeign(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') fail('request.foreign-origin');
}

/** Returns this page's address for another device. It keeps the application, but not its `state`, which belongs to the browser. */
function pageLink(baseUrl: string, language: Language, appId: string | undefined): string {
  const query = appId === undefined ? '' : `?${new URLSearchParams({ appId })}`;
  return `${baseUrl}/${language}/diia${query}`;
}

/** @throws `unavailable` */
async function requestLink(
  { settings, baseUrl, outcomes }: Pick<Diia, 'settings' | 'baseUrl' | 'outcomes'>,
  client: PartnerClient,
  availability: ReturnType<typeof createAvailabilityLog>,
  { requestId, language }: { requestId: string; language: Language },
): Promise<string> {
  const { branchId, offerId, linkOrigin } = settings;
  const returnLink = `${baseUrl}/${language}/auth-success`;
  try {
    const link = await client.link({ branchId, offerId, requestId, returnLink, linkOrigin });
    availability.succeeded();
    outcomes.succeeded('link');
    return link;
  } catch (cause) {
    if (!(cause instanceof PartnerError)) throw cause;
    availability.failed(cause);
    outcomes.failed('link', faultOf(cause));
    return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
  }
}

export function registerLink(server: FastifyInstance, diia: Diia) {
  const { settings, requests, browserCookie, fetch, now } = diia;
  const client = createPartnerClient({ partner: settings, fetch, now });
  const availability = createAvailabilityLog(server.log, now);
  const limitConcurrency = createConcurrencyLimit(maxWaiting);
  typed(server).get(
    paths.diiaAppLink,
    { schema: { querystring: diiaAppLinkQuery, response: { 200: diiaAppLinkResponse } } },
    async (request, reply) => {
      refuseForeign(request);
      await diia.requestLimits.countStart(request, diiaStarts);
      const language = acceptedLanguage(request);
      const requestId = newRequestId();
      const deepLink = await limitConcurrency(networkOf(request.ip), () =>
        requestLink(diia, client, availability, { requestId, language }),
      );
      const createdAt = now();
      await requests.add(requestId, browserCookie.set(request, reply), createdAt);
      return {
        deepLink,
        pageLink: pageLink(diia.baseUrl, language, request.query.appId),
        requestId,
        createdAt: new Date(createdAt).toISOString(),
      };
    },
  );
}
