// Sends errors as HTML pages to a browser that opens a link. A browser that submits a form is led to such a page. Other requests receive
// the error code as JSON.

import { type ErrorCode, errorTable, referenceOf } from '@brama/contract/errors';
import { errorPageId, notFoundPage, userChangedPage } from '@brama/contract/pages/page-ids';
import { isLanguage, type Language } from '@brama/contract/paths';
import { reauthenticateParameter } from '@brama/contract/sign-in/return-params';
import type { ErrorPage, ErrorPages } from '../http/replies.ts';
import { pageAddress } from './address.ts';
import { responseLanguage } from './language/language.ts';
import type { Notices } from './notices.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

/** Error of a form without JavaScript → query of the sign-in page, to which it leads instead of an error page. */
const signInQueries: Partial<Record<ErrorCode, string>> = {
  'session.required': '?session=ended',
  'session.not-recent': `?${reauthenticateParameter}=account`,
  'session.second-factor-missing': `?${reauthenticateParameter}=account`,
};

/** Returns the function that sends the error page. */
export function createErrorPage(site: Site, notices: Notices): ErrorPage {
  return async (request, reply, code) => {
    const isForm = request.method === 'POST';
    const [, first] = request.url.split(/[/?]/);
    const language = isLanguage(first) ? first : responseLanguage(request);
    const signIn = signInQueries[code];
    if (isForm && signIn !== undefined)
      return reply.header('cache-control', 'no-store').redirect(`/${language}/${signIn}`, 303);
    const { status } = errorTable[code];
    if (code === 'session.user-changed')
      return notices.send({ request, reply }, language, {
        page: userChangedPage,
        propsIn: () => ({}),
        status,
      });
    const address = pageAddress(request);
    const path = isLanguage(first) ? address.path : '';
    const propsIn = (one: Language, query = address.query) => ({
      message: site.translate(one)(`errors:codes.${code}`),
      reference: referenceOf(request.id),
      href: `/${one}/${path}${query}`,
    });
    // the same address in the other language would return the same error
    if (isLanguage(first) && !isForm) {
      const page = site.renderPage(errorPageId, language, propsIn(language), address);
      return sendPage(request, reply, page, { status });
    }
    return notices.send({ request, reply }, language, {
      page: errorPageId,
      propsIn: (one) => propsIn(one),
      shortPropsIn: (one) => propsIn(one, ''),
      carried: address.carried,
      status,
      isOwnForm: code !== 'request.foreign-origin',
    });
  };
}

/** Returns the function that sends the not-found page for addresses that cannot be decoded, such as /uk/%. */
export function createBadUrlPage(site: Site): ErrorPages['badUrlPage'] {
  return async (request, reply) => {
    // hooks have not run
    await site.load();
    const [, language] = request.url.split(/[/?]/);
    if (!isLanguage(language)) return reply.header('cache-control', 'no-store').redirect('/', 302);
    const page = site.renderPage(notFoundPage, language, {}, pageAddress(request));
    return sendPage(request, reply, page, { status: 404 });
  };
}
