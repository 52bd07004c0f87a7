// The open sessions of a user for browsers without JavaScript: a list, with a form for each session that the user can
// end.

import type { OpenSession, SessionsAnswer } from '@brama/contract/api/sessions';
import { numbered } from '@brama/contract/pages/numbered';
import { type Language, paths } from '@brama/contract/paths';
import { userHashField } from '../../http/user-hash.ts';
import { escapeHtml } from '../../pages/escape.ts';
import type { Translate } from '../../pages/translate.ts';
import { localTime, timed } from './time.ts';

type Words = ReturnType<Translate>;

function placeOf({ browser, system }: OpenSession, t: Words): string {
  if (browser === null || system === null)
    return browser ?? system ?? t('profile:sessions.unknown');
  return t('profile:sessions.on', { browser, system });
}

type Page = { t: Words; language: Language; userHash: string };

function itemOf(session: OpenSession, place: string, { t, language, userHash }: Page): string {
  const { id, current, method, since, lastUsed } = session;
  const began = `<p>${timed((when) => t(`profile:sessions.since.${method}`, { when }), since, language, 'short')}</p>`;
  if (current)
    return `<li><strong>${escapeHtml(place)}</strong> <em>${escapeHtml(t('profile:sessions.here'))}</em>${began}</li>`;
  const when = localTime(lastUsed, language, 'short');
  const label = t('profile:sessions.end', { where: place, when });
  const used = (when: string) => t('profile:sessions.last-used', { when });
  return [
    `<li><strong>${escapeHtml(place)}</strong>${began}`,
    `<p>${timed(used, lastUsed, language, 'short')}</p>`,
    `<form method="post" action="${paths.endSession}">${userHashField(userHash)}`,
    `<input type="hidden" name="session" value="${escapeHtml(id)}">`,
    `<button type="submit" aria-label="${escapeHtml(label)}">${escapeHtml(t('profile:sessions.end-short'))}</button></form></li>`,
  ].join('');
}

/** Returns the list as HTML. */
export function sessionsIn({ sessions: all, more }: SessionsAnswer, page: Page): string {
  const { t, userHash } = page;
  const heading = `<h2>${escapeHtml(t('profile:sessions.title'))}</h2>`;
  const places = numbered(all.map((one) => placeOf(one, t)));
  const items = all.map((one, index) => itemOf(one, places[index] ?? '', page));
  const list = `<ul>${items.join('')}</ul>`;
  if (all.length < 2) return `${heading}${list}<p>${escapeHtml(t('profile:sessions.only'))}</p>`;
  const others = `<form method="post" action="${paths.endOtherSessions}">${userHashField(userHash)}<button type="submit">${escapeHtml(t('profile:sessions.others'))}</button></form>`;
  const rest = more > 0 ? `<p>${escapeHtml(t('profile:sessions.more', { count: more }))}</p>` : '';
  return `${heading}<p>${escapeHtml(t('profile:sessions.about'))}</p>${list}${rest}${others}`;
}
