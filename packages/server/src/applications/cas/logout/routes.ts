// Routes of the logout address and of the form of its page.

import { type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { asSearchParams, registerForms } from '../../../http/forms.ts';
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

export const logoutRoutes =
  (deps: CasDeps): FastifyPluginAsync =>
  async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    scope.get(logoutPath, withoutHead, (request, reply) => answerLogout(deps, request, reply));
    for (const language of languages) languageRoute(scope, language);
    await registerForms(
      scope,
      (forms) =>
        forms.post(confirmPath, (request, reply) => handleConfirmation(deps, request, reply)),
      { bodyLimit: 16 * 1024, ...asSearchParams },
    );
  };
