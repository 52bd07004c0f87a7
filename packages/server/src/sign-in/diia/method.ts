// The sign-in method "diia": a link for the browser, the callback that proves who confirmed it, and the ticket that only this
// browser can fetch.

import type { X509Certificate } from 'node:crypto';
import { type Language, paths } from '@brama/contract/paths';
import {
  type DiiaCheckRequestAnswer,
  diiaAppLinkAnswer,
  diiaAppLinkQuery,
  diiaCheckRequestAnswer,
  diiaCheckRequestQuery,
} from '@brama/contract/sign-in/diia/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { fail } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { createConcurrencyLimit } from '../../http/limits/concurrency-limit.ts';
import { typed } from '../../http/server.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import type { User } from '../../users/user.ts';
import type { SignInMethod, SignInService } from '../method.ts';
import { type AvailabilityLog, createAvailabilityLog } from './availability-log.ts';
import { type BrowserCookie, createBrowserCookie } from './browser-cookie.ts';
import { createCallbackProcessor } from './callback-processor.ts';
import { registerCallback } from './callback-route.ts';
import { createPartnerClient, type PartnerClient } from './partner-api/client.ts';
import { PartnerError } from './partner-api/partner-error.ts';
import type { Fetch } from './partner-api/request.ts';
import { asRequestId, newRequestId } from './request-id.ts';
import type { DiiaRequests, FoundRequest } from './request-store.ts';
import type { DiiaSettings } from './settings.ts';
import { watchExpiry } from './signature/authority-expiry.ts';

export type DiiaDeps = {
  settings: DiiaSettings;
  authorities: readonly X509Certificate[];
  requests: DiiaRequests;
  hashTaxId(taxId: string): string;
  userByTaxIdHash(hash: string): Promise<User | undefined>;
  /** Counts a requested link. @throws `request.too-many` */
  countStart(request: FastifyRequest): Promise<void>;
  fetch: Fetch;
  baseUrl: string;
  secure: boolean;
  now: () => number;
};

/** Requests that wait for a link at the same time. */
const maxWaiting = 100;

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
  { settings, baseUrl }: DiiaDeps,
  { client, availability }: { client: PartnerClient; availability: AvailabilityLog },
  { requestId, language }: { requestId: string; language: Language },
): Promise<string> {
  const { branchId, offerId, linkOrigin } = settings;
  const returnLink = `${baseUrl}/${language}/auth-success`;
  try {
    const link = await client.link({ branchId, offerId, requestId, returnLink, linkOrigin });
    availability.succeeded();
    return link;
  } catch (cause) {
    if (!(cause instanceof PartnerError)) throw cause;
    availability.failed(cause);
    return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
  }
}

function registerLink(server: FastifyInstance, deps: DiiaDeps, browserCookie: BrowserCookie) {
  const { requests, now } = deps;
  const client = createPartnerClient({ partner: deps.settings, fetch: deps.fetch, now });
  const api = { client, availability: createAvailabilityLog(server.log, now) };
  const limitConcurrency = createConcurrencyLimit(maxWaiting);
  typed(server).get(
    paths.diiaAppLink,
    { schema: { querystring: diiaAppLinkQuery, response: { 200: diiaAppLinkAnswer } } },
    async (request, reply) => {
      refuseForeign(request);
      await deps.countStart(request);
      const language = acceptedLanguage(request);
      const requestId = newRequestId();
      const deepLink = await limitConcurrency(networkOf(request.ip), () =>
        requestLink(deps, api, { requestId, language }),
      );
      const createdAt = now();
      await requests.add(requestId, browserCookie.set(request, reply), createdAt);
      return {
        deepLink,
        pageLink: pageLink(deps.baseUrl, language, request.query.appId),
        requestId,
        createdAt: new Date(createdAt).toISOString(),
      };
    },
  );
}

type FinishedRequest = Extract<FoundRequest, { finished: true }> & { requestId: string };

async function refuseSignIn(
  { requests }: DiiaDeps,
  { log, ip }: FastifyRequest,
  { requestId, taxId }: FinishedRequest,
  { reason, user }: { reason: string; user?: string | undefined },
): Promise<never> {
  if (taxId !== undefined) await requests.deleteTaxId(requestId);
  const facts = { method: 'diia', reason, user, network: networkOf(ip) } as const;
  logSecurityEvent(log, 'sign-in.refused', facts);
  return fail('diia.not-linked', { alreadyLogged: true });
}

/** Returns a ticket for the person who has confirmed. Each call voids the ticket of the previous one. */
async function issueTicket(
  deps: DiiaDeps,
  signInService: SignInService,
  request: FastifyRequest,
  found: FinishedRequest,
): Promise<DiiaCheckRequestAnswer> {
  const { requestId, verifiedAt, taxId } = found;
  // also after a refusal, which deletes the number
  if (taxId === undefined) return refuseSignIn(deps, request, found, { reason: 'no-tax-number' });
  const subject = deps.hashTaxId(taxId);
  const user = await deps.userByTaxIdHash(subject);
  const identity = { method: 'diia', subject, verifiedAt, taxId } as const;
  const result = await signInService.issueTicket(identity, user, requestId);
  if ('ticket' in result) return { status: 'Finished', sessionId: result.ticket };
  return result.refused === 'used'
    ? fail('diia.request-unknown')
    : refuseSignIn(deps, request, found, { reason: result.refused, user: user?.id });
}

function registerCheck(
  server: FastifyInstance,
  deps: DiiaDeps,
  browserCookie: BrowserCookie,
  signInService: SignInService,
) {
  typed(server).get(
    paths.diiaCheckRequest,
    { schema: { querystring: diiaCheckRequestQuery, response: { 200: diiaCheckRequestAnswer } } },
    async (request) => {
      const requestId = asRequestId(request.query.requestId);
      const secret = browserCookie.secretOf(request);
      const found = requestId && secret && (await deps.requests.find(requestId, secret));
      if (!requestId || !found) return fail('diia.request-unknown');
      if (!found.finished) return { status: 'Processing' as const, sessionId: null };
      return issueTicket(deps, signInService, request, { ...found, requestId });
    },
  );
}

export function createDiiaMethod(deps: DiiaDeps): SignInMethod {
  const { requests, authorities, now } = deps;
  const browserCookie = createBrowserCookie(deps.secure);
  let stopWatching = () => {};
  return {
    id: 'diia',
    async register(server, signInService) {
      // the parsers take 100 ms and 10 MiB, so they are loaded only where Diia is enabled
      const { createVerifier } = await import('./signature/verify.ts');
      const verify = createVerifier(authorities);
      registerLink(server, deps, browserCookie);
      registerCheck(server, deps, browserCookie, signInService);
      await registerCallback(server, createCallbackProcessor({ requests, verify, now }));
      stopWatching = watchExpiry(authorities, now, server.log);
    },
    onSessionStarted: (queries, requestId) => requests.close(queries, requestId),
    onSignOut: (request, reply) => browserCookie.clear(request, reply),
    async close() {
      stopWatching();
    },
  };
}
