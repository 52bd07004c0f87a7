// Issues proxy tickets to applications with a proxy-granting ticket (CAS Protocol 3.0.3 §2.7).

import type { FastifyRequest } from 'fastify';
import type { CasDeps } from '../deps.ts';
import type { FoundService, UnknownService } from '../find-service.ts';
import { matchesPrefix, parseService } from '../service-url.ts';
import { settingsOf } from '../settings.ts';
import type { FoundGrant } from '../tickets/proxy-grants.ts';
import { ticketKind } from '../tickets/ticket-text.ts';
import { isStillAllowed } from '../tickets/validate.ts';
import type { CasAnswer, CasFailure } from './answer-cas.ts';
import { noteRefusal } from './validate-request.ts';

type ProxyReason = 'unknown' | 'session-over' | 'no-access' | 'other-service';
type Refusal = { failure: CasFailure; reason: ProxyReason; applicationId?: string | undefined };
type ProxyRequest = { pgt: string; targetService: string };

const failures = {
  unknown: { code: 'INVALID_TICKET', description: 'the proxy-granting ticket is unknown' },
  'session-over': { code: 'INVALID_TICKET', description: 'the session of the user has ended' },
  'no-access': {
    code: 'UNAUTHORIZED_SERVICE',
    description: 'the user may not use this application by proxy',
  },
  'other-service': {
    code: 'UNAUTHORIZED_SERVICE',
    description: 'the application may not get tickets for targetService',
  },
} as const satisfies Record<ProxyReason, CasFailure>;

const refuse = (reason: ProxyReason, applicationId?: string): Refusal => ({
  failure: failures[reason],
  reason,
  applicationId,
});

/** Returns whether the proxy may have tickets for the address. */
function mayReach({ application }: FoundGrant, targetService: string): boolean {
  const { protocol } = application;
  const proxy = protocol.type === 'cas' ? settingsOf(application).proxy : null;
  const target = parseService(targetService);
  if (!proxy || 'reason' in target) return false;
  return proxy.services.some((one) => matchesPrefix(target, new URL(one)));
}

type Granted = { grant: FoundGrant; target: FoundService };

function accessReason(deps: CasDeps, { grant, target }: Granted): ProxyReason | undefined {
  const { application, signedIn } = grant;
  if (!signedIn) return 'session-over';
  const proxy = { ...signedIn, application, settings: settingsOf(application) };
  const isAllowed = [proxy, { ...signedIn, ...target }].every((one) => isStillAllowed(deps, one));
  return isAllowed ? undefined : 'no-access';
}

async function issueFor(deps: CasDeps, { grant, target }: Granted): Promise<CasAnswer | Refusal> {
  const { application, signedIn, fresh, proxies } = grant;
  const reason = accessReason(deps, { grant, target });
  if (reason !== undefined || !signedIn) return refuse(reason ?? 'session-over', application.id);
  const ticket = await deps.tickets.issue({
    application: target.application,
    session: signedIn.session,
    href: target.href,
    fresh,
    proxies,
  });
  if (ticket === undefined) return refuse('session-over', application.id);
  return { proxyTicket: ticket };
}

async function grantTicket(
  deps: CasDeps,
  { pgt, targetService }: ProxyRequest,
): Promise<CasAnswer | Refusal> {
  const grant = ticketKind(pgt) === 'PGT' ? await deps.grants.find(pgt) : undefined;
  if (!grant) return refuse('unknown');
  const { id } = grant.application;
  if (!grant.signedIn) return refuse('session-over', id);
  if (!mayReach(grant, targetService)) return refuse('other-service', id);
  const target: FoundService | UnknownService = await deps.findService(targetService);
  if ('reason' in target) return refuse('other-service', id);
  return issueFor(deps, { grant, target });
}

export async function answerProxyRequest(
  deps: CasDeps,
  request: FastifyRequest,
  given: ProxyRequest,
): Promise<CasAnswer> {
  const result = await grantTicket(deps, given);
  if (!('reason' in result)) return result;
  const { reason, applicationId, failure } = result;
  await noteRefusal(deps, request, 'CAS proxy request', {
    code: failure.code,
    reason,
    applicationId,
  });
  return { proxyFailure: failure };
}
