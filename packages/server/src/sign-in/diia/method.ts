// Sign-in with Diia: a link for this browser, the callback that proves who confirmed it, and the sign-in
// fetched by this browser alone.

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
import type { VerifiedIdentity } from '../../users/match-identity.ts';
import type { User } from '../../users/user.ts';
import type { SignInMethod, SignInService } from '../method.ts';
import { type AvailabilityLog, createAvailabilityLog } from './availability-log.ts';
import { type BrowserCookie, createBrowserCookie } from './browser-cookie.ts';
import { createCallbackProcessor } from './callback-processor.ts';
import { registerCallback } from './callback-route.ts';
import { createPartnerClient } from './partner-api/client.ts';
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
  fetch: Fetch;
  /** Counts a link asked for. @throws `request.too-many` */
  begin(request: FastifyRequest): Promise<void>;
  baseUrl: string;
  secure: boolean;
  now: () => number;
};

/** Another site may not have this browser ask Diia for links, though it could not read the answer. */
function refuseForeign(request: FastifyRequest) {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') fail('request.foreign-origin');
}

/** So many may wait for a link at once. */
const mostWaiting = 100;

export function createDiiaMethod(deps: DiiaDeps): SignInMethod {
  const { settings, requests, baseUrl, now } = deps;
  const client = createPartnerClient({ partner: settings, fetch: deps.fetch, now });
  const browserCookie: BrowserCookie = createBrowserCookie(deps.secure);
  const hold = createConcurrencyLimit(mostWaiting);
  let stopWatching = () => {};

  async function linkFor(requestId: string, language: Language, outage: AvailabilityLog) {
    const { branchId, offerId, linkOrigin } = settings;
    const returnLink = `${baseUrl}/${language}/auth-success`;
    try {
      const link = await client.link({ branchId, offerId, requestId, returnLink, linkOrigin });
      outage.passed();
      return link;
    } catch (cause) {
      if (!(cause instanceof PartnerError)) throw cause;
      outage.failed(cause);
      return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
    }
  }

  /** For another device: the application goes along; its `state` belongs to this browser and stays. */
  function pageLink(language: Language, appId: string | undefined): string {
    const query = appId === undefined ? '' : `?${new URLSearchParams({ appId })}`;
    return `${baseUrl}/${language}/diia${query}`;
  }

  function registerLink(server: FastifyInstance) {
    const outage = createAvailabilityLog(server.log, now);
    typed(server).get(
      paths.diiaAppLink,
      { schema: { querystring: diiaAppLinkQuery, response: { 200: diiaAppLinkAnswer } } },
      async (request, reply) => {
        refuseForeign(request);
        await deps.begin(request);
        const language = acceptedLanguage(request);
        const requestId = newRequestId();
        const deepLink = await hold(networkOf(request.ip), () =>
          linkFor(requestId, language, outage),
        );
        const createdAt = now();
        await requests.add(requestId, browserCookie.admit(request, reply), createdAt);
        return {
          deepLink,
          pageLink: pageLink(language, request.query.appId),
          requestId,
          createdAt: new Date(createdAt).toISOString(),
        };
      },
    );
  }

  /** The sign-in of a person who has confirmed. A ticket asked for again voids the one before. */
  async function finish(
    request: FastifyRequest,
    signInService: SignInService,
    requestId: string,
    { verifiedAt, taxId }: Extract<FoundRequest, { finished: true }>,
  ): Promise<DiiaCheckRequestAnswer> {
    async function refuse(reason: string, user?: string): Promise<never> {
      if (taxId !== undefined) await requests.forgetTaxId(requestId);
      const network = networkOf(request.ip);
      logSecurityEvent(request.log, 'sign-in.refused', { method: 'diia', reason, user, network });
      return fail('diia.not-linked', { alreadyLogged: true });
    }
    // also for who has been refused before: their number is forgotten
    if (taxId === undefined) return refuse('no-tax-number');
    const hash = deps.hashTaxId(taxId);
    const identity: VerifiedIdentity = { method: 'diia', subject: hash, verifiedAt, taxId };
    const known = await deps.userByTaxIdHash(hash);
    const result = await signInService.issueTicket(identity, known, requestId);
    if ('ticket' in result) return { status: 'Finished', sessionId: result.ticket };
    return result.refused === 'used'
      ? fail('diia.request-unknown')
      : refuse(result.refused, known?.id);
  }

  function registerCheck(server: FastifyInstance, signInService: SignInService) {
    typed(server).get(
      paths.diiaCheckRequest,
      { schema: { querystring: diiaCheckRequestQuery, response: { 200: diiaCheckRequestAnswer } } },
      async (request) => {
        const requestId = asRequestId(request.query.requestId);
        const browser = browserCookie.secretOf(request);
        const found = requestId && browser && (await requests.find(requestId, browser));
        if (!requestId || !found) return fail('diia.request-unknown');
        if (!found.finished) return { status: 'Processing' as const, sessionId: null };
        return finish(request, signInService, requestId, found);
      },
    );
  }

  return {
    id: 'diia',
    async register(server, signInService) {
      // loaded only where it is needed: the parsers take 100 ms and 10 MiB
      const { createVerifier } = await import('./signature/verify.ts');
      const verify = createVerifier(deps.authorities);
      registerLink(server);
      registerCheck(server, signInService);
      await registerCallback(server, createCallbackProcessor({ requests, verify, now }));
      stopWatching = watchExpiry(deps.authorities, now, server.log);
    },
    onSessionStarted: requests.close,
    onSignOut: browserCookie.forget,
    async close() {
      stopWatching();
    },
  };
}
