// `/api/app-redirect`: hands a signed-in user over to an application.

import { paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../http/session-cookie.ts';
import { rawQuery } from '../pages/address.ts';
import { answerLanguage, rememberedLanguage } from '../pages/language/language.ts';
import { sendPage } from '../pages/send-page.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from '../users/user.ts';
import type { Application } from './application.ts';
import {
  type AuthorizationRequest,
  meetsRequirements,
  withLevelWaived,
} from './authorization-requests/authorization-request.ts';
import type { BrowserCookie } from './authorization-requests/browser-cookie.ts';
import type { AuthorizationRequestStore } from './authorization-requests/store.ts';
import { hasAccess } from './has-access.ts';
import { type AnswerNotices, requestOverPage } from './interaction-pages.ts';
import type { AccessDenial, LaunchErrors } from './launch-errors.ts';
import type { PairwiseSubject } from './pairwise-subjects.ts';
import type { Protocol } from './protocol.ts';

export type ApplicationRouteDeps = {
  sessionCookie: SessionCookie;
  browsers: BrowserCookie;
  answerNotices: AnswerNotices;
  authorizationRequests: Pick<AuthorizationRequestStore, 'find' | 'replace'>;
  protocols: ReadonlyMap<string, Protocol>;
  refusals: LaunchErrors;
  applicationById(id: string): Promise<Application | undefined>;
  pairwiseSubject: PairwiseSubject;
  userById(id: string): Promise<User | undefined>;
};

type PendingDeps = Pick<ApplicationRouteDeps, 'browsers'> & {
  authorizationRequests: Pick<AuthorizationRequestStore, 'find'>;
};

/** The request a browser comes back for; `over` when it names one that is not, or no longer, its own. */
export function createAuthorizationRequestFinder({ browsers, authorizationRequests }: PendingDeps) {
  return async (request: FastifyRequest): Promise<AuthorizationRequest | 'over' | undefined> => {
    const id = parameter(request, 'request');
    if (id === undefined) return undefined;
    const browser = browsers.secretOf(request);
    const found = browser && (await authorizationRequests.find(id, browser));
    const appId = parameter(request, 'appId')?.toLowerCase();
    return found && found.applicationId === appId ? found : 'over';
  };
}

/** One value of a query parameter; repeated or missing ones count as absent. */
function parameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export async function registerApplications(server: FastifyInstance, deps: ApplicationRouteDeps) {
  const findAuthorizationRequest = createAuthorizationRequestFinder(deps);

  /** The application asked for, and its protocol, if the user may open it or the protocol judges that. */
  async function targetOf(user: User, request: FastifyRequest, isPending: boolean) {
    const application = await deps.applicationById(parameter(request, 'appId') ?? '');
    const protocol = application && deps.protocols.get(application.protocol.type);
    if (!application || !protocol) return undefined;
    if (!isPending && protocol.isLaunchable?.(application) === false) return undefined;
    const isJudged = isPending && protocol.checksAccess === true;
    return isJudged || hasAccess(user, application) ? { application, protocol } : undefined;
  }

  /** One click begins afresh at the application. */
  function requestOver(request: FastifyRequest, reply: FastifyReply) {
    const appId = parameter(request, 'appId') ?? '';
    const page = requestOverPage(deps.answerNotices, answerLanguage(request), appId);
    return sendPage(request, reply, page, { status: 410, personal: true });
  }

  /** Says why the application stays closed; a button takes that back to it. */
  function noAccess(
    request: FastifyRequest,
    reply: FastifyReply,
    { application, address }: AccessDenial,
  ) {
    const page = deps.answerNotices(answerLanguage(request), 'no-access', (language) => ({
      application: application.title[language],
      contact: application.contact,
      href: address,
    }));
    return sendPage(request, reply, page, { status: 403, personal: true });
  }

  async function open(request: FastifyRequest, reply: FastifyReply, session: Session, user: User) {
    const language = rememberedLanguage(request);
    const carried = returnQuery(rawQuery(request));
    const pending = await findAuthorizationRequest(request);
    if (pending === 'over') return requestOver(request, reply);
    if (pending && !meetsRequirements(session, pending.demands, deps.pairwiseSubject))
      return reply.redirect(`/${language}/${carried}`, 302);
    const target = await targetOf(user, request, pending !== undefined);
    if (!target) {
      const refusal = await deps.refusals.refusalOf(request, user);
      if (refusal) return noAccess(request, reply, refusal);
      return reply.redirect(`/${language}/apps${carried}`, 302);
    }
    const state = parameter(request, 'state');
    const { application, protocol } = target;
    const opening = { application, session, pending, language, state, traceId: request.id };
    const address = await protocol.launch(opening);
    return address === undefined ? requestOver(request, reply) : reply.redirect(address, 302);
  }

  server.get(paths.appRedirect, async (request, reply) => {
    // the next address carries a ticket: it must reach no Referer
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const refused = deps.refusals.startChecks.refusedRequest(request, answerLanguage(request));
    if (refused) return sendPage(request, reply, refused, { status: 400, personal: true });
    const session = await deps.sessionCookie.find(request);
    const user = session && (await deps.userById(session.userId));
    if (session && user) return open(request, reply, session, user);
    const carried = returnQuery(rawQuery(request));
    const language = rememberedLanguage(request);
    return reply.redirect(deps.sessionCookie.signInAddress(request, language, carried), 302);
  });

  /** Lets the user go on without the level that the waiting request only wishes for. */
  async function waiveLevel(request: FastifyRequest, reply: FastifyReply) {
    const pending = await findAuthorizationRequest(request);
    if (pending === 'over') return requestOver(request, reply);
    const waived = pending && withLevelWaived(pending);
    if (waived) await deps.authorizationRequests.replace(waived);
    const carried = returnQuery(rawQuery(request));
    reply.header('cache-control', 'no-store');
    return reply.redirect(`/${rememberedLanguage(request)}/${carried}`, 303);
  }

  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    // an empty form
    await scope.register(formbody);
    scope.post(paths.withoutLevel, waiveLevel);
  };
  await server.register(forms);

  for (const protocol of deps.protocols.values()) await protocol.register?.(server);
}
