// Routes of the logout address and of the form of its page.

import { type Language, languages } from '@brama/contract/paths';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { rawQuery } from '../../../pages/address.ts';
import { rememberLanguage } from '../../../pages/language/language.ts';
import type { CasDeps } from '../deps.ts';
import { answerLogout, confirmPath, handleConfirmation, logoutPath } from './logout.ts';

// a HEAD request would be a second question
const withoutHead = { exposeHeadRoute: false };

/** Target of the language switch of the page, which has no language in its address. */
function languageRoute(scope: FastifyInstance, language: Language) {
  scope.get(`/${language}${logoutPath}`, withoutHead, async (request, reply) => {
    rememberLanguage(request, reply, language);
    return reply.redirect(`${logoutPath}${rawQuery(request)}`, 303);
  });
}

const formRoutes =
  (deps: CasDeps): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, {
      bodyLimit: 16 * 1024,
      parser: (text) => new URLSearchParams(text) as unknown as Record<string, string>,
    });
    scope.post(confirmPath, (request, reply) => handleConfirmation(deps, request, reply));
  };

export const logoutRoutes =
  (deps: CasDeps): FastifyPluginAsync =>
  async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    scope.get(logoutPath, withoutHead, (request, reply) => answerLogout(deps, request, reply));
    for (const language of languages) languageRoute(scope, language);
    await scope.register(formRoutes(deps));
  };
