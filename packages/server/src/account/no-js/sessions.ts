// Where the user is signed in, for browsers without JavaScript: a list, and a form for each session that can be ended.

import type { OpenSession, SessionsAnswer } from '@brama/contract/api/sessions';
import { methodIds } from '@brama/contract/pages/login-page';
import { numbered } from '@brama/contract/pages/numbered';
import { type Language, paths } from '@brama/contract/paths';
import { z } from 'zod';
import { userHashField } from '../../http/user-hash.ts';
import { escapeHtml } from '../../pages/escape.ts';
import { plural } from '../../pages/plural.ts';
import { localTime, timed } from './time.ts';

/** The words needed here, of the namespace `profile`. */
export const sessionWords = z.looseObject({
  title: z.string(),
  about: z.string(),
  only: z.string(),
  here: z.string(),
  on: z.string(),
  unknown: z.string(),
  since: z.record(z.enum(methodIds), z.string()),
  'last-used': z.string(),
  end: z.string(),
  'end-short': z.string(),
  others: z.string(),
});
type Words = z.infer<typeof sessionWords>;

function placeOf({ browser, system }: OpenSession, say: Words): string {
  if (browser === null || system === null) return browser ?? system ?? say.unknown;
  return say.on.replace('{{browser}}', () => browser).replace('{{system}}', () => system);
}

type Page = { say: Words; language: Language; userHash: string };

function itemOf(session: OpenSession, place: string, { say, language, userHash }: Page): string {
  const { id, current, method, since, lastUsed } = session;
  const began = `<p>${timed(say.since[method], since, language, 'short')}</p>`;
  if (current)
    return `<li><strong>${escapeHtml(place)}</strong> <em>${escapeHtml(say.here)}</em>${began}</li>`;
  const label = say.end
    .replace('{{where}}', () => place)
    .replace('{{when}}', () => localTime(lastUsed, language, 'short'));
  return [
    `<li><strong>${escapeHtml(place)}</strong>${began}`,
    `<p>${timed(say['last-used'], lastUsed, language, 'short')}</p>`,
    `<form method="post" action="${paths.endSession}">${userHashField(userHash)}`,
    `<input type="hidden" name="session" value="${escapeHtml(id)}">`,
    `<button type="submit" aria-label="${escapeHtml(label)}">${escapeHtml(say['end-short'])}</button></form></li>`,
  ].join('');
}

/** HTML. */
export function sessionsIn({ sessions: all, more }: SessionsAnswer, page: Page): string {
  const { say, language, userHash } = page;
  const heading = `<h2>${escapeHtml(say.title)}</h2>`;
  const places = numbered(all.map((one) => placeOf(one, say)));
  const items = all.map((one, index) => itemOf(one, places[index] ?? '', page));
  const list = `<ul>${items.join('')}</ul>`;
  if (all.length < 2) return `${heading}${list}<p>${escapeHtml(say.only)}</p>`;
  const others = `<form method="post" action="${paths.endOtherSessions}">${userHashField(userHash)}<button type="submit">${escapeHtml(say.others)}</button></form>`;
  const rest = more > 0 ? `<p>${escapeHtml(plural(say, 'more', more, language))}</p>` : '';
  return `${heading}<p>${escapeHtml(say.about)}</p>${list}${rest}${others}`;
}
