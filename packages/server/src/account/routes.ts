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
import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { accountSecuredQuery, signedOutQuery } from '@brama/contract/pages/login-page';
import { type Language, passwordPath, paths } from '@brama/contract/paths';
import { signOutResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { returns, typed } from '../http/server.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { formOrCall, registerActs } from '../pages/form-or-call.ts';
import { acceptedLanguage } from '../pages/language/language.ts';
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
  await registerActs(server, actsOf(deps));
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

const actsOf = ({ sessionCookie, ownSessions, connectedApps, ...deps }: AccountDeps) => [
  formOrCall({
    path: paths.signOut,
    act: async ({ request, reply }) => (await deps.signOut(request, reply)).map(({ name }) => name),
    next: (_, untold) => signedOutQuery(untold),
    response: signOutResponse,
    answer: (untold) => ({ untold }),
  }),
  formOrCall({
    path: paths.endSession,
    body: endSessionRequest,
    act: ({ request }, { session }) => ownSessions.end(request, session),
    next: accountSectionPath('sessions'),
  }),
  formOrCall({
    path: paths.endOtherSessions,
    act: ({ request, reply }) => ownSessions.endOthers(request, reply),
    next: accountSectionPath('sessions'),
  }),
  formOrCall({
    path: paths.secureAccount,
    async act({ request, reply }) {
      const signedIn = (await sessionCookie.signedIn(request)) ?? fail('session.required');
      const recovery = await deps.recoveryOf(signedIn);
      await deps.secureAccount(request, reply);
      return recovery;
    },
    next: (_, recovery) =>
      `${recovery === 'email' ? `${passwordPath}/forgot` : ''}${accountSecuredQuery}`,
  }),
  formOrCall({
    path: paths.endAccess,
    body: endAccessRequest,
    async act({ request }, { application }) {
      const { userId } = await sessionCookie.require(request);
      if (application) await connectedApps.disconnect(userId, application);
    },
    next: accountSectionPath('connected-apps'),
  }),
];
