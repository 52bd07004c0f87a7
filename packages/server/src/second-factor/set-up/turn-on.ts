// Stores a confirmed authenticator app or a new passkey, with recovery codes if the user has none, and completes the sign-in that
// waits for it. All of it is one transaction.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { responseLanguage } from '../../pages/language/language.ts';
import { amrWithFactor } from '../../sessions/assurance.ts';
import type { EndedSession } from '../../sessions/revocation.ts';
import type { Session } from '../../sessions/session.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { SecondFactorContext, StorePasskey } from './context.ts';
import type { Enrolment } from './enrolment.ts';
import { isOutdated, type Owner } from './owner.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Stores the factor. Returns its `amr`. */
type Store = (queries: Queries) => Promise<readonly string[]>;

/** Returns new recovery codes; undefined if the user has some. */
async function makeCodes(
  { factors, events }: SecondFactorContext,
  queries: Queries,
  request: FastifyRequest,
  { userId, signedIn }: Owner,
): Promise<string[] | undefined> {
  if ((await factors.recoveryCodes.countLeft(userId, queries)) > 0) return undefined;
  const codes = await factors.recoveryCodes.replace(queries, userId);
  const about = { userId, sessionUid: signedIn?.session.uid, ...eventOriginOf(request) };
  await events.record(queries, { type: 'recovery-codes.created', ...about });
  return codes;
}

/** @throws `session.required` if the session or the sign-in has ended. */
async function turnOn(
  context: SecondFactorContext,
  { request, reply }: Exchange,
  owner: Owner,
  store: Store,
): Promise<string[] | undefined> {
  const { userId, pending, signedIn } = owner;
  let codes: string[] | undefined;
  if (pending) {
    const isStarted = await context.completeSignIn(request, reply, async (queries) => {
      await lockUser(queries, userId);
      if (await isOutdated(context, queries, pending)) fail('session.required');
      const factor = await store(queries);
      codes = await makeCodes(context, queries, request, owner);
      const amr = amrWithFactor(pending.signIn, factor);
      return { ...pending.signIn, amr, hasNewFactor: true };
    });
    return isStarted ? codes : fail('session.required');
  }
  const { session } = signedIn;
  const { sessions, http } = context;
  const secretId = http.sessionCookie.secretIdOf(request) ?? fail('session.required');
  const { applyCookie, renewedId } = await context.db.transaction().execute(async (queries) => {
    const amr = await store(queries);
    const factor = { amr, addedAt: context.now() };
    if (!(await sessions.raise(queries, session, factor))) fail('session.required');
    codes = await makeCodes(context, queries, request, owner);
    const applyCookie = await context.trustDevice(queries, request, session);
    // an attacker may know the old secret id
    const renewedId = (await sessions.rotate(queries, secretId)) ?? fail('session.required');
    return { applyCookie, renewedId };
  });
  applyCookie(reply);
  http.sessionCookie.set(reply, renewedId, session);
  return codes;
}

/** Ends the other sessions of a user who had no app: a thief of the password may have started one. */
async function endOthers(
  { revokeUsers, events, now }: SecondFactorContext,
  queries: Queries,
  request: FastifyRequest,
  { uid, userId }: Session,
): Promise<EndedSession[]> {
  const users = [userId];
  const ended = await revokeUsers(queries, { users, keep: uid, scope: 'sign-ins', at: now() });
  if (ended.length === 0) return ended;
  const [only, another] = ended;
  await events.record(queries, {
    type: 'session.ended',
    userId,
    sessionUid: another ? undefined : only?.uid,
    ...eventOriginOf(request),
    details: { reason: 'by-user', sessions: ended.length },
  });
  return ended;
}

type AppNotice = 'second-factor-added' | 'second-factor-replaced';

function report(
  { notifyUser }: SecondFactorContext,
  request: FastifyRequest,
  { userId, signedIn }: Owner,
  { notice, ...changed }: { notice?: AppNotice; hasNewCodes: boolean; hasEndedOthers?: boolean },
) {
  const user = userId;
  const { hasNewCodes, hasEndedOthers } = changed;
  if (hasNewCodes) logSecurityEvent(request.log, 'recovery-codes.created', { user });
  if (!notice) return;
  logSecurityEvent(request.log, 'second-factor.added', { user });
  const sessionUid = signedIn?.session.uid;
  const about = { language: responseLanguage(request), origin: eventOriginOf(request) };
  notifyUser(notice, { userId, sessionUid, hasEndedOthers, ...about });
}

/**
 * Turns on the app, in place of the former one. `step` is that of the code that confirmed it. Returns new recovery codes, if the user had none, and
 * whether other sessions of the user have ended.
 * @throws `session.required` if the enrolment was used, or the session or sign-in has ended meanwhile.
 */
export async function turnOnApp(
  context: SecondFactorContext,
  exchange: Exchange,
  owner: Owner,
  { secret, offeredAt, step }: Enrolment & { step: number },
): Promise<{ codes: string[] | undefined; hasEndedOthers: boolean }> {
  const { events, factors } = context;
  const { request } = exchange;
  const { userId, pending, signedIn } = owner;
  let ended: EndedSession[] = [];
  let isFirst = true;
  const codes = await turnOn(context, exchange, owner, async (queries) => {
    await lockUser(queries, userId);
    if (pending && !(await factors.pendingSignIns.take(queries, pending))) fail('session.required');
    const apps = queries.selectFrom('totp_factors').select('user_id').where('user_id', '=', userId);
    isFirst = (await apps.executeTakeFirst()) === undefined;
    // of several requests with one enrolment, one wins
    if (!(await factors.totp.set(queries, userId, secret, step, offeredAt)))
      fail('session.required');
    const about = { userId, sessionUid: signedIn?.session.uid, ...eventOriginOf(request) };
    const details = isFirst ? {} : { how: 'replaced' };
    await events.record(queries, { type: 'second-factor.added', ...about, details });
    // they have passed the factor that is gone
    if (!isFirst) await forgetRememberedBrowsers(queries, userId);
    if (isFirst && signedIn) ended = await endOthers(context, queries, request, signedIn.session);
    return ['otp'];
  });
  for (const { uid: session } of ended)
    logSecurityEvent(request.log, 'session.ended', { session, user: userId, reason: 'by-user' });
  const notice = isFirst ? 'second-factor-added' : 'second-factor-replaced';
  const hasEndedOthers = ended.length > 0;
  report(context, request, owner, { notice, hasNewCodes: codes !== undefined, hasEndedOthers });
  return { codes, hasEndedOthers };
}

/** Completes a sign-in with a new passkey. `store` stores it and ends the pending sign-in. Returns new recovery codes. */
export async function turnOnPasskey(
  context: SecondFactorContext,
  exchange: Exchange,
  owner: Owner,
  store: StorePasskey,
): Promise<string[] | undefined> {
  const codes = await turnOn(context, exchange, owner, store);
  const hasNewCodes = codes !== undefined;
  report(context, exchange.request, owner, { hasNewCodes });
  return codes;
}
