// Checks a callback of Google step by step: the state, the attempt, the browser, the exchange, the user. All refusals look
// alike to the client; only the log contains the reason.

import { createHmac, type KeyObject } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { fail } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { createConcurrencyLimit } from '../../../http/limits/concurrency-limit.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SignInService } from '../../method.ts';
import { type AccountLinkingDeps, externalIdentity, findOrLinkUser } from '../account-linking.ts';
import type { AttemptCookies } from '../attempt-cookies.ts';
import type { GoogleAttempts, TakenAttempt } from '../attempt-store.ts';
import type { Client } from '../provider/client.ts';
import type { GoogleIdentity } from '../provider/id-token.ts';
import { GoogleRefused, refusalLevels, refuse } from '../refusal.ts';
import type { States } from '../state.ts';

export type CallbackDeps = {
  attempt: {
    states: States;
    attempts: GoogleAttempts;
    cookies: AttemptCookies;
    client: Client;
  };
  accounts: AccountLinkingDeps;
  signInService: SignInService;
  sessionCookie: SessionCookie;
  /** Key of the hash that stands for an account in the log. */
  logKey: KeyObject;
  /** Linking starts within this time after sign-in … */
  recentMs: number;
  now: () => number;
};

/** … and may take this much longer at Google. */
const linkingMs = 5 * 60_000;

/** Requests that wait for Google at the same time. Anybody may send codes of own attempts. */
const maxWaiting = 100;

export type CallbackParameters = {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Returns a keyed hash, the same at every sign-in of the account and useless without the key. */
function accountHash(key: KeyObject, { issuer, subject }: GoogleIdentity): string {
  return createHmac('sha256', key).update(`${issuer} ${subject}`).digest('base64url').slice(0, 22);
}

function logRefusal(
  request: FastifyRequest,
  purpose: GooglePurpose | undefined,
  { reason, details }: GoogleRefused,
) {
  const facts = { reason, network: networkOf(request.ip), ...details };
  const level = refusalLevels[reason];
  if (purpose === 'link') logSecurityEvent(request.log, 'google.link-refused', facts, level);
  else logSecurityEvent(request.log, 'sign-in.refused', { method: 'google', ...facts }, level);
}

/** Uses the attempt before the code is sent to Google: each code is sent once, from one browser. */
async function takeAttempt(
  { states, attempts, cookies }: CallbackDeps['attempt'],
  { request, reply }: Exchange,
  { code, state }: CallbackParameters,
): Promise<TakenAttempt> {
  const known = states.read(state ?? '');
  const browserSecret = known && cookies.take(request, reply, known.attempt);
  if (!code) fail('google.code-missing');
  if (!known) return refuse(state ? 'state-altered' : 'state-missing');
  const attempt = await attempts.take(known.attempt, browserSecret);
  return attempt.purpose === known.purpose ? attempt : refuse('state-altered');
}

/** Returns the session that started linking. It must be the current one, with a recent sign-in. */
async function linkingSession(
  { sessionCookie, recentMs, now }: CallbackDeps,
  request: FastifyRequest,
  attempt: TakenAttempt,
): Promise<Session> {
  const session = await sessionCookie.find(request);
  if (!session || session.uid !== attempt.sessionUid) return refuse('other-session');
  if (now() - session.verifiedAt > recentMs + linkingMs) fail('session.not-recent');
  return session;
}

async function signIn(
  { accounts, signInService, logKey, now }: CallbackDeps,
  { request, reply }: Exchange,
  identity: GoogleIdentity,
) {
  const account = accountHash(logKey, identity);
  const found = await findOrLinkUser(accounts, identity);
  if ('refused' in found) return refuse(found.refused, { account, user: found.userId });
  const subject = `${identity.issuer} ${identity.subject}`;
  const verified = { method: 'google', subject, verifiedAt: now() } as const;
  const result = await signInService.issueTicket(verified, found.user);
  if (found.isNew) {
    const facts = { user: found.user.id, account, how: 'by-address' };
    logSecurityEvent(request.log, 'google.linked', facts);
  }
  const isStarted =
    'ticket' in result && (await signInService.startSession(request, reply, result.ticket));
  if (!isStarted) refuse('ticket-refused', { account });
}

async function link(
  { accounts, logKey }: CallbackDeps,
  { log, ip }: FastifyRequest,
  { userId: user }: Session,
  identity: GoogleIdentity,
) {
  const account = accountHash(logKey, identity);
  if (!(await accounts.links.replace(externalIdentity(identity), user, identity.email))) {
    const facts = { reason: 'linked-elsewhere', account, user, network: networkOf(ip) };
    logSecurityEvent(log, 'google.link-refused', facts, 'warn');
    fail('google.linked-elsewhere', { alreadyLogged: true });
  }
  logSecurityEvent(log, 'google.linked', { user, account, how: 'by-hand' });
}

async function processCallback(
  deps: CallbackDeps,
  exchange: Exchange,
  { code = '', state = '', iss }: CallbackParameters,
): Promise<void> {
  const attempt = await takeAttempt(deps.attempt, exchange, { code, state });
  const { request } = exchange;
  const isLinking = attempt.purpose === 'link';
  const session = isLinking ? await linkingSession(deps, request, attempt) : undefined;
  const response = { code, state, iss: iss || undefined };
  const identity = await deps.attempt.client.identify(response, attempt);
  await (session ? link(deps, request, session, identity) : signIn(deps, exchange, identity));
}

export function createCallbackHandler(deps: CallbackDeps) {
  const limitConcurrency = createConcurrencyLimit(maxWaiting);

  /** Signs in or links. @throws {RequestError}; `busy` before anything is used up. */
  return async function handleCallback(
    exchange: Exchange,
    parameters: CallbackParameters,
  ): Promise<void> {
    const { request } = exchange;
    try {
      await limitConcurrency(networkOf(request.ip), () =>
        processCallback(deps, exchange, parameters),
      );
    } catch (error) {
      if (!(error instanceof GoogleRefused)) throw error;
      const known = deps.attempt.states.read(parameters.state ?? '');
      logRefusal(request, known?.purpose, error);
      fail('google.failed', { alreadyLogged: true });
    }
  };
}

export type CallbackHandler = ReturnType<typeof createCallbackHandler>;
