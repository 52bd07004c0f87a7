// The applications page for browsers without JavaScript: a plain list, «my data», sign-out, and going
// straight on when an application was asked for.

import { carriedQuery } from '@brama/contract/carried';
import { type Language, paths } from '@brama/contract/paths';
import type { ApplicationAnswer, UserAnswer } from '@brama/contract/user';
import { z } from 'zod';
import { rawQuery } from '../http/address.ts';
import { escapeHtml } from '../http/escape.ts';
import type { PlainPage } from '../http/pages.ts';
import { plainPage } from '../http/plain-page.ts';
import type { Site } from '../http/site.ts';
import type { AccountNeeds } from './routes.ts';
import { dataOf } from './user-data.ts';

/** The few words needed here, of the namespaces `apps` and `profile`. */
const appsWords = z.object({
  greeting: z.string(),
  'sign-out': z.object({ action: z.string() }),
  'no-apps-error': z.object({ title: z.string(), text: z.string() }),
  'redirect-error': z.object({ title: z.string(), text: z.string() }),
});
const profileWords = z.object({
  title: z.string(),
  name: z.string(),
  empty: z.string(),
  fields: z.record(z.string(), z.string()),
});

function listOf(applications: readonly ApplicationAnswer[]): string {
  const items = applications.map(
    ({ id, title, description }) =>
      `<li><a href="${paths.appRedirect}?appId=${escapeHtml(id)}">${escapeHtml(title)}</a><p>${escapeHtml(description)}</p></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** A text in which `<help>` marks the words that lead to the help page. */
function withHelpLink(text: string, language: Language): string {
  return escapeHtml(text)
    .replace('&lt;help&gt;', `<a href="/${language}/faq">`)
    .replace('&lt;/help&gt;', '</a>');
}

function detailsOf(data: UserAnswer['data'], say: z.infer<typeof profileWords>): string {
  const rows = Object.entries(data).map(([key, value]) => {
    const label = say.name.replace('{{field}}', () => say.fields[key] ?? key);
    return `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value || say.empty)}</dd>`;
  });
  return `<details><summary>${escapeHtml(say.title)}</summary><dl>${rows.join('')}</dl></details>`;
}

type Needs = Pick<AccountNeeds, 'userById' | 'applicationsOf'> & { site: Site };

export function createPlainApps({ userById, applicationsOf, site }: Needs): PlainPage {
  return async (request, session, language) => {
    const user = await userById(session.userId);
    if (!user) return {};
    const applications = await applicationsOf(user, language);
    const say = appsWords.parse(site.words(language, 'apps'));
    const carried = carriedQuery(rawQuery(request));
    const query = new URLSearchParams(carried);
    const wanted = query.get('appId')?.toLowerCase();
    // a request of an application that waits has the last word, also without the right
    const target = query.has('request') || applications.some(({ id }) => id === wanted);
    const notice = say['redirect-error'];
    const content = [
      wanted !== undefined && !target
        ? `<p role="alert"><strong>${escapeHtml(notice.title)}</strong><br>${escapeHtml(notice.text)}</p>`
        : '',
      applications.length > 0
        ? listOf(applications)
        : `<p><strong>${escapeHtml(say['no-apps-error'].title)}</strong><br>${withHelpLink(say['no-apps-error'].text, language)}</p>`,
      detailsOf(dataOf(user), profileWords.parse(site.words(language, 'profile'))),
      `<form method="post" action="${paths.signOut}"><button type="submit">${escapeHtml(say['sign-out'].action)}</button></form>`,
    ];
    const body = plainPage(site, request, language, {
      heading: `${escapeHtml(say.greeting)}<br>${escapeHtml(user.fullName)}`,
      content: content.join(''),
    });
    const onward = `${paths.appRedirect}${carried}`;
    return {
      body,
      // a new navigation, not a redirect of the form: CSP form-action does not apply to it
      ...(target && {
        head: `<meta http-equiv="refresh" content="0; url=${escapeHtml(onward)}">`,
      }),
    };
  };
}
