// The pages on which passwords are chosen, filled for one request, and why it did not work, in words.

import type { PasswordPage } from '@brama/contract/pages/built-pages';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import { type PasswordIssue, passwordIssues } from '@brama/contract/sign-in/password-issues';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorTable } from '../../errors.ts';
import { logError } from '../../http/replies.ts';
import { addressFilling } from '../../pages/address.ts';
import { plural } from '../../pages/plural.ts';
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
  /** What a letter brought. */
  code?: string | undefined;
  status?: number;
};

/** The words needed here, of the namespaces `password` and `errors`. */
const passwordWords = z.looseObject({
  wrong: z.string(),
  throttled: z.string(),
  faults: z.record(z.enum(passwordIssues), z.string()),
});
const errorWords = z.object({ codes: z.record(z.string(), z.string()) });

type Verdict = ReturnType<typeof logError>;

export function createPasswordPages({ site, leastLength }: PagesDeps) {
  const wordsIn = (language: Language) => passwordWords.parse(site.words(language, 'password'));
  const leastIn = (language: Language) =>
    plural(wordsIn(language), 'characters', leastLength, language);

  function messageOf({ code, fields, retryAfterSeconds }: Verdict, language: Language): string {
    const say = wordsIn(language);
    if (code === 'password.wrong') return say.wrong;
    if (code === 'sign-in.throttled')
      return say.throttled.replace('{{wait}}', waitWords(retryAfterSeconds ?? 0, language));
    if (code === 'password.refused') {
      const issue = say.faults[fields?.['newPassword'] as PasswordIssue];
      return issue.replace('{{least}}', leastIn(language));
    }
    return errorWords.parse(site.words(language, 'errors')).codes[code] ?? '';
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    page: PasswordPage,
    { message = '', username = '', userHash = '', code = '', status = 200 }: Filled = {},
  ) {
    const own = { message, username, userHash, least: leastIn(language), userCode: code };
    const filling = { ...addressFilling(request), ...own };
    const html = site.screenPage(language, page, filling);
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
      { error, ...typed }: { error: unknown } & Pick<Filled, 'username' | 'userHash' | 'code'>,
    ) {
      const verdict = logError(error, request, reply);
      const { status } = errorTable[verdict.code];
      const message = messageOf(verdict, language);
      return show(request, reply, language, page, { ...typed, message, status });
    },
  };
}

export type PasswordPages = ReturnType<typeof createPasswordPages>;
