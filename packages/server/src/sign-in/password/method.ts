// Sign-in with username and password: the JSON call, and the plain form for browsers without JavaScript.

import type { LoginNotice } from '@brama/contract/pages/login-page';
import { type Language, languages, paths } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { type SignInRequest, signInAnswer, signInRequest } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { errorTable, fail } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { logError } from '../../http/replies.ts';
import type { ReturnToCookie } from '../../http/return-to-cookie.ts';
import { typed } from '../../http/server.ts';
import { rawQuery } from '../../pages/address.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { User } from '../../users/user.ts';
import type { SignInMethod, SignInService } from '../method.ts';
import { type AuthenticateDeps, createAuthenticate } from './authenticate.ts';
import { type ChangeDeps, createChange } from './change/change.ts';
import { registerChange } from './change/routes.ts';
import type { HashQueue } from './hashing/hash-queue.ts';
import type { Hasher } from './hashing/hasher.ts';
import { createPasswordPages, type PagesDeps } from './password-pages.ts';
import { createPasswordEmails } from './reset/emails.ts';
import { createReset, type MailDeps, type ResetDeps } from './reset/reset.ts';
import { registerReset } from './reset/routes.ts';
import { createPasswordResets } from './reset/token-store.ts';

export type PasswordDeps = AuthenticateDeps &
  Omit<ChangeDeps, 'authenticate' | 'resets'> &
  Omit<ResetDeps, 'resets'> &
  PagesDeps & {
    baseUrl: string;
    /** Nothing where mail is off: then nobody is told of a change, and a forgotten password stays so. */
    mail: Omit<MailDeps, 'letters'> | undefined;
    hasher: Hasher;
    hashQueue: HashQueue;
    userById(id: string): Promise<User | undefined>;
    loginPage: LoginPage;
    returnToCookie: ReturnToCookie;
  };

export function createPasswordMethod(deps: PasswordDeps): SignInMethod {
  const authenticate = createAuthenticate(deps);
  const resets = createPasswordResets(deps.db, deps.now);
  const mail = deps.mail && { ...deps.mail, letters: createPasswordEmails(deps) };

  async function registerChoosing(server: FastifyInstance) {
    const pages = createPasswordPages(deps);
    const change = createChange({ ...deps, authenticate, resets });
    const notifyChanged = (user: User, language: Language) => {
      if (user.email !== null)
        mail?.jobQueue.add('notification', { group: user.id, source: '', isTrusted: false }, () =>
          mail.mailer.send(mail.letters.changed(user, language)),
        );
    };
    await registerChange(server, { ...deps, change, pages, notifyChanged });
    if (mail)
      await registerReset(server, {
        ...deps,
        reset: createReset({ ...deps, resets }, mail),
        pages,
      });
  }

  /** Whose name it is, never the name: people type passwords into its field. */
  function noteRefused(request: FastifyRequest, why: { refused: string; userId?: string }) {
    const network = networkOf(request.ip);
    const { refused: reason, userId: user } = why;
    logSecurityEvent(request.log, 'sign-in.refused', { method: 'password', reason, user, network });
    return undefined;
  }

  async function ticketFor(
    request: FastifyRequest,
    signInService: SignInService,
    credentials: SignInRequest,
  ) {
    const proven = await authenticate(request, credentials);
    if ('refused' in proven) return noteRefused(request, proven);
    // the subject of a password is our own user record
    const { userId } = proven;
    const identity = { method: 'password', subject: userId, verifiedAt: deps.now() } as const;
    const result = await signInService.issueTicket(identity, await deps.userById(userId));
    return 'ticket' in result ? result.ticket : noteRefused(request, { ...result, userId });
  }

  function registerCall(server: FastifyInstance, signInService: SignInService) {
    typed(server).post(
      paths.signIn,
      { schema: { body: signInRequest, response: { 200: signInAnswer } } },
      async (request) => {
        const ticket = await ticketFor(request, signInService, request.body);
        return {
          sessionId: ticket ?? fail('sign-in.invalid-credentials', { alreadyLogged: true }),
        };
      },
    );
  }

  /** Answers with the login page again: what was typed as username stays, the password does not. */
  async function showAgain(
    language: Language,
    request: FastifyRequest,
    reply: FastifyReply,
    notice: LoginNotice,
    { status, waitSeconds = 0 }: { status: number; waitSeconds?: number | undefined },
  ) {
    const { username } = (request.body ?? {}) as { username?: unknown };
    const typedName = typeof username === 'string' ? username.trim().slice(0, 256) : '';
    const page = await deps.loginPage(request, language, notice, {
      typed: typedName,
      waitSeconds,
    });
    return sendPage(request, reply, page, { status });
  }

  /** 401 for whom the credentials are refused; otherwise the session is started. */
  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    signInService: SignInService,
  ) {
    const form = signInRequest.safeParse(request.body);
    if (!form.success) return 400;
    const ticket = await ticketFor(request, signInService, form.data);
    return ticket && (await signInService.startSession(request, reply, ticket)) ? 303 : 401;
  }

  function registerForm(server: FastifyInstance, signInService: SignInService, language: Language) {
    server.post(`/${language}/`, async (request, reply) => {
      try {
        const status = await attempt(request, reply, signInService);
        if (status !== 303)
          return showAgain(language, request, reply, 'invalid-credentials', { status });
      } catch (error) {
        const verdict = logError(error, request, reply);
        const notice = verdict.code === 'sign-in.throttled' ? 'throttled' : 'unavailable';
        const { status } = errorTable[verdict.code];
        const waitSeconds = verdict.retryAfterSeconds;
        return showAgain(language, request, reply, notice, { status, waitSeconds });
      }
      return reply.redirect(`/${language}/apps${returnQuery(rawQuery(request))}`, 303);
    });
  }

  return {
    id: 'password',
    async register(server, signInService) {
      registerCall(server, signInService);
      const forms: FastifyPluginAsync = async (scope) => {
        scope.removeAllContentTypeParsers();
        await scope.register(formbody);
        for (const language of languages) registerForm(scope, signInService, language);
      };
      await server.register(forms);
      await registerChoosing(server);
    },
    deleteExpired: resets.deleteExpired,
    close() {
      deps.hashQueue.close();
      return deps.hasher.close();
    },
  };
}
