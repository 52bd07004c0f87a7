// Changes of two-step verification on the account page: turning it off, new recovery codes, and forgetting browsers. All of them
// are forms, which need no JavaScript.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { type Language, languages } from '@brama/contract/paths';
import { forgetBrowserRequest } from '@brama/contract/second-factor/account';
import { newCodesPath, setUpPaths } from '@brama/contract/second-factor/set-up';
import { reauthenticateParameter, returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { fail } from '../../errors.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { registerForms } from '../../http/forms.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { rawQuery } from '../../pages/address.ts';
import { rememberedLanguage, responseLanguage } from '../../pages/language/language.ts';
import type { SignedIn } from '../../sessions/store.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { SecondFactorContext } from '../set-up/context.ts';
import { sendCodes } from '../set-up/pages.ts';
import { canSignInBy } from './ways.ts';

const section = accountSectionPath('sign-in-methods');

/** @throws `session.required` */
async function requireSignedIn(
  { http }: Pick<SecondFactorContext, 'http'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  return (await http.sessionCookie.signedIn(request)) ?? fail('session.required');
}

/** Leads to the sign-in page and back, for an action that needs a recent sign-in. */
function signInAgain(reply: FastifyReply, language: Language) {
  const query = returnQuery('', { [reauthenticateParameter]: 'account' });
  return reply.redirect(`/${language}/${query}`, 303);
}

function aboutOf(request: FastifyRequest, { session, user }: SignedIn) {
  return { userId: user.id, sessionUid: session.uid, ...eventOriginOf(request) };
}

/**
 * Turns off the app. Recovery codes stay if the user has another second factor. No browser stays remembered.
 * @throws `second-factor.required` if the policy requires a second factor and none would be left.
 */
async function turnOff(
  context: SecondFactorContext,
  request: FastifyRequest,
  signedIn: SignedIn,
): Promise<boolean> {
  const { db, factors, events } = context;
  const { id: userId } = signedIn.user;
  return db.transaction().execute(async (queries) => {
    await lockUser(queries, userId);
    const hasOther = await canSignInBy(context, queries, userId, ['passkey']);
    const policy = await factors.policy.policyOf(queries, userId);
    if (policy === 'required' && !hasOther) fail('second-factor.required');
    if (!(await factors.totp.remove(queries, userId))) return false;
    if (!hasOther) await factors.recoveryCodes.remove(queries, userId);
    await forgetRememberedBrowsers(queries, userId);
    const about = aboutOf(request, signedIn);
    await events.record(queries, { type: 'second-factor.removed', ...about });
    return true;
  });
}

async function takeTurnOff(
  context: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const language = rememberedLanguage(request);
  const signedIn = await requireSignedIn(context, request);
  if (!(await context.factors.changes.mayChange(signedIn.session)))
    return signInAgain(reply, language);
  if (await turnOff(context, request, signedIn)) {
    const { id: userId } = signedIn.user;
    logSecurityEvent(request.log, 'second-factor.removed', { user: userId });
    const origin = eventOriginOf(request);
    const about = { userId, sessionUid: signedIn.session.uid, origin };
    context.notifyUser('second-factor-removed', { ...about, language: responseLanguage(request) });
  }
  return reply.redirect(`/${language}/${section}`, 303);
}

/** Replaces the recovery codes, and shows the new ones. */
async function takeNewCodes(
  context: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
) {
  const { db, factors, events } = context;
  const signedIn = await requireSignedIn(context, request);
  if (!(await factors.changes.mayChange(signedIn.session))) return signInAgain(reply, language);
  const { id: userId } = signedIn.user;
  const href = `/${language}/${section}`;
  const hasFactor =
    (await factors.totp.find(userId)) !== undefined ||
    (await canSignInBy(context, db, userId, ['passkey']));
  if (!hasFactor) return reply.redirect(href, 303);
  const codes = await db.transaction().execute(async (queries) => {
    await lockUser(queries, userId);
    const about = aboutOf(request, signedIn);
    await events.record(queries, { type: 'recovery-codes.created', ...about });
    return factors.recoveryCodes.replace(queries, userId);
  });
  logSecurityEvent(request.log, 'recovery-codes.created', { user: userId });
  const query = returnQuery(rawQuery(request));
  const next = query === '' ? href : `/${language}/apps${query}`;
  return sendCodes(context, { request, reply, language }, signedIn.user, {
    codes,
    after: 'new-codes',
    href: next,
  });
}

/** Needs no recent sign-in, because it opens nothing. */
async function takeForget(
  context: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, factors, events } = context;
  const signedIn = await requireSignedIn(context, request);
  const form = forgetBrowserRequest.safeParse(request.body);
  if (!form.success) fail('request.invalid');
  const { id: userId } = signedIn.user;
  const isForgotten = await db.transaction().execute(async (queries) => {
    if (!(await factors.remembered.forget(queries, userId, form.data.browser))) return false;
    await events.record(queries, { type: 'browser.forgotten', ...aboutOf(request, signedIn) });
    return true;
  });
  if (isForgotten) logSecurityEvent(request.log, 'browser.forgotten', { user: userId });
  return reply.redirect(`/${rememberedLanguage(request)}/${section}`, 303);
}

export async function registerAccountForms(server: FastifyInstance, context: SecondFactorContext) {
  await registerForms(server, (scope) => {
    scope.post(setUpPaths.turnOffSecondFactor, (request, reply) =>
      takeTurnOff(context, request, reply),
    );
    scope.post(setUpPaths.forgetBrowser, (request, reply) => takeForget(context, request, reply));
    for (const language of languages)
      scope.post(`/${language}/${newCodesPath}`, (request, reply) =>
        takeNewCodes(context, request, reply, language),
      );
  });
}
