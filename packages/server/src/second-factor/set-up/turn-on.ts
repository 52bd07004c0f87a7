// Stores a confirmed authenticator app or a new passkey, with recovery codes if the user has none. Completes the sign-in that waits
// for it, or raises the session. All of it is one transaction.

import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { Change } from '../../events/change.ts';
import type { StorePasskey } from '../../factors/new-factors.ts';
import type { PendingSignIn } from '../../factors/pending-sign-ins.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Session } from '../../sessions/session.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { SecondFactorContext } from './context.ts';
import type { Enrolment } from './enrolment.ts';
import { isOutdated, type Owner } from './owner.ts';

/** Returns new recovery codes; undefined if the user has some. */
async function makeCodes(
  { factors }: SecondFactorContext,
  { queries, record }: Change,
  userId: string,
): Promise<string[] | undefined> {
  if ((await factors.recoveryCodes.countLeft(userId, queries)) > 0) return undefined;
  const codes = await factors.recoveryCodes.replace(queries, userId);
  await record({ type: 'recovery-codes.created' });
  return codes;
}

/**
 * Completes the sign-in that waits for a second factor. `store` stores the factor, ends the pending sign-in and returns the `amr` of the
 * factor. Returns new recovery codes. @throws `session.required` if the sign-in has ended, or the user has another factor meanwhile
 */
async function completeSignIn(
  context: SecondFactorContext,
  { request, reply }: Exchange,
  pending: PendingSignIn,
  store: (change: Change) => Promise<readonly string[]>,
): Promise<string[] | undefined> {
  const { userId } = pending.signIn;
  let change: Change | undefined;
  let codes: string[] | undefined;
  const isStarted = await context.completeSignIn(request, reply, async (queries) => {
    await lockUser(queries, userId);
    if (await isOutdated(context, queries, pending)) fail('session.required');
    change = context.ownChanges.begin(request, queries, userId);
    const factor = await store(change);
    codes = await makeCodes(context, change, userId);
    const shown = { amr: factor, addedAt: context.now() };
    return context.sessions.withFactor(queries, pending.signIn, shown);
  });
  if (!isStarted) fail('session.required');
  await change?.committed();
  return codes;
}

type StoredApp = {
  codes: string[] | undefined;
  /** Other sessions of the user have ended. */
  hasEndedOthers: boolean;
};

/**
 * Stores the app, in place of a former one. Returns whether the user had none.
 * @throws `session.required` if the enrolment was used
 */
async function storeApp(
  { factors }: SecondFactorContext,
  queries: Queries,
  userId: string,
  { secret, offeredAt, step }: Enrolment & { step: number },
): Promise<{ isFirst: boolean }> {
  await factors.usable.removeCodesWithoutFactor(queries, userId);
  const apps = queries.selectFrom('totp_factors').select('user_id').where('user_id', '=', userId);
  const isFirst = (await apps.executeTakeFirst()) === undefined;
  // of several requests with one enrolment, one wins
  if (!(await factors.totp.set(queries, userId, secret, step, offeredAt))) fail('session.required');
  // they have passed the factor that is gone
  if (!isFirst) await forgetRememberedBrowsers(queries, userId);
  return { isFirst };
}

/** Stores the event; `hasEndedOthers` is for the email. */
function reportApp(
  { record }: Change,
  { isFirst, hasEndedOthers }: { isFirst: boolean; hasEndedOthers: boolean },
): Promise<void> {
  const name = isFirst ? 'second-factor-added' : 'second-factor-replaced';
  return record({
    type: 'second-factor.added',
    details: isFirst ? {} : { how: 'replaced' },
    notice: { name, hasEndedOthers },
  });
}

/** Turns on the app in a session, and raises it. */
async function turnOnInSession(
  context: SecondFactorContext,
  { request, reply }: Exchange,
  given: Session,
  enrolment: Enrolment & { step: number },
): Promise<StoredApp> {
  const { ownChanges, sessions, revokeUsers, http, now } = context;
  const { userId, uid } = given;
  const result = await ownChanges.run(
    request,
    given,
    'recent-sign-in',
    async ({ change, queries, session, secretId }) => {
      const { isFirst } = await storeApp(context, queries, userId, enrolment);
      // a thief of the password may have started one
      const ended = isFirst
        ? await revokeUsers(queries, { users: [userId], keep: uid, scope: 'sign-ins', at: now() })
        : [];
      const hasEndedOthers = ended.length > 0;
      await reportApp(change, { isFirst, hasEndedOthers });
      await change.sessionsEnded(ended, 'by-user');
      if (!(await sessions.raise(queries, session, { amr: ['otp'], addedAt: now() })))
        fail('session.required');
      const codes = await makeCodes(context, change, userId);
      const applyCookie = await context.trustDevice(queries, request, session);
      // an attacker may know the old secret id
      const renewedId = (await sessions.rotate(queries, secretId)) ?? fail('session.required');
      return { codes, hasEndedOthers, applyCookie, renewedId, session };
    },
  );
  result.applyCookie(reply);
  http.sessionCookie.set(reply, result.renewedId, result.session);
  return { codes: result.codes, hasEndedOthers: result.hasEndedOthers };
}

/**
 * Turns on the app, in place of the former one. `step` is that of the code that confirmed it. Returns new recovery codes, if the user had none, and
 * whether other sessions of the user have ended.
 * @throws `session.required` if the enrolment was used, or the session or sign-in has ended meanwhile.
 */
export async function turnOnApp(
  context: SecondFactorContext,
  exchange: Exchange,
  { userId, pending, signedIn }: Owner,
  enrolment: Enrolment & { step: number },
): Promise<StoredApp> {
  if (!pending) return turnOnInSession(context, exchange, signedIn.session, enrolment);
  const codes = await completeSignIn(context, exchange, pending, async (change) => {
    const { queries } = change;
    if (!(await context.factors.pendingSignIns.take(queries, pending))) fail('session.required');
    const { isFirst } = await storeApp(context, queries, userId, enrolment);
    await reportApp(change, { isFirst, hasEndedOthers: false });
    return ['otp'];
  });
  return { codes, hasEndedOthers: false };
}

/** Completes a sign-in with a new passkey. `store` stores it and ends the pending sign-in. Returns new recovery codes. */
export function turnOnPasskey(
  context: SecondFactorContext,
  exchange: Exchange,
  pending: PendingSignIn,
  store: StorePasskey,
): Promise<string[] | undefined> {
  return completeSignIn(context, exchange, pending, store);
}
