// Where the library meets our server: its addresses, and what is done to a request before it sees it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { devicePath, isLanguage, type Language, languages } from '@brama/contract/paths';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/errors.ts';
import { fail, RequestError } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import { pathOf } from '../../http/log.ts';
import { logError } from '../../http/replies.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { rawPathBelowLanguage, rawQuery } from '../../pages/address.ts';
import {
  answerLanguage,
  rememberedLanguage,
  rememberLanguage,
} from '../../pages/language/language.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { StartKind } from '../../rate-limits/network-limits.ts';
import type { StoredRequests } from './authorization/stored-requests.ts';
import {
  consentPath,
  maxRequestLength,
  refusalPath,
  resumeCookie,
} from './authorization/suspend-request.ts';
import type { ConsentPages, Waiting } from './consent/pages.ts';
import { donePath, refusedPath, typedPath } from './device/device.ts';
import type { DeviceDesk } from './device/pages.ts';
import { type DiscoveryDocuments, documentPaths } from './discovery.ts';
import { endpoints, retryAfterSeconds, tooManyAnswer, unavailableAnswer } from './endpoints.ts';
import { confirmPath, type SignOutPages } from './logout/end-session.ts';
import { type RequestContext, requestContextOf, setRequestContext } from './request-context.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

export type MountDeps = {
  /** Is there an application with this client id? */
  knowsClient(clientId: string): Promise<boolean>;
  /** Has this browser brought the request that waits under this id? */
  hasBrought(request: FastifyRequest, uid: string): Promise<boolean>;
  /** The page for whoever may not open an application, about a request that waits; none when it is over. */
  noAccessPage(request: FastifyRequest, uid: string): Promise<string | undefined>;
  baseUrl: string;
  /** The user has chosen the language of the pages of a request that waits: that counts more than its `ui_locales`. */
  chooseLanguage(uid: string, language: Language): Promise<void>;
  /** That the request waits no longer. */
  overPage(language: Language, reference: string): string;
  /** That the database is away, with the address to try again. */
  unavailablePage(language: Language, address: string, reference: string): string;
  sessionCookie: SessionCookie;
  asides: StoredRequests;
  /** May applications register themselves? */
  mayRegister: boolean;
  signOut: Pick<SignOutPages, 'confirm'>;
  desk: DeviceDesk;
  consent: ConsentPages;
  requestLimits: Pick<RequestLimits, 'countStart'>;
  /** The provider of this moment. */
  current(): Promise<{ handle: Handle; documents: DiscoveryDocuments }>;
};

/** Longer addresses are not let through everywhere; they are kept here and named. */
const longestQuery = 4096;
/** Few applications ask for so much that it takes more. */
const usualRequest = 2048;
const asideName = 'aside';

/** Called by people's browsers, with our session. */
const pages = [endpoints.authorization, endpoints.end_session];
/** Called with a body alone. */
const calls = [
  endpoints.token,
  endpoints.revocation,
  endpoints.introspection,
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
];

/** What they ask for is kept until a person comes. */
const kept: string[] = [endpoints.pushed_authorization_request, endpoints.device_authorization];

/** Without the cookie of a session that is over: the library would put a new one of its own in its place. */
function withoutCookie(header: string | undefined, secretId: string | undefined) {
  if (header === undefined || secretId === undefined) return header;
  return header
    .split(';')
    .filter((pair) => pair.slice(pair.indexOf('=') + 1).trim() !== secretId)
    .join(';');
}

/**
 * For the library, which knows a browser by a cookie for each request that waits: they would pile up, and one
 * cookie for all says the same.
 */
function withResumeCookie(header: string | undefined, uid: string | undefined) {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const others = pairs.filter((pair) => pair !== '' && !pair.startsWith(`${resumeCookie}=`));
  return [...others, ...(uid === undefined ? [] : [`${resumeCookie}=${uid}`])].join('; ');
}

const queryOf = (address: string) => new URLSearchParams(address.replace(/^[^?]*\?/, ''));

/** The query with the chosen language in the place of the one the application asks for. */
function withLocale(query: string, language: Language): string {
  const fields = new URLSearchParams(query);
  if (!fields.has('ui_locales')) return query;
  fields.set('ui_locales', language);
  return `?${fields}`;
}

function languageOf(request: FastifyRequest): Language {
  const [, first] = (request.raw.url ?? '').split(/[/?]/);
  if (isLanguage(first)) return first;
  return answerLanguage(request, queryOf(request.raw.url ?? '').get('ui_locales'));
}

/** Its address is what will be kept of it, above all. */
function sizeOf({ raw }: FastifyRequest): StartKind {
  return (raw.url ?? '').length > usualRequest ? 'long-request' : 'request';
}

