// Starts an attempt to sign in with Google or to link an account, and redirects the browser to Google
// (GET /api/google/redirect).

import { type Language, paths } from '@brama/contract/paths';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import { signInQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import type { StartKind } from '../../../rate-limits/network-limits.ts';
import { newAttemptId, newAttemptSecrets } from '../attempt-store.ts';
import type { Google } from '../context.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';

/** Proxies and Google itself reject much longer URLs. */
const maxStateLength = 4096;

export const googleStarts: StartKind = { name: 'google' };

type AttemptOptions = {
  purpose: GooglePurpose;
  /** A query of `signInQuery`. */
  carried: string;
  language: Language;
  sessionUid?: string;
};

/** Returns the URL at Google. @throws {IssuerUnavailable}; `request.too-large` for too long return parameters. */
export async function startAttempt(
  { states, attempts, cookies, client, requestLimits, now }: Google,
  { request, reply }: Exchange,
  { purpose, carried, language, sessionUid }: AttemptOptions,
): Promise<string> {
  const id = newAttemptId();
  const state = states.write(id, purpose, carried);
  if (state.length > maxStateLength) fail('request.too-large');
  await requestLimits.countStart(request, googleStarts);
  const secrets = newAttemptSecrets();
  // first, so that nothing is stored when Google is unavailable
  const url = await client.authorizationUrl(state, secrets, language);
  const browserSecret = cookies.set(request, reply, id, now());
  await attempts.add({ id, browserSecret, purpose, sessionUid, secrets });
  return url;
}

/** Accepts navigations only. Images and frames on other sites would fill the table and the cookies of their visitors. */
function refuseEmbedded({ headers }: FastifyRequest) {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers;
  if (mode !== 'navigate' || dest !== 'document') fail('request.foreign-origin');
}

export function registerRedirect(server: FastifyInstance, google: Google) {
  server.get(
    paths.googleRedirect,
    { exposeHeadRoute: false, onRequest: async (request) => refuseEmbedded(request) },
    async (request, reply) => {
      const query = rawQuery(request);
      const language = rememberedLanguage(request);
      reply.header('cache-control', 'no-store');
      try {
        const options = { purpose: 'sign-in', carried: signInQuery(query), language } as const;
        return reply.redirect(await startAttempt(google, { request, reply }, options), 303);
      } catch (error) {
        if (!(error instanceof IssuerUnavailable)) throw error;
        logUnavailable(request, error);
        const withError = signInQuery(query, { google_auth_error: 'unavailable' });
        return reply.redirect(`/${language}/${withError}`, 303);
      }
    },
  );
}
