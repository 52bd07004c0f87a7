// Steps of our routes before the library handles a request: they complete the request, and create its context.

import { isLanguage, type Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { rememberedLanguage, responseLanguage } from '../../../pages/language/language.ts';
import type { StartKind } from '../../../rate-limits/network-limits.ts';
import type { OidcDeps } from '../deps.ts';
import { deviceContextOf } from '../device/device-pages.ts';
import { type RequestContext, type RouteStep, setRequestContext } from '../request-context.ts';
import { maxRequestLength, storeRequest, takeRequest } from './long-requests.ts';
import { isOwnRequest, resumeCookie } from './suspend-request.ts';

export const startKinds = {
  usual: { name: 'request' },
  long: { name: 'long-request', isLarge: true },
  stored: { name: 'stored-request', isLarge: true },
  pushed: { name: 'pushed', isLarge: true },
} as const satisfies Record<string, StartKind>;

/** Some browsers and proxies reject longer addresses; a longer request is stored and gets an id. */
const maxQueryLength = 4096;
/** Most requests are shorter; longer ones have a lower rate limit, because they are stored. */
const usualRequestLength = 2048;
/** The parameter with the id of a stored request. */
const storedRequestParameter = 'aside';

const queryOf = (address: string) => new URLSearchParams(address.replace(/^[^?]*\?/, ''));

/** Returns the language of pages at the address of this request. */
export function requestLanguage(request: FastifyRequest): Language {
  const [, first] = (request.raw.url ?? '').split(/[/?]/);
  if (isLanguage(first)) return first;
  return responseLanguage(request, queryOf(request.raw.url ?? '').get('ui_locales'));
}

function startKindOf({ raw }: FastifyRequest): StartKind {
  return (raw.url ?? '').length > usualRequestLength ? startKinds.long : startKinds.usual;
}

type ReadBefore = Pick<RequestContext, 'session' | 'secretId' | 'user' | 'records' | 'device'>;

/** Creates the request context. Few requests need the network or a language, so they are computed when read. */
export function createRequestContext(
  { limits }: OidcDeps,
  request: FastifyRequest,
  read: ReadBefore = {},
): RequestContext {
  return {
    ...read,
    requestId: request.id,
    get network() {
      return networkOf(request.ip);
    },
    get language() {
      return requestLanguage(request);
    },
    get rememberedLanguage() {
      return rememberedLanguage(request);
    },
    countSuspension: () => limits.requests.countStart(request, startKindOf(request)),
  };
}

/**
 * Repeats a posted request as GET: the form of another site does not send our cookies (SameSite=Lax). OpenID Connect Core
 * §3.1.2.1 allows both methods. A long request is stored.
 */
export function repeatAsGet(deps: OidcDeps): RouteStep {
  return async (request, reply) => {
    const query = `${new URLSearchParams((request.body ?? {}) as Record<string, string>)}`;
    const path = `${request.routeOptions.url}`;
    reply.header('cache-control', 'no-store');
    if (query.length <= maxQueryLength) return reply.redirect(`${path}?${query}`, 303);
    // only requests of known clients are stored, so that others cannot fill the table
    const clientId = queryOf(query).get('client_id') ?? '';
    if (query.length > maxRequestLength || !(await deps.stores.applications.byClientId(clientId)))
      return fail('request.too-large');
    await deps.limits.requests.countStart(request, startKinds.stored);
    const id = await storeRequest(deps, query);
    const parameters = new URLSearchParams({ [storedRequestParameter]: id });
    return reply.redirect(`${path}?${parameters}`, 303);
  };
}

/** Puts a stored request in place of its id. */
export function restoreStoredRequest(deps: OidcDeps): RouteStep {
  return async (request) => {
    const { [storedRequestParameter]: id } = request.query as Record<string, unknown>;
    if (typeof id !== 'string') return;
    const query = (await takeRequest(deps, id)) ?? '';
    request.raw.url = `${request.url.split('?')[0]}?${query}`;
  };
}

/** Sets the resume cookie of the library. Browsers do not have it: one browser cookie replaces a cookie for each request. */
function withResumeCookie(header: string | undefined, uid: string | undefined): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const others = pairs.filter((pair) => pair !== '' && !pair.startsWith(`${resumeCookie}=`));
  return [...others, ...(uid === undefined ? [] : [`${resumeCookie}=${uid}`])].join('; ');
}

/** Lets the library find the suspended request if this browser started it. */
export function restoreResumeCookie(deps: OidcDeps): RouteStep {
  return async (request) => {
    const { uid } = request.params as { uid: string };
    const isOwn = await isOwnRequest(deps, request, uid);
    const { headers } = request.raw;
    headers.cookie = withResumeCookie(headers.cookie, isOwn ? uid : undefined);
  };
}

/** Removes the cookie of a session that is over, because the library would replace it by its own. */
function withoutCookie(header: string | undefined, secretId: string | undefined) {
  if (header === undefined || secretId === undefined) return header;
  return header
    .split(';')
    .filter((pair) => pair.slice(pair.indexOf('=') + 1).trim() !== secretId)
    .join(';');
}

/** Loads the session of the browser into the request context. */
export function loadSession(deps: OidcDeps, page?: 'device-page'): RouteStep {
  return async (request) => {
    const { sessionCookie } = deps.http;
    const cookie = sessionCookie.secretIdOf(request);
    const clientId = cookie && queryOf(request.raw.url ?? '').get('client_id');
    const records = clientId ? await deps.stores.records.ofSession(cookie, clientId) : undefined;
    const { session, user } = records ?? (await sessionCookie.signedIn(request)) ?? {};
    const secretId = session && cookie;
    const device = page && deviceContextOf(deps, request, session);
    const context = createRequestContext(deps, request, {
      session,
      secretId,
      user,
      records,
      device,
    });
    setRequestContext(request.raw, context);
    const { headers } = request.raw;
    if (!session) headers.cookie = withoutCookie(headers.cookie, cookie) ?? '';
  };
}