export async function registerMount(server: FastifyInstance, deps: MountDeps) {
  const { protocol, host } = new URL(deps.baseUrl);
  const { sessionCookie, asides, desk, requestLimits } = deps;

  /** What the library's helpers will know of a request; few ever ask for its language, or its network. */
  function visitFrom(
    request: FastifyRequest,
    loaded: Pick<RequestContext, 'loaded' | 'session' | 'secretId'>,
  ): RequestContext {
    return {
      ...loaded,
      requestId: request.id,
      get network() {
        return networkOf(request.ip);
      },
      get language() {
        return languageOf(request);
      },
      get rememberedLanguage() {
        return rememberedLanguage(request);
      },
      countSuspension: () => requestLimits.countStart(request, sizeOf(request)),
    };
  }

  /**
   * Whatever Host header came, or host in the first line (RFC 9112 §3.2.2): the library makes its addresses from
   * these.
   */
  function asSeenFromOutside(request: IncomingMessage) {
    const { headers, url = '/' } = request;
    request.url = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    headers['x-forwarded-host'] = host;
    headers.host = host;
  }

  /** Its answers go out past our server: they get the headers of every answer all the same. */
  async function handOver(request: FastifyRequest, reply: FastifyReply) {
    const { handle } = await deps.current();
    reply.header('cache-control', 'no-store');
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    asSeenFromOutside(request.raw);
    reply.hijack();
    await handle(request.raw, reply.raw);
  }

  async function withSession(request: FastifyRequest) {
    const secretId = sessionCookie.secretIdOf(request);
    const { session, user } = (await sessionCookie.signedIn(request)) ?? {};
    const loaded = { ...(user && { user }) };
    setRequestContext(
      request.raw,
      visitFrom(request, { loaded, session, secretId: session && secretId }),
    );
    const { headers } = request.raw;
    if (!session) headers.cookie = withoutCookie(headers.cookie, secretId) ?? '';
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply) {
    const { [asideName]: aside } = request.query as Record<string, unknown>;
    const kept = typeof aside === 'string' ? ((await asides.take(aside)) ?? '') : undefined;
    if (kept !== undefined) request.raw.url = `${request.url.split('?')[0]}?${kept}`;
    await withSession(request);
    await handOver(request, reply);
  }

  /** Lets the library find the request that waits, if this browser has brought it. */
  async function bringBack(request: FastifyRequest<Waiting>) {
    const { uid } = request.params;
    const isOwn = await deps.hasBrought(request, uid);
    const { headers } = request.raw;
    headers.cookie = withResumeCookie(headers.cookie, isOwn ? uid : undefined);
  }

  async function serveResumption(request: FastifyRequest<Waiting>, reply: FastifyReply) {
    await bringBack(request);
    await servePage(request, reply);
  }

  /** What the library shall know beside the session where it serves a person with a device. */
  async function serveDevice(request: FastifyRequest, reply: FastifyReply) {
    await withSession(request);
    const visit = requestContextOf({ req: request.raw });
    visit.device = desk.visitOf(request, visit);
    await handOver(request, reply);
  }

  async function serveDeviceAnswer(request: FastifyRequest, reply: FastifyReply) {
    if (!(await desk.isTooMuch(request, reply))) await serveDevice(request, reply);
  }

  async function serveDeviceResumption(request: FastifyRequest<Waiting>, reply: FastifyReply) {
    await bringBack(request);
    await serveDevice(request, reply);
  }

  /** Whoever comes back to it after the application was told finds a way on all the same. */
  async function serveRefusal(request: FastifyRequest<Waiting>, reply: FastifyReply) {
    const { uid } = request.params;
    const isOwn = await deps.hasBrought(request, uid);
    const page = isOwn ? await deps.noAccessPage(request, uid) : undefined;
    if (page !== undefined) return sendPage(request, reply, page, { status: 403, personal: true });
    const over = deps.overPage(answerLanguage(request), request.id);
    return sendPage(request, reply, over, { status: 410, personal: true });
  }

  /** Without the database: a page, from which people try the same address again. */
  function orTryAgain<R extends FastifyRequest>(
    serve: (request: R, reply: FastifyReply) => Promise<unknown>,
  ) {
    return async (request: R, reply: FastifyReply) => {
      try {
        await serve(request, reply);
        return reply;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        request.log.error({ err: error }, 'failed');
        const { url = '/' } = request.raw;
        const page = deps.unavailablePage(languageOf(request), url, request.id);
        reply.header('retry-after', `${retryAfterSeconds}`);
        return sendPage(request, reply, page, { status: 503, personal: true });
      }
    };
  }

  /** In the form of RFC 6749 §5.2, with a code of its §4.1.2.1. */
  function sendTooMany(reply: FastifyReply, waitSeconds = retryAfterSeconds) {
    return reply.code(429).header('retry-after', `${waitSeconds}`).send(tooManyAnswer);
  }

  async function serveCall(request: FastifyRequest, reply: FastifyReply) {
    const nobody = { loaded: {}, session: undefined, secretId: undefined };
    setRequestContext(request.raw, visitFrom(request, nobody));
    try {
      if (kept.includes(`${request.routeOptions.url}`))
        await requestLimits.countStart(request, 'pushed');
      await handOver(request, reply);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'request.too-many') {
        logError(error, request, reply);
        return sendTooMany(reply, error.retryAfterSeconds);
      }
      if (!isDatabaseUnavailable(error)) throw error;
      request.log.error({ err: error }, 'failed');
      reply.code(503).header('retry-after', `${retryAfterSeconds}`);
      return reply.send(unavailableAnswer);
    }
    return reply;
  }

  /**
   * A form of another site brings no cookie of ours along (SameSite=Lax): the same request comes again by
   * GET (OpenID Connect Core §3.1.2.1 allows both).
   */
  async function again(request: FastifyRequest, reply: FastifyReply) {
    const query = `${new URLSearchParams((request.body ?? {}) as Record<string, string>)}`;
    const path = `${request.routeOptions.url}`;
    reply.header('cache-control', 'no-store');
    if (query.length <= longestQuery) return reply.redirect(`${path}?${query}`, 303);
    // nobody fills our tables without being somebody's application
    if (
      query.length > maxRequestLength ||
      !(await deps.knowsClient(queryOf(query).get('client_id') ?? ''))
    )
      return fail('request.too-large');
    await requestLimits.countStart(request, 'aside');
    const id = await asides.put(query);
    return reply.redirect(`${path}?${new URLSearchParams({ [asideName]: id })}`, 303);
  }

  const forServers = { config: { forServers: true } };
  // asked for its headers alone, a request of an application would be used up all the same
  const forPeople = { exposeHeadRoute: false };
  const forPrograms = { config: { forServers: true, answersPrograms: true } };

  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, {
      bodyLimit: 56 * 1024,
      // a parameter given twice must reach the library twice
      parser: (text) => new URLSearchParams(text) as unknown as Record<string, string>,
    });
    for (const path of pages) scope.post(path, forServers, again);
    scope.post(confirmPath, deps.signOut.confirm);
    scope.post(typedPath, orTryAgain(desk.typed));
    scope.post<Waiting>(consentPath(':uid'), deps.consent.answer);
  };
  for (const language of languages)
    for (const path of [devicePath, typedPath, donePath, refusedPath])
      server.get(`/${language}${path}`, desk.inLanguage(language));
  /** A page of a request that waits, in the language its user has chosen; for its own browser alone. */
  function waitingIn(language: Language, pathOf: (uid: string) => string) {
    return async (request: FastifyRequest<Waiting>, reply: FastifyReply) => {
      const { uid } = request.params;
      rememberLanguage(request, reply, language);
      if (await deps.hasBrought(request, uid)) await deps.chooseLanguage(uid, language);
      return reply.header('cache-control', 'no-store').redirect(pathOf(uid), 303);
    };
  }

  function sameIn(language: Language) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      rememberLanguage(request, reply, language);
      const address = `/${rawPathBelowLanguage(request)}${withLocale(rawQuery(request), language)}`;
      return reply.header('cache-control', 'no-store').redirect(address, 303);
    };
  }

  /** What the language switches of pages lead to whose addresses have no language. */
  function registerLanguage(scope: FastifyInstance, language: Language) {
    const below = (path: string) => `/${language}${path}`;
    for (const pathOf of [refusalPath, consentPath])
      scope.get<Waiting>(below(pathOf(':uid')), forPeople, orTryAgain(waitingIn(language, pathOf)));
    for (const path of [...pages, `${endpoints.authorization}/:uid`, `${devicePath}/:uid`])
      scope.get(below(path), forPeople, sameIn(language));
  }

  const library: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    // the library compares what came as it is: an encoded letter would get an answer of its own
    scope.addHook('onRequest', (request, reply, done) => {
      if (pathOf(request.url).includes('%')) reply.callNotFound();
      else done();
    });
    // the library reads bodies itself, up to 56 KiB
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const path of pages) scope.get(path, forPeople, orTryAgain(servePage));
    scope.get<Waiting>(`${endpoints.authorization}/:uid`, forPeople, orTryAgain(serveResumption));
    scope.get(devicePath, forPeople, orTryAgain(desk.enter));
    scope.post(devicePath, orTryAgain(serveDeviceAnswer));
    scope.get(donePath, forPeople, orTryAgain(desk.ended('device-done')));
    scope.get(refusedPath, forPeople, orTryAgain(desk.ended('device-refused')));
    scope.get<Waiting>(`${devicePath}/:uid`, forPeople, orTryAgain(serveDeviceResumption));
    scope.get<Waiting>(refusalPath(':uid'), forPeople, orTryAgain(serveRefusal));
    scope.get<Waiting>(consentPath(':uid'), forPeople, orTryAgain(deps.consent.ask));
    for (const language of languages) registerLanguage(scope, language);
    const withRegistration = deps.mayRegister ? [endpoints.registration] : [];
    for (const path of [...calls, ...withRegistration])
      scope.route({ method: ['POST', 'OPTIONS'], url: path, ...forPrograms, handler: serveCall });
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: endpoints.userinfo,
      ...forPrograms,
      handler: serveCall,
    });
    for (const path of documentPaths) {
      scope.get(path, forPrograms, async (_request, reply) => {
        const { documents } = await deps.current();
        // anybody may read them, from any page
        reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
        return reply.type('application/json; charset=utf-8').send(documents.get(path));
      });
      scope.options(path, forPrograms, serveCall);
    }
  };
  await server.register(forms);
  await server.register(library);
}
