// Errors as pages, for browsers that navigate: a form without JavaScript, or a link that failed. Programs receive the
// error code as JSON.

import { errorTable, referenceOf } from '@brama/contract/errors';
import { troublePage, userChangedPage } from '@brama/contract/pages/page-ids';
import { isLanguage, type Language } from '@brama/contract/paths';
import type { ErrorPage } from '../http/replies.ts';
import { pageAddress } from './address.ts';
import { answerLanguage } from './language/language.ts';
import type { Notices } from './notices.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

export function createTroublePage(site: Site, notices: Notices): ErrorPage {
  return (request, reply, code) => {
    const [, first] = request.url.split(/[/?]/);
    const language = isLanguage(first) ? first : answerLanguage(request);
    const address = pageAddress(request);
    const path = isLanguage(first) ? address.path : '';
    const propsIn = (one: Language) => ({
      message: site.translate(one)(`errors:codes.${code}`),
      reference: referenceOf(request.id),
      href: `/${one}/${path}${address.query}`,
    });
    // the same address in the other language would return the same error
    const isRepeatable = isLanguage(first) && ['GET', 'HEAD'].includes(request.method);
    const pageOf = () =>
      isRepeatable
        ? site.renderPage(troublePage, language, propsIn(language), address)
        : notices.page(language, troublePage, propsIn, address.carried);
    const page =
      code === 'session.user-changed'
        ? notices.page(language, userChangedPage, () => ({}))
        : pageOf();
    return sendPage(request, reply, page, { status: errorTable[code].status });
  };
}
