// Routes of the signed-in user: user data, sign-out, open sessions and connected apps. Browsers without JavaScript send
// forms, and continue to a page.

import type { ActivityPage } from '@brama/contract/api/activity';
import {
  type AccessResponse,
  accessResponse,
  endAccessRequest,
} from '@brama/contract/api/connected-apps';
import { endSessionRequest, sessionsResponse } from '@brama/contract/api/sessions';
import { knownApplicationsResponse, sessionResponse, userResponse } from '@brama/contract/api/user';
import { type AccountSection, accountSectionPath } from '@brama/contract/pages/account/sections';
import { accountSecuredQuery, signedOutQuery } from '@brama/contract/pages/login-page';
import { type Language, passwordPath, paths } from '@brama/contract/paths';
import { emptyResponse, signOutResponse } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { isForm } from '../http/request-kind.ts';
import { returns, typed } from '../http/server.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { acceptedLanguage, rememberedLanguage } from '../pages/language/language.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { Remembered } from './portal-list.ts';
import type { FindUserAnswer } from './user-answer.ts';

export type AccountDeps = {
  sessionCookie: SessionCookie;
  findUserAnswer: FindUserAnswer;
  ownSessions: OwnSessions;
  /** Returns the favourites of the user and the launched applications. */
  rememberedApplications(userId: string): Promise<Remembered[]>;
  connectedApps: {
    list(userId: string, language: Language): Promise<AccessResponse['applications']>;
    disconnect(userId: string, applicationId: string): Promise<void>;
  };
  /** Returns the application for developers of the button, which everyone may know. */
  sandbox(): Promise<{ id: string; title: Record<Language, string> } | undefined>;
  /** Ends everything that another person may use as this user. */
  secureAccount(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>;
  /** Returns how this user gets back in afterwards. */
  recoveryOf(signedIn: SignedIn): Promise<ActivityPage['recovery']>;
  /** Ends the session of this browser. Returns the applications that were not notified in time. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<{ name: string }[]>;
};

export async function registerAccount(server: FastifyInstance, deps: AccountDeps) {
  registerUser(server, deps);
  registerLists(server, deps);
  const actions: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);
    registerActions(scope, deps);
  };
  await server.register(actions);
}

function registerUser(server: FastifyInstance, { sessionCookie, findUserAnswer }: AccountDeps) {
  for (const path of [paths.user, paths.userAlias])
    typed(server).get(path, returns(userResponse), async (request, reply) => {
      reply.header('vary', 'accept-language, cookie');
      const { user } = (await sessionCookie.signedIn(request)) ?? fail('session.required');
      return findUserAnswer(user, acceptedLanguage(request));
    });

  typed(server).get(paths.session, returns(sessionResponse), async (request, reply) => {
    reply.header('vary', 'cookie');
    // pages ask by themselves, which must not extend the session
    const { userId } = await sessionCookie.peek(request);
    return { userHash: sessionCookie.userHashOf(userId) };
  });
}

function registerLists(server: FastifyInstance, deps: AccountDeps) {
  const { sessionCookie, findUserAnswer, ownSessions, connectedApps } = deps;
  typed(server).get(paths.sessions, returns(sessionsResponse), async (request, reply) => {
    reply.header('vary', 'cookie');
    return ownSessions.list(await sessionCookie.require(request));
  });

  typed(server).get(paths.access, returns(accessResponse), async (request, reply) => {
    reply.header('vary', 'accept-language, cookie');
    const { userId } = await sessionCookie.require(request);
    return { applications: await connectedApps.list(userId, acceptedLanguage(request)) };
  });

  // the request names no id, so it cannot be used to find other applications
  typed(server).get(
    paths.knownApplications,
    returns(knownApplicationsResponse),
    async (request, reply) => {
      reply.header('vary', 'accept-language, cookie');
      const language = acceptedLanguage(request);
      const sandbox = await deps.sandbox();
      const signedIn = await sessionCookie.signedIn(request);
      const answer = signedIn && (await findUserAnswer(signedIn.user, language));
      const own = answer?.applications.filter((application) => !application.sandbox) ?? [];
      return {
        sandbox: sandbox ? { id: sandbox.id, title: sandbox.title[language] } : null,
        own: own.map(({ id, title }) => ({ id, title })),
      };
    },
  );
}

function registerActions(
  server: FastifyInstance,
  { sessionCookie, ownSessions, connectedApps, signOut, ...deps }: AccountDeps,
) {
  /** Redirects browsers without JavaScript to the section of the account page. */
  function done(request: FastifyRequest, reply: FastifyReply, section: AccountSection) {
    const address = `/${rememberedLanguage(request)}/${accountSectionPath(section)}`;
    return isForm(request) ? reply.redirect(address, 303) : {};
  }

  typed(server).post(paths.signOut, returns(signOutResponse), async (request, reply) => {
    const untold = (await signOut(request, reply)).map(({ name }) => name);
    if (!isForm(request)) return { untold };
    return reply.redirect(`/${rememberedLanguage(request)}/${signedOutQuery(untold)}`, 303);
  });
  typed(server).post(
    paths.endSession,
    { schema: { body: endSessionRequest, response: { 200: emptyResponse } } },
    async (request, reply) => {
      await ownSessions.end(request, request.body.session);
      return done(request, reply, 'sessions');
    },
  );
  typed(server).post(paths.endOtherSessions, returns(emptyResponse), async (request, reply) => {
    await ownSessions.endOthers(request, reply);
    return done(request, reply, 'sessions');
  });
  typed(server).post(paths.secureAccount, returns(emptyResponse), async (request, reply) => {
    const signedIn = (await sessionCookie.signedIn(request)) ?? fail('session.required');
    const recovery = await deps.recoveryOf(signedIn);
    await deps.secureAccount(request, reply);
    if (!isForm(request)) return {};
    const page = recovery === 'email' ? `${passwordPath}/forgot` : '';
    const address = `/${rememberedLanguage(request)}/${page}${accountSecuredQuery}`;
    return reply.redirect(address, 303);
  });
  typed(server).post(
    paths.endAccess,
    { schema: { body: endAccessRequest, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const { userId } = await sessionCookie.require(request);
      const { application } = request.body;
      if (application) await connectedApps.disconnect(userId, application);
      return done(request, reply, 'connected-apps');
    },
  );
}
