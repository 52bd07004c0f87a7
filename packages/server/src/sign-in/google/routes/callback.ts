// Checks a callback of Google step by step: the state, the attempt, the browser, the exchange, the user. Every refused
// identity looks the same to the client (`google.failed`); only the log contains the reason.

import { createHmac, type KeyObject } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { Change } from '../../../events/change.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { createConcurrencyLimit } from '../../../http/limits/concurrency-limit.ts';
import { recentSignInMs, type Session } from '../../../sessions/session.ts';
import type { SignInService } from '../../method.ts';
import { externalIdentity, findOrLinkUser } from '../account-linking.ts';
import type { TakenAttempt } from '../attempt-store.ts';
import type { Google } from '../context.ts';
import type { GoogleIdentity } from '../provider/id-token.ts';
import { GoogleRefused, refusalLevels, refuse } from '../refusal.ts';

/** Linking may take this much longer at Google. */
const linkingMs = 5 * 60_000;

/** Limit of simultaneous code exchanges. Any client can start attempts and then send codes for them. */
const maxWaiting = 100;

export type CallbackParameters = {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
};

/** Returns a keyed hash, the same at every sign-in of the account and useless without the key. */
function accountHash(key: KeyObject, { issuer, subject }: GoogleIdentity): string {
  return createHmac('sha256', key).update(`${issuer} ${subject}`).digest('base64url').slice(0, 22);
}

function logRefusal(
  { events }: Pick<Google, 'events'>,
  request: FastifyRequest,
  purpose: GooglePurpose | undefined,
  { reason, details }: GoogleRefused,
) {
  const network = networkOf(request.ip);
  const facts = { reason, network, ...details };
  const { log } = request;
  const level = refusalLevels[reason];
  if (purpose === 'link') logSecurityEvent(log, 'google.link-refused', facts, level);
  else events.counter.refuse(request, 'sign-in.refused', { method: 'google', ...facts }, level);
}

/** Uses the attempt before the code is sent to Google: each code is sent once, from one browser. */
async function takeAttempt(
  { states, attempts, cookies }: Pick<Google, 'states' | 'attempts' | 'cookies'>,
  { request, reply }: Exchange,
  { code, state }: CallbackParameters,
): Promise<TakenAttempt & { isSharedComputer: boolean }> {
  const known = states.read(state ?? '');
  const browserSecret = known && cookies.take(request, reply, known.attempt);
  if (!code) fail('google.code-missing');
  if (!known) return refuse(state ? 'state-altered' : 'state-missing');
  const attempt = await attempts.take(known.attempt, browserSecret);
  if (attempt.purpose !== known.purpose) return refuse('state-altered');
  return { ...attempt, isSharedComputer: known.sharedComputer === 'true' };
}

/** @throws `session.not-recent` */
function checkAge({ now }: Pick<Google, 'now'>, { verifiedAt }: Session) {
  if (now() - verifiedAt > recentSignInMs + linkingMs) fail('session.not-recent');
}

/** Returns the session that started linking. It must be the current one, with a recent sign-in. Nothing is sent to Google without it. */
async function linkingSession(
  google: Pick<Google, 'sessionCookie' | 'changes' | 'now'>,
  request: FastifyRequest,
  attempt: TakenAttempt,
): Promise<Session> {
  const session = await google.sessionCookie.find(request);
  if (!session || session.uid !== attempt.sessionUid) return refuse('other-session');
  checkAge(google, session);
  await google.changes.check(session, 'second-factor');
  return session;
}

async function signIn(
  google: Pick<Google, 'links' | 'users' | 'ownChanges' | 'logKey' | 'now'>,
  signInService: SignInService,
  { request, reply }: Exchange,
  identity: GoogleIdentity,
  isSharedComputer: boolean,
) {
  const account = accountHash(google.logKey, identity);
  const { links, users } = google;
  let change: Change | undefined;
  const recordLink = (queries: Queries, userId: string) => {
    change = google.ownChanges.begin(request, queries, userId);
    return change.record({ type: 'google.linked', method: 'google', account, how: 'by-address' });
  };
  const found = await findOrLinkUser({ links, users, recordLink }, identity);
  if ('refused' in found) return refuse(found.refused, { account, user: found.userId });
  const subject = `${identity.issuer} ${identity.subject}`;
  const verified = { method: 'google', subject, verifiedAt: google.now() } as const;
  // a link that was removed meanwhile gives no ticket
  const use = links.using(externalIdentity(identity), found.user.id);
  const result = await signInService.issueTicket(verified, found.user, { writes: [use] });
  if (found.isNew) await change?.committed();
  const next =
    'ticket' in result
      ? await signInService.startSession(request, reply, result.ticket, isSharedComputer)
      : 'refused';
  return next === 'refused' ? refuse('ticket-refused', { account }) : next;
}

/**
 * Links the account. The exchange with Google takes seconds, so the session and its right are checked again in the transaction.
 * @throws `session.required`, `session.not-recent`, `google.linked-elsewhere`
 */
async function link(
  google: Pick<Google, 'links' | 'ownChanges' | 'logKey' | 'now'>,
  request: FastifyRequest,
  started: Session,
  identity: GoogleIdentity,
) {
  const { links, ownChanges } = google;
  const { userId: user } = started;
  const account = accountHash(google.logKey, identity);
  await ownChanges.run(request, started, 'second-factor', async ({ change, queries, session }) => {
    checkAge(google, session);
    if (!(await links.replace(queries, externalIdentity(identity), user, identity.email))) {
      const facts = { reason: 'linked-elsewhere', account, user, network: networkOf(request.ip) };
      logSecurityEvent(request.log, 'google.link-refused', facts, 'warn');
      fail('google.linked-elsewhere', { alreadyLogged: true });
    }
    await change.record({
      type: 'google.linked',
      method: 'google',
      account,
      how: 'by-hand',
      notice: { name: 'google-linked' },
    });
  });
}

/** `second-factor`: the sign-in lacks a step. */
type CallbackResult = 'started' | 'second-factor' | 'linked';

async function processCallback(
  google: Google,
  signInService: SignInService,
  exchange: Exchange,
  { code = '', state = '', iss }: CallbackParameters,
): Promise<CallbackResult> {
  const attempt = await takeAttempt(google, exchange, { code, state });
  const { request } = exchange;
  const isLinking = attempt.purpose === 'link';
  const session = isLinking ? await linkingSession(google, request, attempt) : undefined;
  const response = { code, state, iss: iss || undefined };
  const identity = await google.client.identify(response, attempt);
  if (!session) return signIn(google, signInService, exchange, identity, attempt.isSharedComputer);
  await link(google, request, session, identity);
  return 'linked';
}

export function createCallbackHandler(google: Google, signInService: SignInService) {
  const limitConcurrency = createConcurrencyLimit(maxWaiting);

  /** Signs in or links. @throws {RequestError}; `busy` before anything is used up. */
  return async function handleCallback(
    exchange: Exchange,
    parameters: CallbackParameters,
  ): Promise<CallbackResult> {
    const { request } = exchange;
    try {
      return await limitConcurrency(networkOf(request.ip), () =>
        processCallback(google, signInService, exchange, parameters),
      );
    } catch (error) {
      if (!(error instanceof GoogleRefused)) throw error;
      const known = google.states.read(parameters.state ?? '');
      logRefusal(google, request, known?.purpose, error);
      return fail('google.failed', { alreadyLogged: true });
    }
  };
}

export type CallbackHandler = ReturnType<typeof createCallbackHandler>;
