// The applications page for browsers without JavaScript: a list, «my data» and sign-out. Continues to the application
// that the query names.

import type { ApplicationAccess } from '@brama/contract/api/connected-apps';
import type { SessionsAnswer } from '@brama/contract/api/sessions';
import type { ApplicationAnswer, UserAnswer } from '@brama/contract/api/user';
import { normalizeAppId } from '@brama/contract/app-id';
import { type Language, passwordPath, paths, userHashParameter } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { userHashField } from '../../http/user-hash.ts';
import { rawQuery } from '../../pages/address.ts';
import { escapeHtml, foreignHtml } from '../../pages/escape.ts';
import type { PlainPage } from '../../pages/pages.ts';
import { plainPage } from '../../pages/plain-page.ts';
import type { Translate } from '../../pages/translate.ts';
import type { Site } from '../../pages/web-build.ts';
import type { ConnectedAppsDeps } from '../connected-apps-routes.ts';
import type { OwnSessions } from '../own-sessions.ts';
import type { AccountDeps } from '../routes.ts';
import { userData } from '../user-data.ts';
import { sessionsIn } from './sessions.ts';
import { timed } from './time.ts';

type Words = ReturnType<Translate>;

/** Returns the address that launches an application; `query` names the application or the suspended request. */
function openingAddress(query: string, userHash: string): string {
  return `${paths.appRedirect}${query}&${userHashParameter}=${userHash}`;
}

function listOf(applications: readonly ApplicationAnswer[], userHash: string): string {
  const items = applications.map(
    ({ id, title, description }) =>
      `<li><a href="${escapeHtml(openingAddress(`?appId=${id}`, userHash))}">${escapeHtml(title)}</a><p>${escapeHtml(description)}</p></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** Returns the text as HTML, with a link to the help page around the words marked by `<help>`. */
function withHelpLink(text: string, language: Language): string {
  return escapeHtml(text)
    .replace('&lt;help&gt;', `<a href="/${language}/faq">`)
    .replace('&lt;/help&gt;', '</a>');
}

/** What the parts of «my data» share: translations, language, and the hash of the user. */
type Page = { t: Words; language: Language; userHash: string };

function accessOf(
  { id, title, firstParty, scopes, services, since }: ApplicationAccess,
  { t, language, userHash }: Page,
) {
  const learnt = scopes.map((scope) => t(`profile:access.scopes.${scope as 'openid'}`)).join(', ');
  const acts = services.map((one) => `${one.title} (${one.scopes.join(', ')})`).join(', ');
  const acting = acts && `<p>${escapeHtml(t('profile:access.acts', { services: acts }))}</p>`;
  const data = firstParty
    ? `${t('profile:access.first-party')} ${t('profile:access.own', { data: learnt })}`
    : t('profile:access.data', { data: learnt });
  const sentence = (when: string) =>
    t(`profile:access.${firstParty ? 'opened' : 'since'}`, { when });
  const when = timed(sentence, since, language);
  const label = t('profile:access.end', { app: title });
  return [
    `<li><strong>${escapeHtml(title)}</strong><p>${escapeHtml(data)}</p>${acting}<p>${when}</p>`,
    `<form method="post" action="${paths.endAccess}">${userHashField(userHash)}`,
    `<input type="hidden" name="application" value="${escapeHtml(id)}">`,
    `<button type="submit">${escapeHtml(label)}</button></form></li>`,
  ].join('');
}

function accessesIn(all: readonly ApplicationAccess[], page: Page): string {
  const { t } = page;
  const heading = `<h2>${escapeHtml(t('profile:access.title'))}</h2>`;
  if (all.length === 0) return `${heading}<p>${escapeHtml(t('profile:access.none'))}</p>`;
  const items = all.map((one) => accessOf(one, page));
  return `${heading}<p>${escapeHtml(t('profile:access.about'))}</p><ul>${items.join('')}</ul>`;
}

type Known = {
  data: UserAnswer['data'];
  accesses: readonly ApplicationAccess[];
  sessions: SessionsAnswer;
};

function detailsOf({ data, accesses, sessions }: Known, page: Page): string {
  const { t, language } = page;
  const rows = Object.entries(data).map(([key, value]) => {
    const field = t(`profile:fields.${key as 'username'}`);
    const label = t('profile:name', { field });
    const shown = value || t('profile:empty');
    return `<dt>${foreignHtml(label, language)}</dt><dd>${foreignHtml(shown, language)}</dd>`;
  });
  const password = `<p><a href="/${language}/${passwordPath}">${escapeHtml(t('profile:password.change'))}</a></p>`;
  const lists = sessionsIn(sessions, page) + accessesIn(accesses, page);
  return `<details><summary>${escapeHtml(t('profile:title'))}</summary><dl>${rows.join('')}</dl>${password}${lists}</details>`;
}

type Deps = Pick<AccountDeps, 'userById' | 'listApplications'> &
  Pick<ConnectedAppsDeps, 'listConnectedApps'> & {
    listSessions: OwnSessions['list'];
    userHashOf: SessionCookie['userHashOf'];
    site: Site;
  };

export function createPlainApps(deps: Deps): PlainPage {
  const { userById, listApplications, listConnectedApps, listSessions, userHashOf, site } = deps;
  return async (request, session, language) => {
    const user = await userById(session.userId);
    if (!user) return {};
    const userHash = userHashOf(user.id);
    const applications = await listApplications(user, language);
    const shown = applications.filter(({ sandbox }) => !sandbox);
    const t = site.translate(language);
    const carried = returnQuery(rawQuery(request));
    const query = new URLSearchParams(carried);
    const appId = query.get('appId');
    const wanted = appId === null ? undefined : normalizeAppId(appId);
    // launches for a suspended request even without access: the launch then shows the error
    const target = query.has('request') || applications.some(({ id }) => id === wanted);
    const content = [
      wanted !== undefined && !target
        ? `<p role="alert"><strong>${escapeHtml(t('apps:redirect-error.title'))}</strong><br>${escapeHtml(t('apps:redirect-error.text'))}</p>`
        : '',
      shown.length > 0
        ? listOf(shown, userHash)
        : `<p><strong>${escapeHtml(t('apps:no-apps-error.title'))}</strong><br>${withHelpLink(t('apps:no-apps-error.text'), language)}</p>`,
      detailsOf(
        {
          data: userData(user),
          accesses: await listConnectedApps(user.id, language),
          sessions: await listSessions(session),
        },
        { t, language, userHash },
      ),
      `<form method="post" action="${paths.signOut}">${userHashField(userHash)}<button type="submit">${escapeHtml(t('apps:sign-out.action'))}</button></form>`,
    ];
    const body = plainPage(site, request, language, {
      heading: `${escapeHtml(t('apps:greeting'))}<br>${escapeHtml(user.fullName)}`,
      content: content.join(''),
    });
    const onward = openingAddress(carried, userHash);
    return {
      body,
      // a new navigation, not a redirect of the form: CSP form-action does not apply to it
      ...(target && {
        head: `<meta http-equiv="refresh" content="0; url=${escapeHtml(onward)}">`,
      }),
    };
  };
}
