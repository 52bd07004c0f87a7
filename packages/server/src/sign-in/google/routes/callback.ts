// An answer of Google, judged step by step: our state, our attempt, this browser, the exchange, the person.
// What is refused on the way is refused alike; why, only our log knows.

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
import {
  type AccountLinkingDeps,
  createAccountLinking,
  externalIdentity,
} from '../account-linking.ts';
import type { AttemptCookies } from '../attempt-cookies.ts';
import type { GoogleAttempts, TakenAttempt } from '../attempt-store.ts';
import type { Client } from '../provider/client.ts';
import type { GoogleIdentity } from '../provider/id-token.ts';
import { GoogleRefused, refusalLevels, refuse } from '../refusal.ts';
import type { States } from '../state.ts';

export type CallbackDeps = AccountLinkingDeps & {
  states: States;
  attempts: GoogleAttempts;
  cookies: AttemptCookies;
  sessionCookie: SessionCookie;
  client: Client;
  signInService: SignInService;
  /** Under it the log names accounts. */
  logKey: KeyObject;
  /** Linking begins within this time after signing in … */
  freshMs: number;
  now: () => number;
};

/** … and may take so much longer at Google. */
const linkingMs = 5 * 60_000;

/** So many may wait for Google at once: anybody may hand over a code of an attempt of their own. */
const mostWaiting = 100;

export type CallbackParameters = {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function createCallbackHandler(deps: CallbackDeps) {
  const { states, attempts, cookies, sessionCookie, client, signInService, links, now } = deps;
  const people = createAccountLinking(deps);
  const hold = createConcurrencyLimit(mostWaiting);

  /** An account in the log: the same at every sign-in, worth nothing without our key. */
  function accountOf({ issuer, subject }: GoogleIdentity): string {
    const hash = createHmac('sha256', deps.logKey).update(`${issuer} ${subject}`);
    return hash.digest('base64url').slice(0, 22);
  }

  /** `purpose` as the answer says: it may not have come as far as being believed. */
  function note(request: FastifyRequest, purpose: unknown, { reason, details }: GoogleRefused) {
    const facts = { reason, network: networkOf(request.ip), ...details };
    const level = refusalLevels[reason];
    if (purpose === 'link') logSecurityEvent(request.log, 'google.link-refused', facts, level);
    else logSecurityEvent(request.log, 'sign-in.refused', { method: 'google', ...facts }, level);
  }

  /** Only the session that began linking goes on with it, and not for long. */
  async function linkingSession(request: FastifyRequest, attempt: TakenAttempt): Promise<Session> {
    const session = await sessionCookie.find(request);
    if (!session || session.uid !== attempt.sessionUid) return refuse('other-session');
    if (now() - session.verifiedAt > deps.freshMs + linkingMs) fail('session.not-recent');
    return session;
  }

  async function signIn({ request, reply }: Exchange, identity: GoogleIdentity) {
    const account = accountOf(identity);
    const found = await people.find(identity);
    if ('refused' in found) return refuse(found.refused, { account, user: found.userId });
    const subject = `${identity.issuer} ${identity.subject}`;
    const verified = { method: 'google', subject, verifiedAt: now() } as const;
    const result = await signInService.issueTicket(verified, found.user);
    if (found.isNew)
      logSecurityEvent(request.log, 'google.linked', {
        user: found.user.id,
        account,
        how: 'by-address',
      });
    const entered =
      'ticket' in result && (await signInService.startSession(request, reply, result.ticket));
    if (!entered) refuse('ticket-refused', { account });
  }

  async function link(request: FastifyRequest, session: Session, identity: GoogleIdentity) {
    const account = accountOf(identity);
    const { userId: user } = session;
    const linked = await links.replace(externalIdentity(identity), user, identity.email);
    if (!linked) {
      const facts = { reason: 'linked-elsewhere', account, user, network: networkOf(request.ip) };
      logSecurityEvent(request.log, 'google.link-refused', facts, 'warn');
      fail('google.linked-elsewhere', { alreadyLogged: true });
    }
    logSecurityEvent(request.log, 'google.linked', { user, account, how: 'by-hand' });
  }

  /** Used up before anything leaves the house: a code comes to Google once, from one browser. */
  async function attemptOf({ request, reply }: Exchange, { code, state }: CallbackParameters) {
    const known = states.read(state ?? '');
    const browser = known && cookies.take(request, reply, known.attempt);
    if (!code) fail('google.code-missing');
    if (!known) return refuse(state ? 'state-altered' : 'state-missing');
    const attempt = await attempts.take(known.attempt, browser);
    return attempt.purpose === known.purpose ? attempt : refuse('state-altered');
  }

  async function judge(exchange: Exchange, told: CallbackParameters): Promise<GooglePurpose> {
    const attempt = await attemptOf(exchange, told);
    const { request } = exchange;
    const isLinking = attempt.purpose === 'link';
    const session = isLinking ? await linkingSession(request, attempt) : undefined;
    const { code = '', state = '', iss } = told;
    const identity = await client.identify({ code, state, iss: iss || undefined }, attempt);
    await (session ? link(request, session, identity) : signIn(exchange, identity));
    return attempt.purpose;
  }

  /** What the answer was for, once it has come true. @throws {RequestError}, `busy` before anything is used up */
  return async function answer(
    exchange: Exchange,
    told: CallbackParameters,
  ): Promise<GooglePurpose> {
    try {
      return await hold(networkOf(exchange.request.ip), () => judge(exchange, told));
    } catch (error) {
      if (!(error instanceof GoogleRefused)) throw error;
      note(exchange.request, states.read(told.state ?? '')?.purpose, error);
      return fail('google.failed', { alreadyLogged: true });
    }
  };
}

export type CallbackHandler = ReturnType<typeof createCallbackHandler>;
