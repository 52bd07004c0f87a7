// Routes for a signed-in user's Google account: show the linked account, start linking, unlink.

import { accountPath, accountSectionPath } from '@brama/contract/pages/account/sections';
import { paths } from '@brama/contract/paths';
import { googleLinkPage } from '@brama/contract/sign-in/google/method';
import {
  googleLinkResponse,
  googleLinkStartResponse,
} from '@brama/contract/sign-in/google/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { fail } from '../../../errors.ts';
import { registerForms } from '../../../http/forms.ts';
import { eventOriginOf } from '../../../http/limits/event-origin.ts';
import { isForm } from '../../../http/request-kind.ts';
import { typed } from '../../../http/server.ts';
import { acceptedLanguage, rememberedLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Site } from '../../../pages/web-build.ts';
import type { Session } from '../../../sessions/session.ts';
import type { Google } from '../context.ts';
import { findGoogleLink } from '../link-state.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import { startAttempt } from './start.ts';

/** Returns the URL at Google. @throws `unavailable` */
async function startLinking(
  google: Google,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  sessionUid: string,
): Promise<string> {
  const language = isForm(exchange.request)
    ? rememberedLanguage(exchange.request)
    : acceptedLanguage(exchange.request);
  const options = { purpose: 'link', carried: '', language, sessionUid } as const;
  try {
    return await startAttempt(google, exchange, options);
  } catch (cause) {
    if (!(cause instanceof IssuerUnavailable)) throw cause;
    logUnavailable(exchange.request, cause);
    return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
  }
}

async function requireRecent(google: Google, request: FastifyRequest): Promise<Session> {
  const session = await google.sessionCookie.require(request);
  return (await google.changes.mayChange(session)) ? session : fail('session.not-recent');
}

async function unlink(google: Google, request: FastifyRequest): Promise<void> {
  const { userId, uid: sessionUid } = await requireRecent(google, request);
  const origin = { sessionUid, method: 'google', ...eventOriginOf(request) } as const;
  const { links, enabledMethods, events } = google;
  let isChanged = false;
  const isUnlinked = await links.remove('google', userId, enabledMethods, async (queries) => {
    await events.store.record(queries, { type: 'google.unlinked', userId, ...origin });
    isChanged = true;
  });
  if (!isUnlinked) fail('google.last-way-in');
  logSecurityEvent(request.log, 'google.unlinked', { user: userId });
  if (!isChanged) return;
  const about = { language: rememberedLanguage(request), origin: eventOriginOf(request) };
  google.notifyUser('google-unlinked', { userId, sessionUid, ...about });
}

/** Returns the address of the section to which browsers without JavaScript return. */
const sectionOf = (request: FastifyRequest) =>
  `/${rememberedLanguage(request)}/${accountSectionPath('sign-in-methods')}`;

/** Starts linking. A form gets a page that leads to Google, because form-action of the CSP applies to redirects. */
function registerLinking(server: FastifyInstance, google: Google, site: Site) {
  typed(server).post(
    paths.googleLink,
    { schema: { response: { 200: googleLinkStartResponse } } },
    async (request, reply) => {
      const { uid } = await requireRecent(google, request);
      const href = await startLinking(google, { request, reply }, uid);
      if (!isForm(request)) return { address: href };
      const address = { path: accountPath, query: '', carried: '' };
      const page = site.renderPage(googleLinkPage, rememberedLanguage(request), { href }, address);
      return sendPage(request, reply, page, { personal: true });
    },
  );
}

export async function registerLinkRoutes(server: FastifyInstance, google: Google, site: Site) {
  typed(server).get(
    paths.googleLink,
    { schema: { response: { 200: googleLinkResponse } } },
    async (request, reply) => {
      reply.header('vary', 'cookie');
      return findGoogleLink(google, await google.sessionCookie.require(request));
    },
  );

  typed(server).delete(
    paths.googleLink,
    { schema: { response: { 200: emptyResponse } } },
    async (request) => {
      await unlink(google, request);
      return {};
    },
  );

  const actions: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);
    registerLinking(scope, google, site);
  };
  await server.register(actions);
  // browsers without JavaScript cannot send DELETE
  await registerForms(server, (scope) => {
    scope.post(paths.googleUnlink, async (request, reply) => {
      await unlink(google, request);
      return reply.redirect(sectionOf(request), 303);
    });
  });
}
