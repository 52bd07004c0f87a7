// Routes for setting up a second factor: the page with its form, “Not now” before the policy’s date, and the options of a passkey.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { languages, secondFactorPath, userHashParameter } from '@brama/contract/paths';
import {
  newCodesPath,
  setUpPath,
  setUpPaths,
  skipPath,
} from '@brama/contract/second-factor/second-factor';
import { newPasskeyOptionsResponse } from '@brama/contract/sign-in/passkey/schemas';
import { reauthenticateParameter, returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.ts';
import { matchingStep } from '../../factors/totp.ts';
import { returns, typed } from '../../http/server.ts';
import { rawQuery } from '../../pages/address.ts';
import {
  formPage,
  Instead,
  leadTo,
  type PageExchange,
  Refused,
  registerFormPages,
  textIn,
} from '../../pages/form-page.ts';
import type { Refusal } from '../../pages/refusal.ts';
import { hasShownFactor } from '../../sessions/assurance.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { SecondFactorContext } from './context.ts';
import { decryptEnrolment, type Enrolment } from './enrolment.ts';
import { findOwner, isOutdated, type Owner } from './owner.ts';
import { propsFor, sendCodes, showCodes, type Told } from './pages.ts';
import { passkeyOptions, takePasskey } from './passkeys.ts';
import { turnOnApp } from './turn-on.ts';

type NoOwner = Exclude<Awaited<ReturnType<typeof findOwner>>, Owner>;

const leadBelow = ({ language }: PageExchange, path: string) => leadTo(`/${language}/${path}`);

/** Leads a request without an owner to the page that it needs first. */
function leadAway(exchange: PageExchange, { none }: NoOwner) {
  const search = rawQuery(exchange.request);
  if (none === 'off') return leadBelow(exchange, accountSectionPath('sign-in-methods'));
  if (none === 'verify') return leadBelow(exchange, `${secondFactorPath}${returnQuery(search)}`);
  const extra = none === 'not-recent' ? { [reauthenticateParameter]: 'account' } : {};
  return leadBelow(exchange, returnQuery(search, extra));
}

async function load(context: SecondFactorContext, exchange: PageExchange) {
  const owner = await findOwner(context, exchange.request);
  return 'none' in owner ? leadAway(exchange, owner) : owner;
}

/** Where the user continues afterwards. */
function nextPath(request: FastifyRequest, { pending }: Owner): string {
  const query = returnQuery(rawQuery(request));
  return pending || query !== '' ? `apps${query}` : accountSectionPath('sign-in-methods');
}

/** What was set up, with the new codes of a user who had none. */
type SetUp = { codes: string[] | undefined } & Omit<Told, 'codes' | 'href'>;

/** Shows the codes; continues at once if the user has some. */
function finish(
  context: SecondFactorContext,
  exchange: PageExchange,
  owner: Owner,
  { codes, ...told }: SetUp,
) {
  const path = nextPath(exchange.request, owner);
  if (!codes) return leadBelow(exchange, path);
  const href = `/${exchange.language}/${path}`;
  return new Instead(() => sendCodes(context, exchange, owner.user, { codes, href, ...told }));
}

/** Returns whether a form that a signed-in user sends was successful before: a second click, or a page that was loaded again. */
async function isRepeated(
  { factors: { totp } }: SecondFactorContext,
  request: FastifyRequest,
  { userId, signedIn }: Owner,
  enrolment: Enrolment | undefined,
): Promise<boolean> {
  if (!signedIn) return false;
  if (enrolment) return totp.has(userId, enrolment.secret);
  // the form of a sign-in, which is complete now
  const isOfSignIn = textIn(request, userHashParameter) === '';
  return isOfSignIn && (hasShownFactor(signedIn.session) || !!(await totp.find(userId)));
}

const enrolmentIn = (context: SecondFactorContext, owner: Owner, request: FastifyRequest) =>
  decryptEnrolment(context, owner, textIn(request, 'enrolment'));

async function loadForForm(context: SecondFactorContext, exchange: PageExchange) {
  const { request } = exchange;
  const owner = await load(context, exchange);
  if (owner instanceof Instead) return owner;
  if (!(await isRepeated(context, request, owner, enrolmentIn(context, owner, request))))
    return owner;
  const after = textIn(request, 'credential') ? 'passkey' : 'app';
  return finish(context, exchange, owner, { codes: [], after });
}

/** Sets up what the form contains: a passkey, or the app whose code it has. */
async function takeForm(
  context: SecondFactorContext,
  exchange: PageExchange,
  owner: Owner,
): Promise<SetUp | Refused> {
  const { request } = exchange;
  const credential = textIn(request, 'credential');
  if (credential !== '') {
    const codes = await takePasskey(context, exchange, owner, credential);
    return { codes, after: 'passkey' };
  }
  const enrolment = enrolmentIn(context, owner, request);
  if (!enrolment) return new Refused(422);
  const code = textIn(request, 'code');
  const step = await matchingStep(enrolment, code, context.now());
  if (step === undefined)
    return new Refused(422, { codeError: code.trim() === '' ? 'empty' : 'wrong' });
  const turnedOn = await turnOnApp(context, exchange, owner, { ...enrolment, step });
  return { ...turnedOn, after: 'app' };
}

/** Returns the present owner, unless the secret of the form was used meanwhile. */
async function loadAgain(
  context: SecondFactorContext,
  exchange: PageExchange,
  { code }: Refusal,
  before: Owner,
) {
  const owner = await load(context, exchange);
  if (owner instanceof Instead || code !== 'session.required') return owner;
  const enrolment = enrolmentIn(context, before, exchange.request);
  const isUsed = enrolment && (await context.factors.totp.has(owner.userId, enrolment.secret));
  return isUsed ? finish(context, exchange, owner, { codes: [], after: 'app' }) : owner;
}

/** Starts the session without a second factor, before the policy’s date. Returns where the user continues. */
async function skip(
  context: SecondFactorContext,
  { request, reply }: PageExchange,
  owner: Owner,
): Promise<string> {
  const { pending } = owner;
  const query = returnQuery(rawQuery(request));
  if (!pending) return `apps${query}`;
  const { pendingSignIns } = context.factors;
  // the page may show another sign-in than the one of the cookie
  const isOwn = enrolmentIn(context, owner, request) !== undefined;
  const isAllowed = (pending.dueAt ?? 0) > context.now();
  if (!isOwn || !isAllowed) return `${setUpPath}${query}`;
  const isStarted = await context.completeSignIn(request, reply, async (queries) => {
    await lockUser(queries, owner.userId);
    const isTaken = await pendingSignIns.take(queries, pending);
    return isTaken && !(await isOutdated(context, queries, pending)) ? pending.signIn : undefined;
  });
  return isStarted ? `apps${query}` : query;
}

const setUpPage = (context: SecondFactorContext) =>
  formPage({
    path: setUpPath,
    page: 'second-factor-set-up',
    load: (exchange) => load(context, exchange),
    props: (shown, owner, { language }) => propsFor(context, owner, language, shown),
    words: ({ code, kept }, t) =>
      // the user is still there, so the secret was used meanwhile; or the form has no secret that is valid
      code === 'session.required' || (code === undefined && kept['codeError'] === undefined)
        ? t('second-factor-set-up:set-up.errors.over')
        : undefined,
  })
    .takes({
      load: (exchange) => loadForForm(context, exchange),
      keeps: ['enrolment'],
      act: (exchange, _, owner) => takeForm(context, exchange, owner),
      next: (exchange, setUp, owner) => finish(context, exchange, owner, setUp),
      explains: (error) => error instanceof RequestError,
      again: (exchange, refusal, before) => loadAgain(context, exchange, refusal, before),
    })
    .takes({
      path: skipPath,
      act: (exchange, _, owner) => skip(context, exchange, owner),
      next: leadBelow,
      explains: () => false,
    });

export async function registerSetUp(server: FastifyInstance, context: SecondFactorContext) {
  await registerFormPages(server, context.site, [setUpPage(context)]);
  for (const language of languages)
    server.get(`/${language}/${newCodesPath}`, (request, reply) =>
      showCodes(context, { request, reply, language }),
    );
  typed(server).post(
    setUpPaths.setUpPasskeyOptions,
    returns(newPasskeyOptionsResponse),
    async (request) => ({ options: await passkeyOptions(context, request) }),
  );
}
