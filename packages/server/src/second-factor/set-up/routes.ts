// Routes for setting up a second factor: the page with its form, “Not now” before the policy’s date, and the options of a passkey.

import { errorTable } from '@brama/contract/errors';
import { accountSectionPath } from '@brama/contract/pages/account/sections';
import {
  type Language,
  languages,
  secondFactorPath,
  userHashParameter,
} from '@brama/contract/paths';
import { setUpPath, setUpPaths, skipPath } from '@brama/contract/second-factor/second-factor';
import { newPasskeyOptionsResponse } from '@brama/contract/sign-in/passkey/schemas';
import { reauthenticateParameter, returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.ts';
import { matchingStep } from '../../factors/totp.ts';
import { registerForms } from '../../http/forms.ts';
import { logError } from '../../http/replies.ts';
import { returns, typed } from '../../http/server.ts';
import { rawQuery } from '../../pages/address.ts';
import { rememberLanguage } from '../../pages/language/language.ts';
import { hasShownFactor } from '../../sessions/assurance.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { SecondFactorContext } from './context.ts';
import { decryptEnrolment, type Enrolment, newEnrolment } from './enrolment.ts';
import { findOwner, isOutdated, type Owner } from './owner.ts';
import { type Exchange, sendCodes, sendSetUp, type Told } from './pages.ts';
import { passkeyOptions, takePasskey } from './passkeys.ts';
import { turnOnApp } from './turn-on.ts';

type NoOwner = Exclude<Awaited<ReturnType<typeof findOwner>>, Owner>;

function goTo({ request, reply, language }: Exchange, path: string) {
  const status = request.method === 'GET' ? 302 : 303;
  return reply.header('cache-control', 'no-store').redirect(`/${language}/${path}`, status);
}

/** Redirects a request without an owner to the page that it needs first. */
function leadAway(exchange: Exchange, { none }: NoOwner) {
  const search = rawQuery(exchange.request);
  if (none === 'off') return goTo(exchange, accountSectionPath('sign-in-methods'));
  if (none === 'verify') return goTo(exchange, `${secondFactorPath}${returnQuery(search)}`);
  const extra = none === 'not-recent' ? { [reauthenticateParameter]: 'account' } : {};
  return goTo(exchange, returnQuery(search, extra));
}

/** Where the user continues afterwards. */
function nextPath(request: FastifyRequest, { pending }: Owner): string {
  const query = returnQuery(rawQuery(request));
  return pending || query !== '' ? `apps${query}` : accountSectionPath('sign-in-methods');
}

async function showPage(context: SecondFactorContext, exchange: Exchange) {
  const owner = await findOwner(context, exchange.request);
  if ('none' in owner) return leadAway(exchange, owner);
  rememberLanguage(exchange.request, exchange.reply, exchange.language);
  return sendSetUp(context, exchange, owner, await newEnrolment(context));
}

/** Shows the codes; continues at once if the user has some. */
function finish(
  context: SecondFactorContext,
  exchange: Exchange,
  owner: Owner,
  { codes, ...told }: { codes: string[] | undefined } & Omit<Told, 'codes' | 'href'>,
) {
  const path = nextPath(exchange.request, owner);
  if (!codes) return goTo(exchange, path);
  const href = `/${exchange.language}/${path}`;
  return sendCodes(context, exchange, owner.user, { codes, href, ...told });
}

/** Returns whether a form that a signed-in user sends was successful before: a second click, or a page that was loaded again. */
async function isRepeated(
  { factors: { totp } }: SecondFactorContext,
  { userId, signedIn }: Owner,
  { userHash }: Pick<ReturnType<typeof fieldsOf>, 'userHash'>,
  enrolment: Enrolment | undefined,
): Promise<boolean> {
  if (!signedIn) return false;
  if (enrolment) return totp.has(userId, enrolment.secret);
  // the form of a sign-in, which is complete now
  const isOfSignIn = userHash === '';
  return isOfSignIn && (hasShownFactor(signedIn.session) || !!(await totp.find(userId)));
}

/** Fields that are missing or sent twice count as empty. */
function fieldsOf({ body }: FastifyRequest) {
  const given = (body ?? {}) as Record<string, unknown>;
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  return {
    code: text('code'),
    enrolment: text('enrolment'),
    credential: text('credential'),
    userHash: text(userHashParameter),
  };
}

async function takeCode(
  context: SecondFactorContext,
  exchange: Exchange,
  owner: Owner,
  { enrolment, code }: { enrolment: Enrolment; code: string },
) {
  const t = context.site.translate(exchange.language);
  const step = await matchingStep(enrolment, code, context.now());
  if (step === undefined) {
    const reason = code.trim() === '' ? 'empty' : 'wrong';
    const codeError = t(`second-factor-set-up:set-up.errors.${reason}`);
    return sendSetUp(context, exchange, owner, enrolment, { codeError, status: 422 });
  }
  const turnedOn = await turnOnApp(context, exchange, owner, { ...enrolment, step });
  return finish(context, exchange, owner, { ...turnedOn, after: 'app' });
}

/** Shows the page again, with why nothing was turned on. */
async function sendRefusal(
  context: SecondFactorContext,
  exchange: Exchange,
  error: unknown,
  enrolment: Enrolment | undefined,
) {
  const { request, reply, language } = exchange;
  const { code } = logError(error, request, reply);
  const owner = await findOwner(context, request);
  if ('none' in owner) return leadAway(exchange, owner);
  const t = context.site.translate(language);
  const { status } = errorTable[code];
  // the user is still there, so the secret was used meanwhile
  const isUsed = code === 'session.required';
  if (isUsed && enrolment && (await context.factors.totp.has(owner.userId, enrolment.secret)))
    return finish(context, exchange, owner, { codes: [], after: 'app' });
  const message = t(isUsed ? 'second-factor-set-up:set-up.errors.over' : `errors:codes.${code}`);
  const shown = enrolment && !isUsed ? enrolment : await newEnrolment(context);
  return sendSetUp(context, exchange, owner, shown, { message, status });
}

async function takeForm(context: SecondFactorContext, exchange: Exchange) {
  const { request, language } = exchange;
  const owner = await findOwner(context, request);
  if ('none' in owner) return leadAway(exchange, owner);
  const fields = fieldsOf(request);
  const { credential, code } = fields;
  const enrolment = decryptEnrolment(context, owner, fields.enrolment);
  if (await isRepeated(context, owner, fields, enrolment))
    return finish(context, exchange, owner, { codes: [], after: credential ? 'passkey' : 'app' });
  try {
    if (credential !== '') {
      const codes = await takePasskey(context, exchange, owner, credential);
      return finish(context, exchange, owner, { codes, after: 'passkey' });
    }
    if (enrolment) return await takeCode(context, exchange, owner, { enrolment, code });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return sendRefusal(context, exchange, error, enrolment);
  }
  const message = context.site.translate(language)('second-factor-set-up:set-up.errors.over');
  return sendSetUp(context, exchange, owner, await newEnrolment(context), { message, status: 422 });
}

/** Starts the session without a second factor, before the policy’s date. */
async function skip(context: SecondFactorContext, exchange: Exchange) {
  const { request, reply } = exchange;
  const owner = await findOwner(context, request);
  if ('none' in owner) return leadAway(exchange, owner);
  const { pending } = owner;
  const query = returnQuery(rawQuery(request));
  if (!pending) return goTo(exchange, `apps${query}`);
  const { pendingSignIns } = context.factors;
  // the page may show another sign-in than the one of the cookie
  const isOwn = decryptEnrolment(context, owner, fieldsOf(request).enrolment) !== undefined;
  const isAllowed = (pending.dueAt ?? 0) > context.now();
  if (!isOwn || !isAllowed) return goTo(exchange, `${setUpPath}${query}`);
  const isStarted = await context.completeSignIn(request, reply, async (queries) => {
    await lockUser(queries, owner.userId);
    const isTaken = await pendingSignIns.take(queries, pending);
    return isTaken && !(await isOutdated(context, queries, pending)) ? pending.signIn : undefined;
  });
  return goTo(exchange, isStarted ? `apps${query}` : query);
}

export async function registerSetUp(server: FastifyInstance, context: SecondFactorContext) {
  function registerLanguage(scope: FastifyInstance, language: Language) {
    const address = `/${language}/${setUpPath}`;
    scope.get(address, (request, reply) => showPage(context, { request, reply, language }));
    scope.post(address, (request, reply) => takeForm(context, { request, reply, language }));
    scope.post(`/${language}/${skipPath}`, (request, reply) =>
      skip(context, { request, reply, language }),
    );
  }

  await registerForms(server, (scope) => {
    for (const language of languages) registerLanguage(scope, language);
  });
  typed(server).post(
    setUpPaths.setUpPasskeyOptions,
    returns(newPasskeyOptionsResponse),
    async (request) => ({ options: await passkeyOptions(context, request) }),
  );
}
