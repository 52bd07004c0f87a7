// The pages where a person brings the code of a device: to type it, to say whether it is theirs, and what came
// of it. They never act by themselves: yes and no are forms that the library serves.

import { devicePath, type Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import { pathOf } from '../../../http/log.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import { rawQuery } from '../../../pages/address.ts';
import { answerLanguage, rememberLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Translate } from '../../../pages/translate.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import type { BrowserCookie } from '../../authorization-requests/browser-cookie.ts';
import type { AnswerNotices, AnswerPages } from '../../interaction-pages.ts';
import { oidcSettings } from '../clients/settings.ts';
import type { RequestContext } from '../request-context.ts';
import { donePath, newDeviceGrant, refusedPath, typedPath, type UserCodeError } from './device.ts';
import type { DeviceCodes } from './device-codes.ts';
import type { FormCsrf } from './form-csrf.ts';
import { readUserCode, shownUserCode } from './user-code.ts';
import type { Guesser, UserCodeLimits } from './user-code-limits.ts';

export type DeviceDeskDeps = {
  codes: DeviceCodes;
  guesses: UserCodeLimits;
  proof: FormCsrf;
  sessionCookie: SessionCookie;
  browsers: BrowserCookie;
  answerPages: AnswerPages;
  answerNotices: AnswerNotices;
  translate: Translate;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  now: () => number;
};

/** More is no code. */
const longestTyped = 32;

const endedPaths = [donePath, refusedPath];

const statusOf: Record<UserCodeError, number> = {
  malformed: 400,
  unknown: 404,
  over: 410,
  used: 410,
  'too-many': 429,
  again: 400,
};

/** The application's own site, where its record names one. */
function siteOf({ protocol }: Application): string {
  const { client_uri } = oidcSettings.parse(protocol.settings).metadata;
  return client_uri === undefined ? '' : new URL(client_uri).host;
}

/** `justNow`: less than a minute, in words; Intl has “this minute” for it. */
function timeAgo(language: Language, milliseconds: number, justNow: string): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes === 0) return justNow;
  return new Intl.RelativeTimeFormat(language).format(-minutes, 'minute');
}

