// GET /api/google/redirect: the button opens this address, which redirects to Google.

import { paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import { type StartAttemptDeps, startAttempt } from '../start-attempt.ts';

/** Accepts navigations only. Images and frames on other sites would fill the table and the cookies of their visitors. */
function refuseEmbedded({ headers }: FastifyRequest) {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers;
  if (mode !== 'navigate' || dest !== 'document') fail('request.foreign-origin');
}

export function registerRedirect(server: FastifyInstance, deps: StartAttemptDeps) {
  server.get(
    paths.googleRedirect,
    { exposeHeadRoute: false, onRequest: async (request) => refuseEmbedded(request) },
    async (request, reply) => {
      const query = rawQuery(request);
      const language = rememberedLanguage(request);
      reply.header('cache-control', 'no-store');
      try {
        const options = { purpose: 'sign-in', carried: returnQuery(query), language } as const;
        return reply.redirect(await startAttempt(deps, { request, reply }, options), 303);
      } catch (error) {
        if (!(error instanceof IssuerUnavailable)) throw error;
        logUnavailable(request, error);
        const withError = returnQuery(query, { google_auth_error: 'unavailable' });
        return reply.redirect(`/${language}/${withError}`, 303);
      }
    },
  );
}
