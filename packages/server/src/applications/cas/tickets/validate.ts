// Decides whether a ticket proves a sign-in to a service. One attempt uses the ticket, successful or not (CAS Protocol 3.0.3
// §3.1.1).

import type { Session } from '../../../sessions/session.ts';
import type { User } from '../../../users/user.ts';
import { hasAccess } from '../../access/access.ts';
import type { Application } from '../../application.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import type { CasDeps } from '../deps.ts';
import { requirementsOf } from '../login/read-login.ts';
import { matchesPrefix, parseService, type ServiceUrl } from '../service-url.ts';
import { type CasSettings, settingsOf } from '../settings.ts';
import type { CasCode } from '../validation/answer-cas.ts';
import { type CallbackReason, deliverGrant, isRegisteredCallback } from './proxy-callback.ts';
import { type FoundTicket, type LogoutTarget, serviceHashOf } from './ticket-store.ts';
import { newTicket, ticketKind } from './ticket-text.ts';

/** A closed list: it stands in logs and in the notes for owners. */
export type RefusalReason =
  | 'unknown'
  | 'not-an-address'
  | 'used'
  | 'expired'
  | 'session-over'
  | 'no-access'
  | 'not-fresh'
  | 'proxy-ticket'
  | 'other-service'
  | 'no-proxy'
  | 'too-many-proxies'
  | CallbackReason;

export type Refused = {
  code: CasCode;
  description: string;
  reason: RefusalReason;
  /** The application of the ticket; undefined for an unknown ticket. */
  applicationId?: string | undefined;
};

export type Validated = {
  user: User;
  session: Session;
  application: Application;
  settings: CasSettings;
  /** The user has signed in since the login request. */
  fresh: boolean;
  proxies: readonly string[];
  pgtIou?: string | undefined;
};

export type ValidationRequest = {
  ticket: string;
  service: string;
  renew: boolean;
  /** `ST`: proxy tickets are refused. */
  accepts: 'ST' | 'both';
  pgtUrl?: string | undefined;
};

/** A chain that reaches it is a circle of proxies. */
const maxProxies = 10;

const refusals = {
  'not-an-address': ['INVALID_REQUEST', 'service is not an address that can be registered'],
  unknown: ['INVALID_TICKET', 'the ticket is unknown'],
  used: ['INVALID_TICKET', 'the ticket was used before'],
  expired: ['INVALID_TICKET', 'the ticket has expired'],
  'session-over': ['INVALID_TICKET', 'the session of the user has ended'],
  'no-access': ['INVALID_TICKET', 'the user may not use this application'],
  'not-fresh': [
    'INVALID_TICKET',
    'the user has not signed in since the login request, as renew requires',
  ],
  'proxy-ticket': [
    'INVALID_TICKET_SPEC',
    'this address accepts no proxy tickets; /cas/proxyValidate does',
  ],
  'other-service': ['INVALID_SERVICE', 'the ticket was issued to another service'],
  'no-proxy': ['UNAUTHORIZED_SERVICE_PROXY', 'the application is not registered as a proxy'],
  'too-many-proxies': ['UNAUTHORIZED_SERVICE_PROXY', 'the chain of proxies is too long'],
  'callback-unregistered': [
    'INVALID_PROXY_CALLBACK',
    'pgtUrl is not a registered callback address with https',
  ],
  'callback-private': ['INVALID_PROXY_CALLBACK', 'pgtUrl leads to a private network'],
  'callback-tls': ['INVALID_PROXY_CALLBACK', 'the certificate of pgtUrl was not accepted'],
  'callback-status': ['INVALID_PROXY_CALLBACK', 'pgtUrl did not respond with status 200 in time'],
} as const satisfies Record<RefusalReason, readonly [CasCode, string]>;

function refuse(reason: RefusalReason, applicationId?: string): Refused {
  const [code, description] = refusals[reason];
  return { code, description, reason, applicationId };
}

type Allowed = { user: User; session: Session; application: Application; settings: CasSettings };

/** Returns whether the application may still learn who the user is: its record may have changed since the ticket was issued. */
export function isStillAllowed(
  { settings: levels }: Pick<CasDeps, 'settings'>,
  { user, session, application, settings }: Allowed,
): boolean {
  const login = { renew: false, receivedAt: 0 };
  const requirements = requirementsOf({ application, settings }, login, levels);
  return hasAccess(user, application) && meetsSignInRequirements(session, requirements);
}

