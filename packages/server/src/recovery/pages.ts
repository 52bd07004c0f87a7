// Renders the pages of recovery and of the secondary email address for one request, with the reason for a refusal in words.

import { errorTable } from '@brama/contract/errors';
import type { RecoveryPage } from '@brama/contract/pages/page-ids';
import { type PageProps, pageProps } from '@brama/contract/pages/page-props';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../http/replies.ts';
import { pageAddress } from '../pages/address.ts';
import { sendPage } from '../pages/send-page.ts';
import type { Site } from '../pages/web-build.ts';

type Verdict = ReturnType<typeof logError>;
type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function createRecoveryPages({ site, leastLength }: { site: Site; leastLength: number }) {
  function messageOf({ code, fields, retryAfterSeconds }: Verdict, language: Language): string {
    const t = site.translate(language);
    if (code === 'sign-in.throttled')
      return t('password:throttled', { wait: waitWords(retryAfterSeconds ?? 0, language) });
    if (code === 'password.refused') {
      const issue = fields?.['newPassword'] as PasswordIssue;
      const least = t('password:characters', { count: leastLength });
      return t(`password:errors.${issue}`, { least });
    }
    return t(`errors:codes.${code}`);
  }

  function show<Page extends RecoveryPage>(
    { request, reply }: Exchange,
    language: Language,
    page: Page,
    props: PageProps[Page],
    status = 200,
  ) {
    // only what the page takes
    const own = pageProps[page].parse(props) as PageProps[Page];
    const html = site.renderPage(page, language, own, pageAddress(request));
    return sendPage(request, reply, html, { status, personal: true });
  }

  return {
    show,
    /** Sends the page again, with why it did not work. */
    showRefusal<Page extends RecoveryPage>(
      exchange: Exchange,
      language: Language,
      page: Page,
      error: unknown,
      propsOf: (message: string) => PageProps[Page],
    ) {
      const verdict = logError(error, exchange.request, exchange.reply);
      const { status } = errorTable[verdict.code];
      return show(exchange, language, page, propsOf(messageOf(verdict, language)), status);
    },
  };
}

export type RecoveryPages = ReturnType<typeof createRecoveryPages>;

/** Returns the content of a field, also of an invalid form. */
export function typedIn({ body }: FastifyRequest, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 256) : '';
}
