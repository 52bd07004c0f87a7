// Refusals and failures as a page, for people whose browser asked for one: a form without JavaScript, a
// link that could not be followed. Programs get the code as JSON.

import { troublePage, userChangedPage } from '@brama/contract/built-pages';
import { type ErrorCode, referenceOf } from '@brama/contract/errors';
import { isLanguage } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../errors.ts';
import { addressFilling } from './address.ts';
import { answerLanguage } from './language.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './site.ts';

export type TroublePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
) => Promise<FastifyReply>;

/** The words needed here, of the namespace `errors`. */
const errorWords = z.object({ codes: z.record(z.string(), z.string()) });

/** Whether a page was asked for (Fetch Metadata, §2.3), or in browsers without it, one is accepted first. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /^text\/html\b/.test(headers.accept ?? '');
}

export function createTroublePage(site: Site): TroublePage {
  return (request, reply, code) => {
    const [, first] = request.url.split(/[/?]/);
    const language = isLanguage(first) ? first : answerLanguage(request);
    const { codes } = errorWords.parse(site.words(language, 'errors'));
    const own = addressFilling(request);
    const path = isLanguage(first) ? own.path : '';
    const page =
      code === 'session.user-changed'
        ? // the page in the other language does nothing of what was asked for either
          site.screenPage(language, userChangedPage, { path })
        : site.screenPage(language, troublePage, {
            ...own,
            path,
            message: codes[code] ?? '',
            reference: referenceOf(request.id),
          });
    return sendPage(request, reply, page, { status: refusals[code].status });
  };
}