function ticketReason(
  deps: CasDeps,
  { kind, expiresAt, isConsumed, signedIn, fresh, application }: FoundTicket,
  { accepts, renew }: ValidationRequest,
): RefusalReason | undefined {
  if (kind === 'PT' && accepts === 'ST') return 'proxy-ticket';
  if (isConsumed) return 'used';
  if (expiresAt <= deps.now()) return 'expired';
  if (!signedIn) return 'session-over';
  // the application may have changed to another protocol
  if (application.protocol.type !== 'cas') return 'no-access';
  if (!isStillAllowed(deps, { ...signedIn, application, settings: settingsOf(application) }))
    return 'no-access';
  return renew && !fresh ? 'not-fresh' : undefined;
}

/** The service must be the same as at sign-in, and still be registered. */
function isSameService({ serviceHash, application }: FoundTicket, service: ServiceUrl): boolean {
  if (serviceHashOf(service.href) !== serviceHash) return false;
  return settingsOf(application).prefixes.some((prefix) => matchesPrefix(service, prefix));
}

function proxyReason(
  { application, proxies }: FoundTicket,
  pgtUrl: string,
): RefusalReason | undefined {
  const { proxy } = settingsOf(application);
  if (!proxy) return 'no-proxy';
  if (proxies.length >= maxProxies) return 'too-many-proxies';
  return isRegisteredCallback(pgtUrl, proxy.callbacks) ? undefined : 'callback-unregistered';
}

type ParsedService = ReturnType<typeof parseService>;

function refusalReason(
  deps: CasDeps,
  found: FoundTicket,
  given: ValidationRequest,
  service: ParsedService,
): RefusalReason | undefined {
  if ('reason' in service) return 'not-an-address';
  const reason = ticketReason(deps, found, given);
  if (reason !== undefined) return reason;
  if (!isSameService(found, service)) return 'other-service';
  return given.pgtUrl === undefined ? undefined : proxyReason(found, given.pgtUrl);
}

/** Gives the application a proxy-granting ticket. Returns the id by which it finds the ticket. */
async function grantProxy(
  deps: CasDeps,
  validated: Validated,
  pgtUrl: string,
): Promise<{ pgtIou: string } | RefusalReason> {
  const tickets = { pgt: newTicket('PGT'), pgtIou: newTicket('PGTIOU') };
  const { application, session, fresh } = validated;
  const reason = await deps.limitCallbacks(application.id, () =>
    deliverGrant(deps.outbound, pgtUrl, tickets),
  );
  if (reason !== undefined) return reason;
  const proxies = [pgtUrl, ...validated.proxies];
  const { pgt, pgtIou } = tickets;
  const isStored = await deps.grants.store({ pgt, application, session, fresh, proxies });
  return isStored ? { pgtIou } : 'session-over';
}

/** Uses the ticket. A service that learns no user is not notified of a sign-out. */
async function useTicket(
  deps: CasDeps,
  { idHash, logout }: { idHash: string; logout: LogoutTarget | null },
  validated: Validated,
  { pgtUrl }: ValidationRequest,
): Promise<Validated | Refused> {
  const { tickets } = deps;
  const { id } = validated.application;
  const isFirst = await tickets.consume(idHash, pgtUrl === undefined ? logout : undefined);
  if (!isFirst) return refuse('used', id);
  if (pgtUrl === undefined) return validated;
  const granted = await grantProxy(deps, validated, pgtUrl);
  if (typeof granted === 'string') return refuse(granted, id);
  await tickets.storeLogout(idHash, logout);
  return { ...validated, ...granted };
}

/** Returns what a sign-out of the user sends, and where; null if the application wants no notification. */
function logoutOf(
  { singleLogout }: CasSettings,
  ticket: string,
  { href }: ServiceUrl,
): LogoutTarget | null {
  if (singleLogout === false) return null;
  return { ticket, address: singleLogout === true ? href : singleLogout };
}

export async function validateTicket(
  deps: CasDeps,
  given: ValidationRequest,
): Promise<Validated | Refused> {
  const { ticket } = given;
  const service = parseService(given.service);
  const kind = ticketKind(ticket);
  const found = kind === 'ST' || kind === 'PT' ? await deps.tickets.find(ticket) : undefined;
  if (!found) return refuse('reason' in service ? 'not-an-address' : 'unknown');
  const { application, idHash, signedIn, fresh, proxies } = found;
  const reason = refusalReason(deps, found, given, service);
  if (reason !== undefined || 'reason' in service || !signedIn) {
    if (!found.isConsumed) await deps.tickets.consume(idHash);
    return refuse(reason ?? 'session-over', application.id);
  }
  const settings = settingsOf(application);
  const logout = logoutOf(settings, ticket, service);
  const validated = { ...signedIn, application, settings, fresh, proxies };
  return useTicket(deps, { idHash, logout }, validated, given);
}
