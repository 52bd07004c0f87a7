// Pages of the device flow: entering the code of a device, and confirming it. The library handles the form with the
// decision of the user.

import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import { fullNameIn } from '@brama/contract/api/full-name';
import { devicePath, type Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { pathOf } from '../../../http/log.ts';
import { rawQuery } from '../../../pages/address.ts';
import { rememberLanguage, responseLanguage } from '../../../pages/language/language.ts';
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
export function codeErrorPage(
  { pageNotices, translate }: Pages,
  language: Language,
  error: UserCodeError,
  typed = '',
): string {
  return pageNotices(language, 'device-again', (one) => ({
    error: translate(one)(`interaction:device.errors.${error}`),
    action: typedPath,
    typed: typed.slice(0, maxTypedLength),
  }));
}

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

function sendError(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  error: UserCodeError,
  typed?: string,
) {
  const page = codeErrorPage(pages, responseLanguage(request), error, typed);
  return sendPage(request, reply, page, { status: statusOf[error], personal: true });
}

function sendTooMany(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  waitMs: number,
  typed?: string,
) {
  reply.header('retry-after', `${toSeconds(waitMs)}`);
  logSecurityEvent(request.log, 'request.throttled', { network: networkOf(request.ip) });
  return sendError(pages, request, reply, 'too-many', typed);
}

async function showQuestion(
  deps: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
) {
  const { http, limits, pages, stores } = deps;
  const signedIn = await http.sessionCookie.signedIn(request);
  const source = attemptSourceOf(request, signedIn?.user.id);
  const code = readUserCode(typed);
  if (code === undefined) return sendError(pages, request, reply, 'malformed', typed);
  const waitMs = await limits.userCodes.countAttempt(source);
  if (waitMs > 0) return sendTooMany(pages, request, reply, waitMs, typed);
  const status = await stores.deviceCodes.status(code);
  const application = status && (await stores.applications.byClientId(status.clientId));
  if (!application) return sendError(pages, request, reply, 'unknown', typed);
  await limits.userCodes.refund(source);
  const { state, requestedAt } = status;
  if (state !== 'waiting') return sendError(pages, request, reply, state, typed);
  const browser = http.browserCookie.admit(request, reply);
  const proof = csrfTokenFor(deps.crypto.deviceFormKey, browser, signedIn?.session.uid);
  const question = { code, application, requestedAt, signedIn, proof };
  const page = confirmPage(deps, responseLanguage(request), question);
  return sendPage(request, reply, page, { personal: true });
}

/** Asks for the code; if the address has one, asks whether the device is the user's. */
export async function showDevicePage(deps: OidcDeps, request: FastifyRequest, reply: FastifyReply) {
  const { user_code: typed } = request.query as { user_code?: unknown };
  if (typeof typed === 'string') return showQuestion(deps, request, reply, typed);
  const address = { path: devicePath.slice(1) };
  const form = { action: typedPath };
  const page = deps.pages.interactionPages(responseLanguage(request), 'device', form, address);
  return sendPage(request, reply, page, { personal: true });
}

/** Redirects a typed code to an address of its own, so that Back does not send the form again. */
export async function submitCode(request: FastifyRequest, reply: FastifyReply) {
  const typed = (request.body as URLSearchParams).get('user_code') ?? '';
  const query = new URLSearchParams({ user_code: typed.slice(0, maxTypedLength) });
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
    if (waitMs > 0) await sendTooMany(pages, request, reply, waitMs);
  };
}
