// Pages of the device flow: the user types a code, decides whether the device is theirs, and sees the outcome. The decision is
// a form that the library handles.

import { devicePath, type Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { pathOf } from '../../../http/log.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import { rawQuery } from '../../../pages/address.ts';
import { answerLanguage, rememberLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import type { BrowserCookie } from '../../suspended-requests/browser-cookie.ts';
import { oidcSettings } from '../clients/settings.ts';
import type { PageDeps } from '../error-pages.ts';
import type { RequestContext } from '../request-context.ts';
import { donePath, newDeviceGrant, refusedPath, typedPath, type UserCodeError } from './device.ts';
import type { DeviceCodeStore } from './device-codes.ts';
import type { FormCsrf } from './form-csrf.ts';
import { readUserCode, shownUserCode } from './user-code.ts';
import type { AttemptSource, UserCodeLimits } from './user-code-limits.ts';

export type DevicePagesDeps = {
  deviceCodes: Pick<DeviceCodeStore, 'status'>;
  userCodeLimits: UserCodeLimits;
  formCsrf: FormCsrf;
  sessionCookie: Pick<SessionCookie, 'signedIn'>;
  browserCookie: BrowserCookie;
  pages: PageDeps;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  now: () => number;
};

/** A longer text is not a user code. */
const maxTypedLength = 32;

const outcomePaths = [donePath, refusedPath];

const statusOf: Record<UserCodeError, number> = {
  malformed: 400,
  unknown: 404,
  over: 410,
  used: 410,
  'too-many': 429,
  again: 400,
};

/** Returns the host of the application's site, if its record names one. */
function siteHostOf({ protocol }: Application): string {
  const { client_uri } = oidcSettings.parse(protocol.settings).metadata;
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

export class DevicePages {
  readonly #deps: DevicePagesDeps;

  constructor(deps: DevicePagesDeps) {
    this.#deps = deps;
  }

  /** Asks for the code; if the address has one, asks whether the device is the user's. */
  async show(request: FastifyRequest, reply: FastifyReply) {
    const { user_code: typed } = request.query as { user_code?: unknown };
    if (typeof typed === 'string') return this.#showQuestion(request, reply, typed);
    const { answerPages } = this.#deps.pages;
    const form = { action: typedPath };
    const page = answerPages(answerLanguage(request), 'device', form, {
      path: devicePath.slice(1),
    });
    return sendPage(request, reply, page, { personal: true });
  }

  /** Redirects a typed code to an address of its own, so that Back does not send the form again. */
  async submitCode(request: FastifyRequest, reply: FastifyReply) {
    const typed = (request.body as URLSearchParams).get('user_code') ?? '';
    const query = new URLSearchParams({ user_code: typed.slice(0, maxTypedLength) });
    reply.header('cache-control', 'no-store');
    return reply.redirect(`${devicePath}?${query}`, 303);
  }

  showOutcome(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: 'device-done' | 'device-refused',
  ) {
    const { answerPages } = this.#deps.pages;
    const address = { path: pathOf(request.url).slice(1) };
    const page = answerPages(answerLanguage(request), outcome, {}, address);
    return sendPage(request, reply, page, { personal: true });
  }

  /** Switches the language of a page. */
  switchLanguage(request: FastifyRequest, reply: FastifyReply, language: Language) {
    rememberLanguage(request, reply, language);
    const [, , , page = ''] = pathOf(request.url).split('/');
    const path = outcomePaths.find((one) => one.endsWith(`/${page}`)) ?? devicePath;
    reply.header('cache-control', 'no-store');
    return reply.redirect(path + rawQuery(request), 303);
  }

  /** Sends an error page if this user or network has typed too many wrong codes. Returns whether it did. */
  async refuseTooManyAttempts(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const signedIn = await this.#deps.sessionCookie.signedIn(request);
    const source = attemptSourceOf(request, signedIn?.user.id);
    const waitMs = await this.#deps.userCodeLimits.waitMs(source);
    if (waitMs === 0) return false;
    await this.#sendTooMany(request, reply, waitMs);
    return true;
  }

  /** Returns what the library's callbacks need to know about a request to these pages. */
  contextOf(
    request: FastifyRequest,
    session: Session | undefined,
  ): NonNullable<RequestContext['device']> {
    const browser = this.#deps.browserCookie.secretOf(request);
    return {
      csrfToken: browser === undefined ? undefined : this.#deps.formCsrf(browser, session?.uid),
      grant: newDeviceGrant(),
      attemptSource: attemptSourceOf(request, session?.userId),
    };
  }

  /** Returns the page that asks for a code again. It repeats no accepted code, because that would be another attempt. */
  codeErrorPage(language: Language, error: UserCodeError, typed = ''): string {
    return this.#deps.pages.answerNotices(language, 'device-again', (one) => ({
      error: this.#deps.pages.translate(one)(`answers:device.faults.${error}`),
      action: typedPath,
      typed: typed.slice(0, maxTypedLength),
    }));
  }

  async #showQuestion(request: FastifyRequest, reply: FastifyReply, typed: string) {
    const { deviceCodes, userCodeLimits, sessionCookie, browserCookie, formCsrf } = this.#deps;
    const signedIn = await sessionCookie.signedIn(request);
    const source = attemptSourceOf(request, signedIn?.user.id);
    const code = readUserCode(typed);
    if (code === undefined) return this.#sendError(request, reply, 'malformed', typed);
    const waitMs = await userCodeLimits.countAttempt(source);
    if (waitMs > 0) return this.#sendTooMany(request, reply, waitMs, typed);
    const status = await deviceCodes.status(code);
    const application = status && (await this.#deps.applicationByClientId(status.clientId));
    if (!application) return this.#sendError(request, reply, 'unknown', typed);
    await userCodeLimits.refund(source);
    if (status.state !== 'waiting') return this.#sendError(request, reply, status.state, typed);
    const browser = browserCookie.admit(request, reply);
    const csrfToken = formCsrf(browser, signedIn?.session.uid);
    const question = { code, application, requestedAt: status.requestedAt, signedIn, csrfToken };
    const page = this.#confirmPage(answerLanguage(request), question);
    return sendPage(request, reply, page, { personal: true });
  }

  #confirmPage(
    language: Language,
    question: {
      code: string;
      application: Application;
      requestedAt: number;
      signedIn: SignedIn | undefined;
      csrfToken: string;
    },
  ): string {
    const { code, application, requestedAt, signedIn, csrfToken } = question;
    const { answerPages, translate } = this.#deps.pages;
    const t = translate(language);
    const justNow = t('answers:device-confirm.just-now');
    const userCode = shownUserCode(code);
    const props = {
      application: application.title[language],
      host: siteHostOf(application),
      asked: timeAgo(language, this.#deps.now() - requestedAt, justNow),
      person: signedIn
        ? t('answers:device-confirm.person', { name: signedIn.user.fullName })
        : t('answers:device-confirm.nobody'),
      userCode,
      action: devicePath,
      proof: csrfToken,
    };
    const query = `?${new URLSearchParams({ user_code: userCode })}`;
    return answerPages(language, 'device-confirm', props, { path: devicePath.slice(1), query });
  }

  #sendError(request: FastifyRequest, reply: FastifyReply, error: UserCodeError, typed?: string) {
    const page = this.codeErrorPage(answerLanguage(request), error, typed);
    return sendPage(request, reply, page, { status: statusOf[error], personal: true });
  }

  #sendTooMany(request: FastifyRequest, reply: FastifyReply, waitMs: number, typed = '') {
    reply.header('retry-after', `${Math.ceil(waitMs / 1000)}`);
    logSecurityEvent(request.log, 'request.throttled', { network: networkOf(request.ip) });
    return this.#sendError(request, reply, 'too-many', typed);
  }
}
