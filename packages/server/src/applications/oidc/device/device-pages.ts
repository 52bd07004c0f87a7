// Pages of the device flow: entering the code of a device, and confirming it. The library handles the form with the
// decision of the user.

import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { fullNameIn } from '@brama/contract/api/full-name';
import { devicePath, type Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { pathOf } from '../../../http/log.ts';
import { wantsPage } from '../../../http/request-kind.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberLanguage, responseLanguage } from '../../../pages/language/language.ts';
import { leadToRefusal, takeRefusal } from '../../../pages/refusal.ts';
import { sendPage } from '../../../pages/send-page.ts';
import { toSeconds } from '../../../rate-limits/limit-kinds.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import { settingsOf } from '../clients/clients.ts';
import type { OidcDeps, Pages } from '../deps.ts';
import type { DeviceContext, RouteStep } from '../request-context.ts';
import { readUserCode, shownUserCode } from './user-code.ts';
import type { AttemptSource } from './user-code-limits.ts';

export const typedPath = `${devicePath}/code`;
export const donePath = `${devicePath}/done`;
export const refusedPath = `${devicePath}/refused`;

/** Why a user code is not accepted → the status of the page. */
const statusOf = {
  malformed: 400,
  unknown: 404,
  over: 410,
  used: 410,
  'too-many': 429,
  again: 400,
};
export type UserCodeError = keyof typeof statusOf;

const codeErrors = Object.keys(statusOf) as [UserCodeError, ...UserCodeError[]];
/** What the notice of a refused code keeps. */
const refusedCode = z.object({ error: z.enum(codeErrors), typed: z.string() });

/** A longer text is not a user code. */
const maxTypedLength = 32;

function siteHostOf(application: Application): string {
  const { client_uri } = settingsOf(application).metadata;
  return client_uri === undefined ? '' : new URL(client_uri).host;
}

/** `justNow`: the words for less than a minute, where Intl would say “this minute”. */
function timeAgo(language: Language, milliseconds: number, justNow: string): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes === 0) return justNow;
  return new Intl.RelativeTimeFormat(language).format(-minutes, 'minute');
}

const attemptSourceOf = (request: FastifyRequest, userId: string | undefined): AttemptSource =>
  userId === undefined ? { network: networkOf(request.ip) } : { userId };

/** Returns the CSRF token of a form: it binds the form to the browser and the session that received it. */
function csrfTokenFor(key: KeyObject, browser: string, sessionUid: string | undefined): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([browser, sessionUid ?? null]))
    .digest('base64url');
}

/** Returns what the library's callbacks need to know about a request to these pages. */
export function deviceContextOf(
  { crypto, http }: OidcDeps,
  request: FastifyRequest,
  session: Session | undefined,
): DeviceContext {
  const browser = http.browserCookie.secretOf(request);
  return {
    csrfToken: browser && csrfTokenFor(crypto.deviceFormKey, browser, session?.uid),
    grant: { id: randomUUID(), sid: randomUUID() },
    attemptSource: attemptSourceOf(request, session?.userId),
  };
}

/** Returns the page that asks for a code again. It repeats no accepted code, because that would be another attempt. */
const againNotice = ({ translate }: Pages, error: UserCodeError, typed = '') => ({
  page: 'device-again' as const,
  partsIn: (language: Language) => ({
    error: translate(language)(`interaction:device.errors.${error}`),
    action: typedPath,
    typed: typed.slice(0, maxTypedLength),
  }),
});

export const codeErrorPage = (pages: Pages, language: Language, error: UserCodeError): string =>
  pages.pageNotices.page(language, againNotice(pages, error));

/** Returns the address of that page, to which a form leads. */
export const codeErrorAddress = (pages: Pages, language: Language, error: UserCodeError) =>
  pages.pageNotices.address(language, againNotice(pages, error), statusOf[error]);

type Question = {
  code: string;
  application: Application;
  requestedAt: number;
  signedIn: SignedIn | undefined;
  proof: string;
};

function confirmPage({ pages, now }: OidcDeps, language: Language, question: Question): string {
  const { code, application, requestedAt, signedIn, proof } = question;
  const t = pages.translate(language);
  const userCode = shownUserCode(code);
  const props = {
    application: application.title[language],
    host: siteHostOf(application),
    asked: timeAgo(language, now() - requestedAt, t('interaction:device-confirm.just-now')),
    person: signedIn
      ? t('interaction:device-confirm.person', { name: fullNameIn(language, signedIn.user) })
      : t('interaction:device-confirm.not-signed-in'),
    userCode,
    action: devicePath,
    proof,
  };
  const query = `?${new URLSearchParams({ user_code: userCode })}`;
  return pages.interactionPages(language, 'device-confirm', props, {
    path: devicePath.slice(1),
    query,
  });
}

/** Why a code is not accepted, and the text that the user typed. */
type CodeRefusal = { error: UserCodeError; waitMs?: number; typed?: string };

function sendAgain(
  pages: Pages,
  { request, reply }: Exchange,
  { error, typed }: Pick<CodeRefusal, 'error' | 'typed'>,
) {
  const notice = againNotice(pages, error, typed);
  const page = pages.pageNotices.page(responseLanguage(request), notice);
  return sendPage(request, reply, page, { status: statusOf[error], personal: true });
}

