// Routes for a signed-in user's Google account: show the linked account, start linking, unlink.

import { accountPath, accountSectionPath } from '@brama/contract/pages/account/sections';
import { paths } from '@brama/contract/paths';
import { googleLinkPage } from '@brama/contract/sign-in/google/method';
import {
  googleLinkResponse,
  googleLinkStartResponse,
} from '@brama/contract/sign-in/google/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { registerForms } from '../../../http/forms.ts';
import { typed } from '../../../http/server.ts';
import { formOrCall, registerActs } from '../../../pages/form-or-call.ts';
import { Instead, type PageExchange } from '../../../pages/form-page.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Site } from '../../../pages/web-build.ts';
import { findGoogleLink } from '../account-linking.ts';
import type { Google } from '../context.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import { startAttempt } from './start.ts';

/** Returns the URL at Google. @throws `unavailable` */
async function startLinking(google: Google, exchange: PageExchange): Promise<string> {
  const { request, language } = exchange;
  const session = await google.sessionCookie.require(request);
  await google.changes.check(session);
  const options = { purpose: 'link', carried: '', language, sessionUid: session.uid } as const;
  try {
    return await startAttempt(google, exchange, options);
  } catch (cause) {
    if (!(cause instanceof IssuerUnavailable)) throw cause;
    logUnavailable(request, cause);
    return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
  }
}

/** Does nothing if no account is linked. @throws `google.last-way-in` */
async function unlink(google: Google, request: FastifyRequest): Promise<void> {
  const { links, ownChanges, removals } = google;
  const session = await google.sessionCookie.require(request);
  const { userId } = session;
  await ownChanges.run(request, session, 'recent-sign-in', async ({ change, queries }) => {
    if (!(await links.unlink(queries, 'google', userId))) return;
    const refusal = await removals.refusalOf(queries, userId, { method: 'google' });
    if (refusal !== undefined) fail('google.last-way-in');
    await change.record({
      type: 'google.unlinked',
      method: 'google',
      notice: { name: 'google-unlinked' },
    });
  });
}

/** Sends a page that leads to Google, because form-action of the CSP applies to redirects. */
function sendLinkPage(site: Site, { request, reply, language }: PageExchange, href: string) {
  const address = { path: accountPath, query: '', carried: '' };
  const page = site.renderPage(googleLinkPage, language, { href }, address);
  return sendPage(request, reply, page, { personal: true });
}

const linking = (google: Google, site: Site) =>
  formOrCall({
    path: paths.googleLink,
    act: (exchange) => startLinking(google, exchange),
    next: (exchange, href) => new Instead(() => sendLinkPage(site, exchange, href)),
    response: googleLinkStartResponse,
    answer: (address) => ({ address }),
  });

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

  await registerActs(server, [linking(google, site)]);
  // browsers without JavaScript cannot send DELETE
  await registerForms(server, (scope) => {
    scope.post(paths.googleUnlink, async (request, reply) => {
      await unlink(google, request);
      const section = accountSectionPath('sign-in-methods');
      return reply.redirect(`/${rememberedLanguage(request)}/${section}`, 303);
    });
  });
}
