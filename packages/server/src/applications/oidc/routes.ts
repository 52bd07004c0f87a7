// Routes of OpenID Connect. Most lead to the library; the pages of suspended requests, devices and logout are ours.

import { devicePath, type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance, FastifyPluginAsync, RouteShorthandOptions } from 'fastify';
import { asSearchParams, registerForms } from '../../http/forms.ts';
import { pathOf } from '../../http/log.ts';
import { rawPathBelowLanguage, rawQuery } from '../../pages/address.ts';
import { rememberLanguage } from '../../pages/language/language.ts';
import { routeSteps } from './authorization/steps.ts';
import { consentPath, noLevelPath, refusalPath } from './authorization/suspend-request.ts';
import {
  refuseLevel,
  type SuspendedRoute,
  showRefusal,
  switchLanguage,
} from './authorization/suspended-pages.ts';
import { handleConsentAnswer, showConsentPage } from './consent/consent-page.ts';
import type { OidcDeps } from './deps.ts';
import {
  donePath,
  refusedPath,
  showDevicePage,
  showOutcome,
  submitCode,
  switchDeviceLanguage,
  typedPath,
} from './device/device-pages.ts';
import { documentPaths } from './discovery-and-jwks.ts';
import { endpoints, postEndpoints } from './endpoints.ts';
import { apiHandler, browserHandler, handleApiError, pageErrorHandler } from './library-handler.ts';
import { confirmPath, handleConfirmation } from './logout/rp-initiated-logout.ts';
import { createUserinfo } from './userinfo.ts';

/** Called by browsers, with our session. */
const browserEndpoints = [endpoints.authorization, endpoints.end_session];

const forServers = { config: { forServers: true } } satisfies RouteShorthandOptions;
const forPrograms = {
  config: { forServers: true, isDataOnly: true },
} satisfies RouteShorthandOptions;
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
function formRoutes(scope: FastifyInstance, deps: OidcDeps) {
  const { post } = routeSteps(deps);
  for (const path of browserEndpoints) scope.post(path, forServers, browserHandler(deps, post));
  scope.post(confirmPath, (request, reply) => handleConfirmation(deps, request, reply));
  scope.post(typedPath, (request, reply) => submitCode(deps, request, reply));
  scope.post<SuspendedRoute>(consentPath(':uid'), (request, reply) =>
    handleConsentAnswer(deps, request, reply),
  );
}

function browserRoutes(scope: FastifyInstance, deps: OidcDeps) {
  const { start, resume } = routeSteps(deps);
  for (const path of browserEndpoints) scope.get(path, withoutHead, browserHandler(deps, start));
  scope.get(`${endpoints.authorization}/:uid`, withoutHead, browserHandler(deps, resume));
  scope.get<SuspendedRoute>(refusalPath(':uid'), withoutHead, (request, reply) =>
    showRefusal(deps, request, reply),
  );
  scope.get<SuspendedRoute>(noLevelPath(':uid'), withoutHead, (request, reply) =>
    refuseLevel(deps, request, reply),
  );
  scope.get<SuspendedRoute>(consentPath(':uid'), withoutHead, (request, reply) =>
    showConsentPage(deps, request, reply),
  );
}

function deviceRoutes(scope: FastifyInstance, deps: OidcDeps) {
  const { device, resumeDevice } = routeSteps(deps);
  scope.get(devicePath, withoutHead, (request, reply) => showDevicePage(deps, request, reply));
  scope.get(donePath, withoutHead, (request, reply) =>
    showOutcome(deps, request, reply, 'device-done'),
  );
  scope.get(refusedPath, withoutHead, (request, reply) =>
    showOutcome(deps, request, reply, 'device-refused'),
  );
  scope.post(devicePath, browserHandler(deps, device));
  scope.get(`${devicePath}/:uid`, withoutHead, browserHandler(deps, resumeDevice));
}

/** Targets of the language switch on pages without a language in their address. */
function languageRoutes(scope: FastifyInstance, deps: OidcDeps, language: Language) {
  for (const path of [refusalPath, consentPath])
    scope.get<SuspendedRoute>(`/${language}${path(':uid')}`, withoutHead, async (request, reply) =>
      switchLanguage(deps, request, reply, { language, path }),
    );
  for (const path of [...browserEndpoints, `${endpoints.authorization}/:uid`, `${devicePath}/:uid`])
    scope.get(`/${language}${path}`, withoutHead, async (request, reply) => {
      rememberLanguage(request, reply, language);
      const address = `/${rawPathBelowLanguage(request)}${withLocale(rawQuery(request), language)}`;
      return reply.header('cache-control', 'no-store').redirect(address, 303);
    });
}

function apiRoutes(scope: FastifyInstance, deps: OidcDeps) {
  const handler = apiHandler(deps);
  const urls = deps.stores.registrations
    ? [...postEndpoints, endpoints.registration]
    : postEndpoints;
  for (const url of urls)
    scope.route({ method: ['POST', 'OPTIONS'], url, ...forPrograms, handler });
  const sendUserinfo = createUserinfo(deps);
  scope.get(endpoints.userinfo, forPrograms, async (request, reply) =>
    (await sendUserinfo(request, reply)) ? reply : handler(request, reply),
  );
  const methods = ['POST', 'OPTIONS'];
  scope.route({ method: methods, url: endpoints.userinfo, ...forPrograms, handler });
  for (const path of documentPaths) scope.options(path, forPrograms, handler);
}

function documentRoutes(scope: FastifyInstance, deps: OidcDeps) {
  for (const path of documentPaths)
    scope.get(path, forPrograms, async (_request, reply) => {
      const { documents } = await deps.current();
      const document = documents.get(path);
      const headers = {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'application/json; charset=utf-8',
        'content-length': `${document?.length}`,
        // the documents are public: every page may read them
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      };
      // clients fetch them with every sign-in, and no hook has anything to add
      reply.hijack();
      reply.raw.writeHead(200, headers).end(document);
    });
}

function libraryRoutes(deps: OidcDeps): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    // the library compares undecoded paths: an encoded letter would get its own error response
    scope.addHook('onRequest', (request, reply, done) => {
      if (pathOf(request.url).includes('%')) reply.callNotFound();
      else done();
    });
    // the library reads bodies itself, up to 56 KiB
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    documentRoutes(scope, deps);
    await scope.register(async (pages) => {
      pages.setErrorHandler(pageErrorHandler(deps));
      browserRoutes(pages, deps);
      deviceRoutes(pages, deps);
      for (const language of languages) languageRoutes(pages, deps, language);
    });
    await scope.register(async (api) => {
      api.setErrorHandler(handleApiError);
      apiRoutes(api, deps);
    });
  };
}

export async function registerOidcRoutes(server: FastifyInstance, deps: OidcDeps) {
  for (const language of languages)
    for (const path of [devicePath, typedPath, donePath, refusedPath])
      server.get(`/${language}${path}`, async (request, reply) =>
        switchDeviceLanguage(request, reply, language),
      );
  await registerForms(server, (scope) => formRoutes(scope, deps), {
    bodyLimit: 56 * 1024,
    // the library must see that a parameter is repeated
    ...asSearchParams,
  });
  await server.register(libraryRoutes(deps));
}
