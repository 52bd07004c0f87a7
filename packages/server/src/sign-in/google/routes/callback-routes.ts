// `/google/auth` receives the response of Google from the page that Google returns to, or from its form without JavaScript.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { paths, secondFactorPath } from '@brama/contract/paths';
import { googleAuthQuery } from '@brama/contract/sign-in/google/schemas';
import { readGoogleState } from '@brama/contract/sign-in/google/state';
import { returnQuery, signInQuery } from '@brama/contract/sign-in/return-params';
import { startSessionResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { registerForms } from '../../../http/forms.ts';
import { logError } from '../../../http/replies.ts';
import { typed } from '../../../http/server.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import type { SignInService } from '../../method.ts';
import type { Google } from '../context.ts';
import {
  type CallbackHandler,
  type CallbackParameters,
  createCallbackHandler,
} from './callback.ts';

/**
 * Accepts only requests of our own page. An attacker who sends a browser to this address would sign it in as another user.
 * Browsers without Fetch Metadata are refused.
 */
function refuseForeign({ headers }: FastifyRequest) {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  const isCall = mode !== 'navigate' && (dest === undefined || dest === 'empty');
  if (site !== 'same-origin' || !isCall) fail('request.foreign-origin');
}

function registerCall(server: FastifyInstance, handleCallback: CallbackHandler) {
  typed(server).get(
    paths.googleAuth,
    {
      exposeHeadRoute: false,
      onRequest: async (request) => refuseForeign(request),
      schema: { querystring: googleAuthQuery, response: { 200: startSessionResponse } },
    },
    async (request, reply) => {
      const result = await handleCallback({ request, reply }, request.query);
      return result === 'second-factor' ? { next: result } : {};
    },
  );
}

/** Returns the next page, as the page with JavaScript would; without a result the sign-in page. The state is read without its MAC. */
function nextPage(
  request: FastifyRequest,
  { state }: CallbackParameters,
  result: Awaited<ReturnType<CallbackHandler>> | undefined,
): string {
  const { purpose, carried } = readGoogleState(state);
  const home = `/${rememberedLanguage(request)}/`;
  const search = `?${new URLSearchParams(carried)}`;
  if (purpose === 'link') return home + accountSectionPath('sign-in-methods');
  if (result === 'second-factor') return home + secondFactorPath + returnQuery(search);
  if (result) return `${home}apps${returnQuery(search)}`;
  return home + signInQuery(search, { google_auth_error: 'true' });
}

function registerForm(server: FastifyInstance, handleCallback: CallbackHandler) {
  server.post(paths.googleAuth, async (request, reply) => {
    const form = googleAuthQuery.safeParse(request.body);
    const parameters = form.success ? form.data : {};
    let result: Awaited<ReturnType<CallbackHandler>> | undefined;
    try {
      result = await handleCallback({ request, reply }, parameters);
    } catch (error) {
      logError(error, request, reply);
    }
    return reply.redirect(nextPage(request, parameters, result), 303);
  });
}

export async function registerCallback(
  server: FastifyInstance,
  google: Google,
  signInService: SignInService,
) {
  const handleCallback = createCallbackHandler(google, signInService);
  registerCall(server, handleCallback);
  await registerForms(server, (scope) => registerForm(scope, handleCallback));
}