export function createDeviceDesk(deps: DeviceDeskDeps) {
  const { codes, guesses, proof, sessionCookie, browsers, answerPages, now } = deps;

  const guesserOf = (request: FastifyRequest, userId: string | undefined): Guesser =>
    userId === undefined ? { network: networkOf(request.ip) } : { userId };

  /** For the switch of languages: leads back here. */
  const below = (path: string) => path.slice(1);

  function againPage(language: Language, fault: UserCodeError, typed = ''): string {
    // the same code typed again would count as one more guess
    return deps.answerNotices(language, 'device-again', (one) => ({
      error: deps.translate(one)(`answers:device.faults.${fault}`),
      action: typedPath,
      typed: typed.slice(0, longestTyped),
    }));
  }

  function sendAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    fault: UserCodeError,
    typed?: string,
  ) {
    const page = againPage(answerLanguage(request), fault, typed);
    return sendPage(request, reply, page, { status: statusOf[fault], personal: true });
  }

  function sendTooMany(request: FastifyRequest, reply: FastifyReply, waitMs: number, typed = '') {
    reply.header('retry-after', `${Math.ceil(waitMs / 1000)}`);
    logSecurityEvent(request.log, 'request.throttled', { network: networkOf(request.ip) });
    return sendAgain(request, reply, 'too-many', typed);
  }

  function confirmPage(
    language: Language,
    code: string,
    { application, askedAt }: { application: Application; askedAt: number },
    { signedIn, proof }: { signedIn: SignedIn | undefined; proof: string },
  ): string {
    const t = deps.translate(language);
    const userCode = shownUserCode(code);
    const props = {
      application: application.title[language],
      host: siteOf(application),
      asked: timeAgo(language, now() - askedAt, t('answers:device-confirm.just-now')),
      person: signedIn
        ? t('answers:device-confirm.person', { name: signedIn.user.fullName })
        : t('answers:device-confirm.nobody'),
      userCode,
      action: devicePath,
      proof,
    };
    const query = `?${new URLSearchParams({ user_code: userCode })}`;
    return answerPages(language, 'device-confirm', props, { path: below(devicePath), query });
  }

  /** Whose device is it? */
  async function question(request: FastifyRequest, reply: FastifyReply, typed: string) {
    const signedIn = await sessionCookie.signedIn(request);
    const guesser = guesserOf(request, signedIn?.user.id);
    const code = readUserCode(typed);
    if (code === undefined) return sendAgain(request, reply, 'malformed', typed);
    const waitMs = await guesses.spend(guesser);
    if (waitMs > 0) return sendTooMany(request, reply, waitMs, typed);
    const found = await codes.look(code);
    const application = found && (await deps.applicationByClientId(found.clientId));
    if (!application) return sendAgain(request, reply, 'unknown', typed);
    await guesses.giveBack(guesser);
    if (found.state !== 'waiting') return sendAgain(request, reply, found.state, typed);
    const browser = browsers.admit(request, reply);
    const given = { signedIn, proof: proof(browser, signedIn?.session.uid) };
    const asked = { application, askedAt: found.askedAt };
    const page = confirmPage(answerLanguage(request), code, asked, given);
    return sendPage(request, reply, page, { personal: true });
  }

  return {
    /** Asks for the code; with one in the address, what it stands for. */
    async enter(request: FastifyRequest, reply: FastifyReply) {
      const { user_code: typed } = request.query as { user_code?: unknown };
      if (typeof typed === 'string') return question(request, reply, typed);
      const form = { action: typedPath };
      const place = { path: below(devicePath) };
      const page = answerPages(answerLanguage(request), 'device', form, place);
      return sendPage(request, reply, page, { personal: true });
    },

    /** By an address of its own: Back leads to the question, not to a form that would be sent again. */
    async typed(request: FastifyRequest, reply: FastifyReply) {
      const typed = (request.body as URLSearchParams).get('user_code') ?? '';
      const query = new URLSearchParams({ user_code: typed.slice(0, longestTyped) });
      reply.header('cache-control', 'no-store');
      return reply.redirect(`${devicePath}?${query}`, 303);
    },

    ended:
      (page: 'device-done' | 'device-refused') => (request: FastifyRequest, reply: FastifyReply) =>
        sendPage(
          request,
          reply,
          answerPages(answerLanguage(request), page, {}, { path: below(pathOf(request.url)) }),
          { personal: true },
        ),

    /** The same page in another language. */
    inLanguage: (language: Language) => (request: FastifyRequest, reply: FastifyReply) => {
      rememberLanguage(request, reply, language);
      const [, , , page = ''] = pathOf(request.url).split('/');
      const same = endedPaths.find((path) => path.endsWith(`/${page}`)) ?? devicePath;
      reply.header('cache-control', 'no-store');
      return reply.redirect(same + rawQuery(request), 303);
    },

    /** Has this person, or this network, guessed too often? Then says so. */
    async isTooMuch(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const signedIn = await sessionCookie.signedIn(request);
      const waitMs = await guesses.waitMs(guesserOf(request, signedIn?.user.id));
      if (waitMs === 0) return false;
      await sendTooMany(request, reply, waitMs);
      return true;
    },

    again: againPage,

    /** What the library's parts will know of a request to these pages. */
    visitOf(
      request: FastifyRequest,
      { session }: Pick<RequestContext, 'session'>,
    ): NonNullable<RequestContext['device']> {
      const browser = browsers.secretOf(request);
      return {
        proof: browser === undefined ? undefined : proof(browser, session?.uid),
        grant: newDeviceGrant(),
        guesser: guesserOf(request, session?.userId),
      };
    },
  };
}

export type DeviceDesk = ReturnType<typeof createDeviceDesk>;
