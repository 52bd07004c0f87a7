// `/google/auth`: what Google sent back, handed over by our page, or by its form where there is no JavaScript.

import { paths } from '@brama/contract/paths';
import { googleAuthQuery } from '@brama/contract/sign-in/google/schemas';
import { readGoogleState } from '@brama/contract/sign-in/google/state';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { emptyAnswer } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { logError } from '../../../http/replies.ts';
import { typed } from '../../../http/server.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import type { CallbackHandler, CallbackParameters } from './callback.ts';

/**
 * Only a call of our own page: whoever could send a browser here would sign it in as somebody else. A browser
 * that tells nothing of the call (Fetch Metadata) is none we know this of.
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
      schema: { querystring: googleAuthQuery, response: { 200: emptyAnswer } },
    },
    async (request, reply) => {
      await handleCallback({ request, reply }, request.query);
      return {};
    },
  );
}

/** As the page itself would go on: the state is only read, not believed. */
function wayOn(request: FastifyRequest, { state }: CallbackParameters, failed: boolean): string {
  const { purpose, carried } = readGoogleState(state);
  const home = `/${rememberedLanguage(request)}/`;
  const search = `?${new URLSearchParams(carried)}`;
  if (purpose === 'link') return `${home}apps`;
  if (!failed) return `${home}apps${returnQuery(search)}`;
  return home + returnQuery(search, { google_auth_error: 'true' });
}

function registerForm(server: FastifyInstance, handleCallback: CallbackHandler) {
  server.post(paths.googleAuth, async (request, reply) => {
    const form = googleAuthQuery.safeParse(request.body);
    const told = form.success ? form.data : {};
    let failed = false;
    try {
      await handleCallback({ request, reply }, told);
    } catch (error) {
      logError(error, request, reply);
      failed = true;
    }
    return reply.redirect(wayOn(request, told, failed), 303);
  });
}

export async function registerCallback(server: FastifyInstance, handleCallback: CallbackHandler) {
  registerCall(server, handleCallback);
  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    registerForm(scope, handleCallback);
  };
  await server.register(forms);
}
