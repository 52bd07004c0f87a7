// GET /api/google/redirect: the button leads here, and from here to Google.

import { paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import type { StartAttempt } from '../start-attempt.ts';

/**
 * A person comes here in a window of their own. A picture or a frame on another site would only fill our
 * table and their cookies.
 */
function refuseEmbedded({ headers }: FastifyRequest) {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers;
  if (mode !== 'navigate' || dest !== 'document') fail('request.foreign-origin');
}

export function registerRedirect(server: FastifyInstance, begin: StartAttempt) {
  server.get(
    paths.googleRedirect,
    { exposeHeadRoute: false, onRequest: async (request) => refuseEmbedded(request) },
    async (request, reply) => {
      const query = rawQuery(request);
      const carried = returnQuery(query);
      const language = rememberedLanguage(request);
      reply.header('cache-control', 'no-store');
      try {
        const wish = { purpose: 'sign-in', carried, language } as const;
        return reply.redirect(await begin(request, reply, wish), 303);
      } catch (error) {
        if (!(error instanceof IssuerUnavailable)) throw error;
        logUnavailable(request, error);
        const told = returnQuery(query, { google_auth_error: 'unavailable' });
        return reply.redirect(`/${language}/${told}`, 303);
      }
    },
  );
}
