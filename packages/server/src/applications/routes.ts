// Routes of the applications area: `/api/app-redirect`, the button “Continue without Diia” of the sign-in page, and the
// routes of each protocol.

import { paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerForms } from '../http/forms.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { rawQuery } from '../pages/address.ts';
import { rememberedLanguage, responseLanguage } from '../pages/language/language.ts';
import { sendPage } from '../pages/send-page.ts';
import { type LaunchDeps, launch, sendRequestOver } from './launch.ts';
import type { LaunchErrors } from './launch-errors.ts';
import type { AuthorizationRequestStore } from './suspended-requests/store.ts';
import { withLevelWaived } from './suspended-requests/suspended-request.ts';

export type ApplicationRouteDeps = {
  sessionCookie: SessionCookie;
  authorizationRequests: AuthorizationRequestStore;
  startChecks: LaunchErrors['startChecks'];
  launch: LaunchDeps;
};

export async function registerApplications(server: FastifyInstance, deps: ApplicationRouteDeps) {
  const { sessionCookie } = deps;

  server.get(paths.appRedirect, async (request, reply) => {
    // the next URL has a ticket, which no Referer may contain
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const refused = deps.startChecks.refusedRequest(request, responseLanguage(request));
    if (refused) return sendPage(request, reply, refused, { status: 400, personal: true });
    const signedIn = await sessionCookie.signedIn(request);
    if (signedIn) return launch(deps.launch, request, reply, signedIn);
    const returnParams = returnQuery(rawQuery(request));
    const language = rememberedLanguage(request);
    return reply.redirect(sessionCookie.signInAddress(request, language, returnParams), 302);
  });

  /** Lets the user continue without the level that the authorization request asks for voluntarily. */
  async function waiveLevel(request: FastifyRequest, reply: FastifyReply) {
    const suspended = await deps.launch.findAuthorizationRequest(request);
    if (suspended === 'over') return sendRequestOver(deps.launch, request, reply);
    const waived = suspended && withLevelWaived(suspended);
    if (waived) await deps.authorizationRequests.replace(waived);
    const returnParams = returnQuery(rawQuery(request));
    reply.header('cache-control', 'no-store');
    return reply.redirect(`/${rememberedLanguage(request)}/${returnParams}`, 303);
  }

  await registerForms(server, (scope) => {
    scope.post(paths.withoutLevel, waiveLevel);
  });

  for (const protocol of deps.launch.protocols.values()) await protocol.register?.(server);
}
