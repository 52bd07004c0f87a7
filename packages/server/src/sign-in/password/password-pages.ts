// Renders the pages on which a user chooses a password, for one request, with the reason for a refusal in words.

import { errorTable } from '@brama/contract/errors';
import type { PasswordPage } from '@brama/contract/pages/page-ids';
import { type PageProps, pageProps } from '@brama/contract/pages/page-props';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { MissingConfirmation } from '@brama/contract/sign-in/confirmation';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../../http/replies.ts';
import { pageAddress } from '../../pages/address.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { Site } from '../../pages/web-build.ts';

export type PagesDeps = {
  site: Site;
  /** Characters a password must have. */
  leastLength: number;
};

type Filled = {
  message?: string;
  username?: string | undefined;
  /** Of the user the page is for, where that user is signed in. */
  userHash?: string;
  /** The code of an email. */
  code?: string | undefined;
  /** The user has just reported that another person signed in. */
  secured?: boolean;
  /** What the user must do before the password is set. */
  missing?: MissingConfirmation;
  status?: number;
};

type Verdict = ReturnType<typeof logError>;

export function createPasswordPages({ site, leastLength }: PagesDeps) {
  function messageOf({ code, fields, retryAfterSeconds }: Verdict, language: Language): string {
    const t = site.translate(language);
    if (code === 'password.wrong') return t('password:wrong');
    if (code === 'sign-in.throttled')
      return t('password:throttled', { wait: waitWords(retryAfterSeconds ?? 0, language) });
    if (code === 'password.refused') {
      const fault = fields?.['newPassword'] as PasswordIssue;
      const least = t('password:characters', { count: leastLength });
      return t(`password:errors.${fault}`, { least });
    }
    return t(`errors:codes.${code}`);
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    page: PasswordPage,
    filled: Filled = {},
  ) {
    const { message = '', username = '', userHash = '', code = '', status = 200 } = filled;
    const { secured = false, missing = 'sign-in' } = filled;
    const all = { message, username, userHash, minLength: leastLength, code, secured, missing };
    // each page takes what it needs
    const props = pageProps[page].parse(all) as PageProps[typeof page];
    const html = site.renderPage(page, language, props, pageAddress(request));
    return sendPage(request, reply, html, { status, personal: true });
  }

  return {
    show,

    /** The page again, with why it did not work. */
    showRefusal(
      request: FastifyRequest,
      reply: FastifyReply,
      language: Language,
      page: PasswordPage,
      {
        error,
        ...typed
      }: { error: unknown } & Pick<Filled, 'username' | 'userHash' | 'code' | 'missing'>,
    ) {
      const verdict = logError(error, request, reply);
      const { status } = errorTable[verdict.code];
      const message = messageOf(verdict, language);
      return show(request, reply, language, page, { ...typed, message, status });
    },
  };
}

export type PasswordPages = ReturnType<typeof createPasswordPages>;