/** Leads back to the page that asks for the code. Its address has no code, so Reload counts no attempt. */
function refuseCode(
  pages: Pages,
  exchange: Exchange,
  { error, waitMs = 0, typed = '' }: CodeRefusal,
) {
  const { request, reply } = exchange;
  const retryAfterSeconds = waitMs > 0 ? toSeconds(waitMs) : undefined;
  if (waitMs > 0) {
    reply.header('retry-after', `${retryAfterSeconds}`);
    logSecurityEvent(request.log, 'request.throttled', { network: networkOf(request.ip) });
  }
  if (!wantsPage(request)) return sendAgain(pages, exchange, { error, typed });
  const kept = { error, typed: typed.slice(0, maxTypedLength) };
  const refusal = { status: statusOf[error], retryAfterSeconds, kept };
  return leadToRefusal(exchange, { path: devicePath, query: '' }, refusal);
}

type Accepted = { code: string; application: Application; requestedAt: number };

/** Looks for the device that shows the code. */
async function checkCode(
  { limits, stores }: OidcDeps,
  typed: string,
  source: AttemptSource,
): Promise<Accepted | CodeRefusal> {
  const code = readUserCode(typed);
  if (code === undefined) return { error: 'malformed', typed };
  const waitMs = await limits.userCodes.countAttempt(source);
  if (waitMs > 0) return { error: 'too-many', waitMs, typed };
  const status = await stores.deviceCodes.status(code);
  const application = status && (await stores.applications.byClientId(status.clientId));
  if (!application) return { error: 'unknown', typed };
  await limits.userCodes.refund(source);
  const { state, requestedAt } = status;
  return state === 'waiting' ? { code, application, requestedAt } : { error: state, typed };
}

async function showQuestion(
  deps: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
) {
  const { http, pages } = deps;
  const signedIn = await http.sessionCookie.signedIn(request);
  const found = await checkCode(deps, typed, attemptSourceOf(request, signedIn?.user.id));
  if ('error' in found) return refuseCode(pages, { request, reply }, found);
  const browser = http.browserCookie.admit(request, reply);
  const proof = csrfTokenFor(deps.crypto.deviceFormKey, browser, signedIn?.session.uid);
  const question = { ...found, signedIn, proof };
  const page = confirmPage(deps, responseLanguage(request), question);
  return sendPage(request, reply, page, { personal: true });
}

/** Asks for the code; if the address has one, asks whether the device is the user's. */
export async function showDevicePage(deps: OidcDeps, request: FastifyRequest, reply: FastifyReply) {
  const { user_code: typed } = request.query as { user_code?: unknown };
  if (typeof typed === 'string') return showQuestion(deps, request, reply, typed);
  const refusal = takeRefusal({ request, reply }, devicePath);
  const again = refusedCode.safeParse(refusal?.kept).data;
  if (again) return sendAgain(deps.pages, { request, reply }, again);
  const address = { path: devicePath.slice(1) };
  const form = { action: typedPath };
  const page = deps.pages.interactionPages(responseLanguage(request), 'device', form, address);
  return sendPage(request, reply, page, { personal: true });
}

/** Redirects the code of a device to the address that the device itself may show, so that Back does not send the form again. */
export async function submitCode(deps: OidcDeps, request: FastifyRequest, reply: FastifyReply) {
  const typed = (request.body as URLSearchParams).get('user_code') ?? '';
  const signedIn = await deps.http.sessionCookie.signedIn(request);
  const found = await checkCode(deps, typed, attemptSourceOf(request, signedIn?.user.id));
  if ('error' in found) return refuseCode(deps.pages, { request, reply }, found);
  const query = new URLSearchParams({ user_code: shownUserCode(found.code) });
  reply.header('cache-control', 'no-store');
  return reply.redirect(`${devicePath}?${query}`, 303);
}

export async function showOutcome(
  { pages }: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: 'device-done' | 'device-refused',
) {
  const address = { path: pathOf(request.url).slice(1) };
  const page = pages.interactionPages(responseLanguage(request), outcome, {}, address);
  return sendPage(request, reply, page, { personal: true });
}

export function switchDeviceLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
) {
  rememberLanguage(request, reply, language);
  const [, , , page = ''] = pathOf(request.url).split('/');
  const path = [donePath, refusedPath].find((one) => one.endsWith(`/${page}`)) ?? devicePath;
  reply.header('cache-control', 'no-store');
  return reply.redirect(path + rawQuery(request), 303);
}

/** Sends an error page if this user or network has typed too many wrong codes. */
export function refuseTooManyAttempts({ http, limits, pages }: OidcDeps): RouteStep {
  return async (request, reply) => {
    const signedIn = await http.sessionCookie.signedIn(request);
    const waitMs = await limits.userCodes.waitMs(attemptSourceOf(request, signedIn?.user.id));
    if (waitMs > 0) await refuseCode(pages, { request, reply }, { error: 'too-many', waitMs });
  };
}
