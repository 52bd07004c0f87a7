// Changes of two-step verification on the account page: turning it off, new recovery codes, and forgetting browsers. All of them
// are forms, which need no JavaScript.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { type Language, languages } from '@brama/contract/paths';
import { forgetBrowserRequest } from '@brama/contract/second-factor/account';
import { newCodesPath, setUpPaths } from '@brama/contract/second-factor/second-factor';
import { reauthenticateParameter, returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { isUnconfirmed } from '../../factors/change-rule.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { registerForms } from '../../http/forms.ts';
import { rawQuery } from '../../pages/address.ts';
import { rememberedLanguage } from '../../pages/language/language.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { SecondFactorContext } from '../set-up/context.ts';
import { sendCodes } from '../set-up/pages.ts';

const section = accountSectionPath('sign-in-methods');

/** @throws `session.required` */
async function requireSignedIn(
  { http }: Pick<SecondFactorContext, 'http'>,
  request: FastifyRequest,
): Promise<SignedIn> {
  return (await http.sessionCookie.signedIn(request)) ?? fail('session.required');
}

/** Leads to the page on which the user confirms the change, and back. */
function signInAgain(reply: FastifyReply, language: Language) {
  const query = returnQuery('', { [reauthenticateParameter]: 'account' });
  return reply.redirect(`/${language}/${query}`, 303);
}

/**
 * Turns off the app. Recovery codes stay if the user has another second factor. No browser stays remembered.
 * @throws `second-factor.required` if the policy requires a second factor and none would be left.
 */
function turnOff(
  context: SecondFactorContext,
  request: FastifyRequest,
  { session, user: { id: userId } }: SignedIn,
): Promise<void> {
  const { factors, ownChanges } = context;
  return ownChanges.run(request, session, 'recent-sign-in', async ({ change, queries }) => {
    const app = { factor: 'authenticator-app' } as const;
    const refusal = await factors.removals.refusalOf(queries, userId, app);
    if (refusal !== undefined) fail('second-factor.required');
    if (!(await factors.totp.remove(queries, userId))) return;
    await factors.usable.removeCodesWithoutFactor(queries, userId);
    await forgetRememberedBrowsers(queries, userId);
    await change.record({
      type: 'second-factor.removed',
      notice: { name: 'second-factor-removed' },
    });
  });
}

async function takeTurnOff(
  context: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const language = rememberedLanguage(request);
  const signedIn = await requireSignedIn(context, request);
  try {
    await turnOff(context, request, signedIn);
  } catch (error) {
    if (isUnconfirmed(error)) return signInAgain(reply, language);
    throw error;
  }
  return reply.redirect(`/${language}/${section}`, 303);
}

/** Replaces the recovery codes. Returns undefined for a user who has no second factor, and needs none. */
function replaceCodes(
  context: SecondFactorContext,
  request: FastifyRequest,
  { session, user: { id: userId } }: SignedIn,
): Promise<string[] | undefined> {
  const { factors, ownChanges } = context;
  return ownChanges.run(request, session, 'recent-sign-in', async ({ change, queries }) => {
    if (!(await factors.usable.hasAny(queries, userId))) return undefined;
    await change.record({
      type: 'recovery-codes.created',
      notice: { name: 'recovery-codes-replaced' },
    });
    return factors.recoveryCodes.replace(queries, userId);
  });
}

/** Replaces the recovery codes, and shows the new ones. */
async function takeNewCodes(
  context: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
) {
  const signedIn = await requireSignedIn(context, request);
  const href = `/${language}/${section}`;
  let codes: string[] | undefined;
  try {
    codes = await replaceCodes(context, request, signedIn);
  } catch (error) {
    if (isUnconfirmed(error)) return signInAgain(reply, language);
    throw error;
  }
  if (!codes) return reply.redirect(href, 303);
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
  { factors, ownChanges, ...context }: SecondFactorContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { session } = await requireSignedIn(context, request);
  const form = forgetBrowserRequest.safeParse(request.body);
  if (!form.success) fail('request.invalid');
  await ownChanges.run(request, session, 'session', async ({ change, queries }) => {
    if (await factors.remembered.forget(queries, session.userId, form.data.browser))
      await change.record({ type: 'browser.forgotten' });
  });
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
