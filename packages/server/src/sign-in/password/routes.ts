// Sign-in with a password: the JSON route, and the form for browsers without JavaScript.

import { paths, secondFactorPath } from '@brama/contract/paths';
import { signInRequest, signInResponse } from '@brama/contract/sign-in/password/schemas';
import { returnQuery, sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { typed } from '../../http/server.ts';
import { rawQuery } from '../../pages/address.ts';
import { FormPage, Refused, registerFormPages, textIn } from '../../pages/form-page.ts';
import { type LoginPage, refusedLoginPage } from '../../pages/login-page.ts';
import type { SignInService } from '../method.ts';
import type { Authenticate } from './authenticate.ts';
import type { Password } from './context.ts';

/** Logs and counts the user, never the typed name, because people type passwords into that field. */
function logRefusal(
  { events }: Pick<Password, 'events'>,
  request: FastifyRequest,
  why: { refused: string; userId?: string },
) {
  const { refused: reason, userId: user } = why;
  const facts = { method: 'password', reason, user, network: networkOf(request.ip) } as const;
  events.counter.refuse(request, 'sign-in.refused', facts);
}

/** Paths below the language, after the form. */
const nextPages = { started: 'apps', 'second-factor': secondFactorPath } as const;

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

/** Starts the session for the credentials of the form. The status 401 stands for refused ones, 400 for an incomplete form. */
async function signIn(
  password: Password,
  { request, reply }: Exchange,
  signInService: SignInService,
): Promise<string | Refused> {
  const form = signInRequest.safeParse(request.body);
  if (!form.success) return new Refused(400);
  const ticket = await issueTicket(password, request, signInService, form.data);
  if (!ticket) return new Refused(401);
  const isShared = textIn(request, sharedComputerParameter) === 'true';
  const result = await signInService.startSession(request, reply, ticket, isShared);
  return result === 'refused' ? new Refused(401) : nextPages[result];
}

/** The form of the sign-in page, which another route opens. */
const signInForm = (password: Password, loginPage: LoginPage, signInService: SignInService) =>
  new FormPage({
    path: '',
    isOpenedElsewhere: true,
    isPersonal: false,
    render: (_, { request, language }, __, refusal) =>
      refusal
        ? refusedLoginPage(loginPage, request, language, refusal)
        : loginPage(request, language, 'none'),
  }).takes({
    keeps: ['username', sharedComputerParameter],
    act: (exchange) => signIn(password, exchange, signInService),
    next: ({ request }, page) => `${page}${returnQuery(rawQuery(request))}`,
  });

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
  await registerFormPages(server, password.site, [signInForm(password, loginPage, signInService)]);
}
