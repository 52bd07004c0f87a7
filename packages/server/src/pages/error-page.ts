// Refusals and failures as a page, for people whose browser asked for one: a form without JavaScript, a
// link that could not be followed. Programs get the code as JSON.

import { type ErrorCode, referenceOf } from '@brama/contract/errors';
import { troublePage, userChangedPage } from '@brama/contract/pages/built-pages';
import { isLanguage, type Language } from '@brama/contract/paths';
import { z } from 'zod';
import { errorTable } from '../errors.ts';
import type { ErrorPage } from '../http/replies.ts';
import { addressFilling } from './address.ts';
import { answerLanguage } from './language/language.ts';
import type { Notices } from './notices.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

/** The words needed here, of the namespace `errors`. */
const errorWords = z.object({ codes: z.record(z.string(), z.string()) });

export function createTroublePage(site: Site, notices: Notices): ErrorPage {
  function messageOf(code: ErrorCode, language: Language): string {
    return errorWords.parse(site.words(language, 'errors')).codes[code] ?? '';
  }

  return (request, reply, code) => {
    const [, first] = request.url.split(/[/?]/);
    const language = isLanguage(first) ? first : answerLanguage(request);
    const { query, ...address } = addressFilling(request);
    const path = isLanguage(first) ? address.path : '';
    const fillingIn = (one: Language) => ({
      message: messageOf(code, one),
      reference: referenceOf(request.id),
      carried: address.carried,
      wayOn: `/${one}/${path}${query}`,
    });
    // the same address in the other language would answer as this one has
    const isRepeatable = isLanguage(first) && ['GET', 'HEAD'].includes(request.method);
    const pageOf = () =>
      isRepeatable
        ? site.screenPage(language, troublePage, { ...fillingIn(language), path, query })
        : notices.page(language, troublePage, fillingIn);
    const page =
      code === 'session.user-changed'
        ? notices.page(language, userChangedPage, () => ({}))
        : pageOf();
    return sendPage(request, reply, page, { status: errorTable[code].status });
  };
}
