// Suspends a login request until the user has signed in, and resumes it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../../crypto/secrets.ts';
import { rememberedLanguage } from '../../../pages/language/language.ts';
import { hasAccess } from '../../access/access.ts';
import { sendNoAccess, sendRequestOver } from '../../launch.ts';
import {
  type AuthorizationRequest,
  meetsSignInRequirements,
} from '../../suspended-requests/suspended-request.ts';
import type { CasDeps } from '../deps.ts';
import { handOver, type Login } from './hand-over.ts';
import { sendNoMethod, sendRefused } from './pages.ts';
import { type CasLogin, requirementsOf } from './read-login.ts';

export type ResumeRoute = { Params: { id: string } };

/** The address belongs to another application now. */
const unregistered = { reason: 'unregistered', nearest: [] } as const;

export const loginPath = '/cas/login';

/** Returns where the browser resumes a request. The page of a request that is over names the application. */
export function resumeAddress(baseUrl: string, { id, applicationId }: AuthorizationRequest) {
  const query = new URLSearchParams({ appId: applicationId });
  return `${baseUrl}${loginPath}/${id}?${query}`;
}

function goToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, applicationId }: Pick<AuthorizationRequest, 'id' | 'applicationId'>,
) {
  const query = new URLSearchParams({ appId: applicationId, request: id });
  return reply.redirect(`/${rememberedLanguage(request)}/?${query}`, 302);
}

/** Stores the request for this browser and sends the sign-in page. */
export async function suspendLogin(
  deps: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, login }: Login,
) {
  const { authorizationRequests } = deps.stores;
  const requirements = requirementsOf(found, login, deps.settings);
  if (requirements.methods?.length === 0) return sendNoMethod(deps, request, reply, found);
  await deps.limits.requests.countStart(request, { name: 'cas-request' });
  const suspended = { id: newSecret(), applicationId: found.application.id, requirements };
  const browser = deps.http.browserCookie.admit(request, reply);
  await authorizationRequests.add(suspended, browser);
  await authorizationRequests.remember(suspended.id, JSON.stringify(login));
  return goToSignIn(request, reply, suspended);
}

/** Returns the suspended request of this browser and what its client asked for. */
async function findSuspended(
  { http, stores: { authorizationRequests } }: CasDeps,
  request: FastifyRequest<ResumeRoute>,
) {
  const browser = http.browserCookie.secretOf(request);
  const { id } = request.params;
  const suspended = browser && (await authorizationRequests.find(id, browser));
  const memory = suspended && (await authorizationRequests.recall(id));
  return memory ? { suspended, login: JSON.parse(memory) as CasLogin } : undefined;
}

/** Continues with a request after the sign-in: with a ticket, or again at the sign-in page. */
export async function resumeLogin(
  deps: CasDeps,
  request: FastifyRequest<ResumeRoute>,
  reply: FastifyReply,
) {
  const { authorizationRequests } = deps.stores;
  const known = await findSuspended(deps, request);
  if (!known) return sendRequestOver(deps.pages, request, reply);
  const { suspended, login } = known;
  const found = await deps.findService(login.service);
  // the service may have been removed since
  if ('reason' in found || found.application.id !== suspended.applicationId) {
    const unknown = 'reason' in found ? found : unregistered;
    return sendRefused(deps, request, reply, { ...unknown, service: login.service });
  }
  const { application, href } = found;
  const signedIn = await deps.http.sessionCookie.signedIn(request);
  const requirements = requirementsOf(found, login, deps.settings);
  if (!signedIn || !meetsSignInRequirements(signedIn.session, requirements)) {
    // the sign-in page must ask for the same
    await authorizationRequests.replace({ ...suspended, requirements });
    return goToSignIn(request, reply, suspended);
  }
  const { user, session } = signedIn;
  if (!hasAccess(user, application))
    return sendNoAccess(deps.pages, request, reply, { application, url: '' });
  // of two tabs one gets the ticket
  if (!(await authorizationRequests.remove(suspended.id)))
    return sendRequestOver(deps.pages, request, reply);
  const fresh = session.verifiedAt > login.receivedAt;
  const ticket = await deps.tickets.issue({ application, session, href, fresh });
  if (ticket === undefined) return suspendLogin(deps, request, reply, { found, login });
  return handOver(deps, request, reply, { found, login, ticket });
}
