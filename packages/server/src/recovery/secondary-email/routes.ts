// The pages of the secondary email address: a signed-in user adds, replaces or removes it; the link in the email confirms it, in any
// browser. Plain forms that need no JavaScript.

import { accountPath } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { Language } from '@brama/contract/paths';
import { secondaryEmailPath } from '@brama/contract/recovery/paths';
import {
  confirmSecondaryEmailForm,
  removeSecondaryEmailForm,
  secondaryEmailForm,
} from '@brama/contract/recovery/schemas';
import type { FastifyInstance } from 'fastify';
import { type SecondaryEmail, secondaryEmailState } from '../../factors/secondary-emails.ts';
import { formPage, loadSignedIn, registerFormPages } from '../../pages/form-page.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { Recovery, RecoveryMail } from '../context.ts';
import { addSecondaryEmail, confirmSecondaryEmail, removeSecondaryEmail } from './change.ts';

/** Emails and pages have no time zone of their reader. */
const timeZone = 'Europe/Kyiv';
const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };
const dayIn = (language: Language, at: number) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);

async function propsFor(
  { stores, http, changes, now }: Recovery,
  { session, user }: SignedIn,
  language: Language,
): Promise<Omit<PageProps['secondary-email'], 'message' | 'typed'>> {
  const stored = await stores.secondaryEmails.find(user.id);
  const missing = await changes.missing(session);
  const stateOf = (one: SecondaryEmail | undefined) => {
    const { state, usableFrom } = secondaryEmailState(one, now());
    return { state, usableFrom: usableFrom === undefined ? '' : dayIn(language, usableFrom) };
  };
  return {
    userHash: http.sessionCookie.userHashOf(user.id),
    email: stored?.email ?? null,
    ...stateOf(stored),
    next: stored?.next ? { email: stored.next.email, ...stateOf(stored.next) } : null,
    isRecent: missing === null,
    missing,
  };
}

function ownPage(recovery: Recovery, mail: RecoveryMail) {
  return formPage({
    path: secondaryEmailPath,
    page: 'secondary-email',
    load: loadSignedIn(recovery.http, accountPath),
    props: async ({ message, kept }, signedIn, { language }) => ({
      ...(await propsFor(recovery, signedIn, language)),
      message,
      typed: kept('email'),
    }),
  })
    .takes({
      fields: secondaryEmailForm,
      invalid: 'secondary-email.invalid',
      keeps: ['email'],
      act: ({ request, language }, { email }, signedIn) =>
        addSecondaryEmail(recovery, mail, request, signedIn, { email, language }),
      next: secondaryEmailPath,
    })
    .takes({
      path: `${secondaryEmailPath}/remove`,
      fields: removeSecondaryEmailForm,
      keeps: ['email'],
      act: ({ request }, { email }, signedIn) =>
        removeSecondaryEmail(recovery, request, signedIn, email),
      next: secondaryEmailPath,
    });
}

const confirmedPath = `${secondaryEmailPath}/confirmed`;

function confirmPage(recovery: Recovery) {
  return formPage({
    path: `${secondaryEmailPath}/confirm`,
    page: 'secondary-email-confirm',
    props: ({ message, code, kept }) => ({
      message,
      // an expired code is not shown again, because the user needs a new one
      code: code === 'recovery.link-over' ? '' : kept('code'),
    }),
  }).takes({
    fields: confirmSecondaryEmailForm,
    keeps: ['code'],
    act: ({ request }, { code }) => confirmSecondaryEmail(recovery, request, code),
    next: confirmedPath,
  });
}

const confirmedPage = formPage({
  path: confirmedPath,
  page: 'secondary-email-confirmed',
  props: () => ({}),
});

export async function registerSecondaryEmail(
  server: FastifyInstance,
  recovery: Recovery,
  mail: RecoveryMail,
) {
  await registerFormPages(server, recovery.site, [
    ownPage(recovery, mail),
    confirmPage(recovery),
    confirmedPage,
  ]);
}
