// Sign-in with a password: the JSON route, and the form for browsers without JavaScript.

import { errorTable } from '@brama/contract/errors';
import type { LoginNotice } from '@brama/contract/pages/login-page';
import { type Language, languages, paths, secondFactorPath } from '@brama/contract/paths';
import { signInRequest, signInResponse } from '@brama/contract/sign-in/password/schemas';
import { returnQuery, sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { registerForms } from '../../http/forms.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { logError } from '../../http/replies.ts';
import { typed } from '../../http/server.ts';
import { rawQuery } from '../../pages/address.ts';
import type { LoginPage } from '../../pages/login-page.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { SignInService } from '../method.ts';
import type { Authenticate } from './authenticate.ts';
import type { Password } from './context.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Logs and counts the user, never the typed name, because people type passwords into that field. */
function logRefusal(
  { events }: Pick<Password, 'events'>,
  request: FastifyRequest,
  why: { refused: string; userId?: string },
) {
  const { refused: reason, userId: user } = why;
  const facts = { method: 'password', reason, user, network: networkOf(request.ip) } as const;
  events.counter.refuse(request.log, 'sign-in.refused', facts);
}

/** Paths below the language, after the form. */
const nextPages = { started: 'apps', 'second-factor': secondFactorPath } as const;

/** Returns whether the checkbox of the form is checked. */
function isSharedForm({ body }: FastifyRequest): boolean {
  const { [sharedComputerParameter]: choice } = (body ?? {}) as Record<string, unknown>;
  return choice === 'true';
}

/** Sends the sign-in page with a notice. The page keeps the typed username and drops the password. */
async function sendLoginPage(
  loginPage: LoginPage,
  { request, reply }: Exchange,
  language: Language,
  notice: LoginNotice,
  { status, waitSeconds = 0 }: { status: number; waitSeconds?: number | undefined },
) {
  const { username } = (request.body ?? {}) as { username?: unknown };
  const typedName = typeof username === 'string' ? username.trim().slice(0, 256) : '';
  const page = await loginPage(request, language, notice, {
    typed: typedName,
    sharedComputer: isSharedForm(request),
    waitSeconds,
  });
  return sendPage(request, reply, page, { status });
}

/** Returns a ticket, or undefined after a refusal. @throws `sign-in.throttled`, `busy` */
async function issueTicket(
  password: Pick<Password, 'authenticate' | 'events' | 'now'>,
  request: FastifyRequest,
  signInService: SignInService,
  credentials: Parameters<Authenticate>[1],
): Promise<string | undefined> {
  const proved = await password.authenticate(request, credentials);
  if ('refused' in proved) {
    logRefusal(password, request, proved);
    return undefined;
  }
  const { userId, passwordHash, refunds } = proved;
  const verifiedAt = password.now();
  const identity = { method: 'password', subject: userId, verifiedAt } as const;
  // verified above; the exchange of the ticket checks again that the user is active
  const user = { id: userId, disabled: false };
  const options = { writes: refunds, passwordHash };
  const result = await signInService.issueTicket(identity, user, options);
  if ('ticket' in result) return result.ticket;
  // `used`: the password was changed after it was verified
  const refused = result.refused === 'used' ? 'wrong-password' : result.refused;
  logRefusal(password, request, { refused, userId });
  return undefined;
}

/** Returns where the user continues, or the status of the sign-in page: 401 for refused credentials, 400 for an incomplete form. */
async function signIn(
  password: Password,
  { request, reply }: Exchange,
  signInService: SignInService,
) {
  const form = signInRequest.safeParse(request.body);
  if (!form.success) return 400;
  const ticket = await issueTicket(password, request, signInService, form.data);
  if (!ticket) return 401;
  const result = await signInService.startSession(request, reply, ticket, isSharedForm(request));
  return result === 'refused' ? 401 : nextPages[result];
}

export async function registerSignInRoutes(
  server: FastifyInstance,
  password: Password,
  loginPage: LoginPage,
  signInService: SignInService,
) {
  typed(server).post(
    paths.signIn,
    { schema: { body: signInRequest, response: { 200: signInResponse } } },
    async (request) => {
      const ticket = await issueTicket(password, request, signInService, request.body);
      return { sessionId: ticket ?? fail('sign-in.invalid-credentials', { alreadyLogged: true }) };
    },
  );

  async function takeForm(exchange: Exchange, language: Language) {
    const { request, reply } = exchange;
    try {
      const next = await signIn(password, exchange, signInService);
      if (typeof next === 'string')
        return reply.redirect(`/${language}/${next}${returnQuery(rawQuery(request))}`, 303);
      return sendLoginPage(loginPage, exchange, language, 'invalid-credentials', { status: next });
    } catch (error) {
      const { code, retryAfterSeconds: waitSeconds } = logError(error, request, reply);
      const notice = code === 'sign-in.throttled' ? 'throttled' : 'unavailable';
      const { status } = errorTable[code];
      return sendLoginPage(loginPage, exchange, language, notice, { status, waitSeconds });
    }
  }

  await registerForms(server, (scope) => {
    for (const language of languages)
      scope.post(`/${language}/`, (request, reply) => takeForm({ request, reply }, language));
  });
}
