// The pages of the secondary email address: a signed-in user adds, replaces or removes it; the link in the email confirms it, in any
// browser. Plain forms that need no JavaScript.

import { accountPath } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, languages } from '@brama/contract/paths';
import { secondaryEmailPath } from '@brama/contract/recovery/paths';
import {
  confirmSecondaryEmailForm,
  removeSecondaryEmailForm,
  secondaryEmailForm,
} from '@brama/contract/recovery/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, RequestError } from '../../errors.ts';
import { type SecondaryEmail, secondaryEmailState } from '../../factors/secondary-emails.ts';
import { registerForms } from '../../http/forms.ts';
import { rememberLanguage } from '../../pages/language/language.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { Recovery, RecoveryMail } from '../context.ts';
import { typedIn } from '../pages.ts';
import { addSecondaryEmail, confirmSecondaryEmail, removeSecondaryEmail } from './change.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Emails and pages have no time zone of their reader. */
const timeZone = 'Europe/Kyiv';
const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };
const dayIn = (language: Language, at: number) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);

async function propsFor(
  { stores, http, changes, now }: Recovery,
  { session, user }: SignedIn,
  language: Language,
): Promise<PageProps['secondary-email']> {
  const stored = await stores.secondaryEmails.find(user.id);
  const missing = await changes.missing(session);
  const stateOf = (one: SecondaryEmail | undefined) => {
    const { state, usableFrom } = secondaryEmailState(one, now());
    return { state, usableFrom: usableFrom === undefined ? '' : dayIn(language, usableFrom) };
  };
  return {
    message: '',
    userHash: http.sessionCookie.userHashOf(user.id),
    email: stored?.email ?? null,
    ...stateOf(stored),
    next: stored?.next ? { email: stored.next.email, ...stateOf(stored.next) } : null,
    typed: '',
    isRecent: missing === null,
    missing,
  };
}

function registerOwn(
  scope: FastifyInstance,
  recovery: Recovery,
  mail: RecoveryMail,
  language: Language,
) {
  const { http, pages } = recovery;
  const address = `/${language}/${secondaryEmailPath}`;

  function toSignIn({ request, reply }: Exchange, status: 302 | 303) {
    http.returnToCookie.rememberPage(reply, accountPath);
    const to = http.sessionCookie.signInAddress(request, language, '');
    return reply.header('cache-control', 'no-store').redirect(to, status);
  }

  async function takeForm(exchange: Exchange, act: (signedIn: SignedIn) => Promise<void>) {
    const { request, reply } = exchange;
    const signedIn = await http.sessionCookie.signedIn(request);
    if (!signedIn) return toSignIn(exchange, 303);
    try {
      await act(signedIn);
    } catch (error) {
      const props = await propsFor(recovery, signedIn, language);
      const typed = typedIn(request, 'email');
      return pages.showRefusal(exchange, language, 'secondary-email', error, (message) => ({
        ...props,
        message,
        typed,
      }));
    }
    return reply.redirect(address, 303);
  }

  scope.get(address, async (request, reply) => {
    const signedIn = await http.sessionCookie.signedIn(request);
    if (!signedIn) return toSignIn({ request, reply }, 302);
    rememberLanguage(request, reply, language);
    const props = await propsFor(recovery, signedIn, language);
    return pages.show({ request, reply }, language, 'secondary-email', props);
  });
  scope.post(address, (request, reply) =>
    takeForm({ request, reply }, async (signedIn) => {
      const form = secondaryEmailForm.safeParse(request.body);
      const email = form.success ? form.data.email : fail('secondary-email.invalid');
      await addSecondaryEmail(recovery, mail, request, signedIn, { email, language });
    }),
  );
  scope.post(`${address}/remove`, (request, reply) =>
    takeForm({ request, reply }, async (signedIn) => {
      const form = removeSecondaryEmailForm.safeParse(request.body);
      const email = form.success ? form.data.email : fail('request.invalid');
      await removeSecondaryEmail(recovery, request, signedIn, email);
    }),
  );
}

function registerConfirmation(scope: FastifyInstance, recovery: Recovery, language: Language) {
  const { pages } = recovery;
  const page = 'secondary-email-confirm';
  const address = `/${language}/${secondaryEmailPath}`;
  scope.get(`${address}/confirm`, (request, reply) => {
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, page, { message: '', code: '' });
  });
  scope.post(`${address}/confirm`, async (request, reply) => {
    try {
      const form = confirmSecondaryEmailForm.safeParse(request.body);
      if (!form.success) fail('request.invalid');
      await confirmSecondaryEmail(recovery, request, form.data.code);
    } catch (error) {
      const isOver = error instanceof RequestError && error.code === 'recovery.link-over';
      const code = isOver ? '' : typedIn(request, 'code');
      return pages.showRefusal({ request, reply }, language, page, error, (message) => ({
        message,
        code,
      }));
    }
    return reply.redirect(`${address}/confirmed`, 303);
  });
  scope.get(`${address}/confirmed`, (request, reply) => {
    rememberLanguage(request, reply, language);
    return pages.show({ request, reply }, language, 'secondary-email-confirmed', {});
  });
}

export async function registerSecondaryEmail(
  server: FastifyInstance,
  recovery: Recovery,
  mail: RecoveryMail,
) {
  await registerForms(server, (scope) => {
    for (const language of languages) {
      registerOwn(scope, recovery, mail, language);
      registerConfirmation(scope, recovery, language);
    }
  });
}
