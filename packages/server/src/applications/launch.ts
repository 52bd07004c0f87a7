// Launches an application for a signed-in user: checks the suspended authorization request and the access, then
// redirects to the address that the protocol returns.

import { setTimeout as sleep } from 'node:timers/promises';
import { type AppId, parseAppId } from '@brama/contract/app-id';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Statement } from '../database/direct.ts';
import { rawQuery } from '../pages/address.ts';
import { rememberedLanguage, responseLanguage } from '../pages/language/language.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from '../users/user.ts';
import { hasAccess } from './access/access.ts';
import type { Application } from './application.ts';
import { reachesMinimumLevel } from './application.ts';
import { type PageNotices, requestOverHref } from './interaction-pages.ts';
import type { AccessDenial, LaunchErrors } from './launch-errors.ts';
import type { PairwiseSubject } from './pairwise-subjects.ts';
import type { Protocol } from './protocol.ts';
import { type FindAuthorizationRequest, queryParameter } from './suspended-requests/finder.ts';
import { meetsRequirements } from './suspended-requests/suspended-request.ts';

export type LaunchDeps = {
  findAuthorizationRequest: FindAuthorizationRequest;
  pageNotices: PageNotices;
  protocols: ReadonlyMap<string, Protocol>;
  launchErrors: Pick<LaunchErrors, 'accessDenial'>;
  applicationById(id: AppId): Promise<Application | undefined>;
  pairwiseSubject: PairwiseSubject;
  /** Returns the statement that stores a launch for the portal. */
  launched(key: { userId: string; applicationId: string }): Statement;
  /** Runs a statement that no protocol has stored. */
  store(statement: Statement): Promise<unknown>;
};

/** Returns the named application and its protocol, if the user may launch it or the protocol checks access itself. */
async function findTarget(
  deps: LaunchDeps,
  user: User,
  request: FastifyRequest,
  isSuspended: boolean,
) {
  const appId = parseAppId(queryParameter(request, 'appId') ?? '');
  const application = appId && (await deps.applicationById(appId));
  const protocol = application && deps.protocols.get(application.protocol.type);
  if (!application || !protocol) return undefined;
  if (!isSuspended && protocol.isLaunchable?.(application) === false) return undefined;
  const protocolChecks = isSuspended && protocol.checksAccess === true;
  return protocolChecks || hasAccess(user, application) ? { application, protocol } : undefined;
}

/** Sends the page of a request that is over; its button starts again at the application. */
export function sendRequestOver(
  { pageNotices }: Pick<LaunchDeps, 'pageNotices'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const href = requestOverHref(queryParameter(request, 'appId') ?? '');
  return pageNotices.send({ request, reply }, responseLanguage(request), {
    page: 'request-over',
    partsIn: () => ({ href }),
    status: 410,
  });
}

/** Sends the page of a user without access; its button leads back to the application, or to the user's applications. */
export function sendNoAccess(
  { pageNotices }: Pick<LaunchDeps, 'pageNotices'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { application, url }: AccessDenial,
) {
  return pageNotices.send({ request, reply }, responseLanguage(request), {
    page: 'no-access',
    partsIn: (language) => ({
      application: application.title[language],
      contact: application.contact,
      href: url,
    }),
    status: 403,
  });
}

/** The user waits at most so long for the record of a launch, on which only the order of the portal depends. */
const longestWaitMs = 250;

/** Waits for the write, but not for a database that takes no writes now. */
async function storeSoon(write: Promise<unknown>, { log }: FastifyRequest): Promise<void> {
  const stored = write.catch((err: unknown) => log.warn({ err }, 'launch not recorded'));
  await Promise.race([stored, sleep(longestWaitMs, undefined, { ref: false })]);
}

/** Redirects to the application, to the sign-in page, or to the applications page; or sends an error page. */
export async function launch(
  deps: LaunchDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, user }: { session: Session; user: User },
) {
  const language = rememberedLanguage(request);
  const returnParams = returnQuery(rawQuery(request));
  const authorizationRequest = await deps.findAuthorizationRequest(request);
  if (authorizationRequest === 'over') return sendRequestOver(deps, request, reply);
  const requirements = authorizationRequest?.requirements;
  if (requirements && !meetsRequirements(session, requirements, deps.pairwiseSubject))
    return reply.redirect(`/${language}/${returnParams}`, 302);
  const target = await findTarget(deps, user, request, authorizationRequest !== undefined);
  if (!target) {
    const denial = await deps.launchErrors.accessDenial(request, user);
    if (denial) return sendNoAccess(deps, request, reply, denial);
    return reply.redirect(`/${language}/apps${returnParams}`, 302);
  }
  const { application, protocol } = target;
  // of an authorization request the protocol checks the level
  if (!authorizationRequest && !reachesMinimumLevel(session, application))
    return reply.redirect(`/${language}/${returnParams}`, 302);
  const state = queryParameter(request, 'state');
  const traceId = request.id;
  const launched = deps.launched({ userId: user.id, applicationId: application.id });
  const url = await protocol.launch({
    application,
    session,
    authorizationRequest,
    language,
    state,
    traceId,
    launched,
  });
  if (url === undefined) return sendRequestOver(deps, request, reply);
  if (!protocol.storesLaunched) await storeSoon(deps.store(launched), request);
  return reply.redirect(url, 302);
}
