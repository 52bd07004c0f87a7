// Answers a login request: with a ticket, without one (`gateway`), with the sign-in page, or with a page that refuses it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import { hasAccess } from '../../access/access.ts';
import { sendNoAccess } from '../../launch.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import type { CasDeps } from '../deps.ts';
import type { Query } from '../validation/read-validation.ts';
import { handOver, type Login } from './hand-over.ts';
import { sendRefused } from './pages.ts';
import { readLogin, requirementsOf } from './read-login.ts';
import { suspendLogin } from './suspend.ts';

async function sendHome({ http }: CasDeps, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await http.sessionCookie.signedIn(request);
  return reply.redirect(`/${rememberedLanguage(request)}/${signedIn ? 'apps' : ''}`, 302);
}

/** Returns a ticket if the session suffices. */
async function issueTicket(deps: CasDeps, signedIn: SignedIn | undefined, { found, login }: Login) {
  const requirements = requirementsOf(found, login, deps.settings);
  if (!signedIn || !meetsSignInRequirements(signedIn.session, requirements)) return undefined;
  const { application, href } = found;
  return deps.tickets.issue({ application, session: signedIn.session, href, fresh: false });
}

async function answer(
  deps: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, login }: Login,
) {
  const { application, href } = found;
  deps.activity.reached(application.id, 'requested');
  const signedIn = await deps.http.sessionCookie.signedIn(request);
  if (signedIn && !login.renew && !hasAccess(signedIn.user, application)) {
    if (login.gateway) return reply.redirect(href, 302);
    return sendNoAccess(deps.pages, request, reply, { application, url: '' });
  }
  const ticket = await issueTicket(deps, signedIn, { found, login });
  if (ticket !== undefined) return handOver(deps, request, reply, { found, login, ticket });
  if (login.gateway) return reply.redirect(href, 302);
  return suspendLogin(deps, request, reply, { found, login });
}

export async function answerLogin(deps: CasDeps, request: FastifyRequest, reply: FastifyReply) {
  const login = readLogin(request.query as Query, deps.now());
  if (login === undefined) return sendHome(deps, request, reply);
  if (login === 'repeated') return sendRefused(deps, request, reply, { reason: 'repeated' });
  const found = await deps.findService(login.service);
  if ('reason' in found)
    return sendRefused(deps, request, reply, { ...found, service: login.service });
  return answer(deps, request, reply, { found, login });
}
