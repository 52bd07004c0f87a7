// Routes of OpenID Connect. Most lead to the library; the pages of suspended requests, devices and logout are ours.

import { devicePath, type Language, languages } from '@brama/contract/paths';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../../http/log.ts';
import { rawPathBelowLanguage, rawQuery } from '../../pages/address.ts';
import { rememberLanguage } from '../../pages/language/language.ts';
import type { RouteDeps } from './authorization/route-steps.ts';
import { routeSteps } from './authorization/steps.ts';
import { consentPath, refusalPath } from './authorization/suspend-request.ts';
import {
  type SuspendedPagesDeps,
  showRefusal,
  switchLanguage,
} from './authorization/suspended-pages.ts';
import type { ConsentPages, SuspendedRoute } from './consent/consent-page.ts';
import { donePath, refusedPath, typedPath } from './device/device.ts';
import type { DevicePages } from './device/device-pages.ts';
import { documentPaths } from './discovery-and-jwks.ts';
import { endpoints } from './endpoints.ts';
import {
  apiHandler,
  browserHandler,
  type HandlerDeps,
  runSteps,
  withUnavailablePage,
} from './library-handler.ts';
import { confirmPath, type EndSessionPages } from './logout/rp-initiated-logout.ts';

export type OidcRoutesDeps = {
  handler: HandlerDeps;
  steps: RouteDeps;
  pages: {
    consent: ConsentPages;
    device: DevicePages;
    endSession: Pick<EndSessionPages, 'confirm'>;
    suspended: SuspendedPagesDeps;
  };
  /** Whether clients may register themselves. */
  allowsRegistration: boolean;
};

/** Called by browsers, with our session. */
const browserEndpoints = [endpoints.authorization, endpoints.end_session];
/** Called by servers of clients, with a body. */
const postEndpoints = [
  endpoints.token,
  endpoints.revocation,
  endpoints.introspection,
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
];

const forServers = { config: { forServers: true } };
const forPrograms = { config: { forServers: true, answersPrograms: true } };
// a HEAD request would use the request of a client
const withoutHead = { exposeHeadRoute: false };

/** Returns the query with the chosen language in place of the requested one. */
function withLocale(query: string, language: Language): string {
  const fields = new URLSearchParams(query);
  if (!fields.has('ui_locales')) return query;
  fields.set('ui_locales', language);
  return `?${fields}`;
}

/** Forms of clients and of our own pages. */
function formRoutes({ handler, steps, pages }: OidcRoutesDeps): FastifyPluginAsync {
  return async (scope) => {
    const { post } = routeSteps(steps, pages.device);
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, {
      bodyLimit: 56 * 1024,
      // the library must see that a parameter is repeated
      parser: (text) => new URLSearchParams(text) as unknown as Record<string, string>,
    });
    for (const path of browserEndpoints) scope.post(path, forServers, runSteps(post));
    scope.post(confirmPath, pages.endSession.confirm);
    scope.post(
      typedPath,
      withUnavailablePage(handler, (request, reply) => pages.device.submitCode(request, reply)),
    );
    scope.post<SuspendedRoute>(consentPath(':uid'), pages.consent.answer);
  };
}

function browserRoutes(scope: FastifyInstance, { handler, steps, pages }: OidcRoutesDeps) {
  const { start, resume } = routeSteps(steps, pages.device);
  for (const path of browserEndpoints) scope.get(path, withoutHead, browserHandler(handler, start));
  scope.get(`${endpoints.authorization}/:uid`, withoutHead, browserHandler(handler, resume));
  scope.get<SuspendedRoute>(
    refusalPath(':uid'),
    withoutHead,
    withUnavailablePage(handler, (request: FastifyRequest<SuspendedRoute>, reply) =>
      showRefusal(pages.suspended, request, reply),
    ),
  );
  scope.get<SuspendedRoute>(
    consentPath(':uid'),
    withoutHead,
    withUnavailablePage(handler, pages.consent.show),
  );
}

function deviceRoutes(scope: FastifyInstance, { handler, steps, pages }: OidcRoutesDeps) {
  const { device: decide, resumeDevice } = routeSteps(steps, pages.device);
  const get = (path: string, show: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    scope.get(
      path,
      withoutHead,
      withUnavailablePage(handler, async (request, reply) => show(request, reply)),
    );
  get(devicePath, (request, reply) => pages.device.show(request, reply));
  get(donePath, (request, reply) => pages.device.showOutcome(request, reply, 'device-done'));
  get(refusedPath, (request, reply) => pages.device.showOutcome(request, reply, 'device-refused'));
  const handleDecision = browserHandler(handler, decide);
  scope.post(
    devicePath,
    withUnavailablePage(handler, async (request, reply) => {
      if (!(await pages.device.refuseTooManyAttempts(request, reply)))
        await handleDecision(request, reply);
    }),
  );
  scope.get(`${devicePath}/:uid`, withoutHead, browserHandler(handler, resumeDevice));
}

/** Targets of the language switch on pages without a language in their address. */
function languageRoutes(
  scope: FastifyInstance,
  { handler, pages }: OidcRoutesDeps,
  language: Language,
) {
  for (const path of [refusalPath, consentPath])
    scope.get<SuspendedRoute>(
      `/${language}${path(':uid')}`,
      withoutHead,
      withUnavailablePage(handler, (request: FastifyRequest<SuspendedRoute>, reply) =>
        switchLanguage(pages.suspended, request, reply, { language, path }),
      ),
    );
  for (const path of [...browserEndpoints, `${endpoints.authorization}/:uid`, `${devicePath}/:uid`])
    scope.get(`/${language}${path}`, withoutHead, async (request, reply) => {
      rememberLanguage(request, reply, language);
      const address = `/${rawPathBelowLanguage(request)}${withLocale(rawQuery(request), language)}`;
      return reply.header('cache-control', 'no-store').redirect(address, 303);
    });
}

function apiRoutes(scope: FastifyInstance, { handler, allowsRegistration }: OidcRoutesDeps) {
  const handle = apiHandler(handler);
  const registration = allowsRegistration ? [endpoints.registration] : [];
  for (const url of [...postEndpoints, ...registration])
    scope.route({ method: ['POST', 'OPTIONS'], url, ...forPrograms, handler: handle });
  scope.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: endpoints.userinfo,
    ...forPrograms,
    handler: handle,
  });
  for (const path of documentPaths) {
    scope.get(path, forPrograms, async (_request, reply) => {
      const { documents } = await handler.current();
      // the documents are public: every page may read them
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(documents.get(path));
    });
    scope.options(path, forPrograms, handle);
  }
}

function libraryRoutes(deps: OidcRoutesDeps): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    // the library compares undecoded paths: an encoded letter would get its own error response
    scope.addHook('onRequest', (request, reply, done) => {
      if (pathOf(request.url).includes('%')) reply.callNotFound();
      else done();
    });
    // the library reads bodies itself, up to 56 KiB
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    browserRoutes(scope, deps);
    deviceRoutes(scope, deps);
    for (const language of languages) languageRoutes(scope, deps, language);
    apiRoutes(scope, deps);
  };
}

export async function registerOidcRoutes(server: FastifyInstance, deps: OidcRoutesDeps) {
  for (const language of languages)
    for (const path of [devicePath, typedPath, donePath, refusedPath])
      server.get(`/${language}${path}`, async (request, reply) =>
        deps.pages.device.switchLanguage(request, reply, language),
      );
  await server.register(formRoutes(deps));
  await server.register(libraryRoutes(deps));
}
