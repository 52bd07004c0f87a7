// The applications page for browsers without JavaScript: a plain list, and going straight on when an
// application was asked for.

import { paths } from '@brama/contract/paths';
import { z } from 'zod';
import { carriedQuery } from '../http/carried.ts';
import type { PlainPage } from '../http/pages.ts';
import { plainPage } from '../http/plain-page.ts';
import { escapeHtml, type Site } from '../http/site.ts';
import type { AccountNeeds } from './routes.ts';

/** The few words needed here, of the namespace `apps`. */
const wordsSchema = z.object({
  'sign-out': z.object({ action: z.string() }),
  'no-apps-error': z.object({ title: z.string() }),
  'redirect-error': z.object({ title: z.string() }),
});

type Needs = Pick<AccountNeeds, 'userById' | 'applicationsOf'> & { words: Site['words'] };

export function createPlainApps({ userById, applicationsOf, words }: Needs): PlainPage {
  return async (request, session, language) => {
    const user = await userById(session.userId);
    if (!user) return {};
    const applications = await applicationsOf(user, language);
    const say = wordsSchema.parse(words(language, 'apps'));
    const given = (request.query as Record<string, unknown>)['appId'];
    const wanted = typeof given === 'string' ? given.toLowerCase() : given;
    const target = applications.find(({ id }) => id === wanted);
    const items = applications.map(
      ({ id, title, description }) =>
        `<li><a href="${paths.appRedirect}?appId=${escapeHtml(id)}">${escapeHtml(title)}</a><p>${escapeHtml(description)}</p></li>`,
    );
    const notice = wanted !== undefined && !target ? say['redirect-error'].title : undefined;
    const list =
      items.length > 0
        ? `<ul>${items.join('')}</ul>`
        : `<p>${escapeHtml(say['no-apps-error'].title)}</p>`;
    const alert = notice ? `<p role="alert">${escapeHtml(notice)}</p>` : '';
    const signOut = `<form method="post" action="${paths.signOut}"><button type="submit">${escapeHtml(say['sign-out'].action)}</button></form>`;
    const body = plainPage(words, request, language, {
      title: user.fullName,
      content: `${alert}${list}${signOut}`,
    });
    const onward = `${paths.appRedirect}${carriedQuery(request)}`;
    return {
      body,
      // a new navigation, not a redirect of the form: CSP form-action does not apply to it
      ...(target && {
        head: `<meta http-equiv="refresh" content="0; url=${escapeHtml(onward)}">`,
      }),
    };
  };
}
