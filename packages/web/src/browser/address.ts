// How addresses are built: the language stands first in the path, the carried parameters (appId, state,
// request) stay with the user on the way from the first page to the application. Pure.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
  paths,
  userHashParameter,
} from '@brama/contract/paths';
import { returnParameters, returnQuery } from '@brama/contract/sign-in/return-params';
import type { PageAddress } from './page-address.ts';
import { decodeQuery, encodeQuery } from './query-string.ts';
import { trimCharacters } from './trim-characters.ts';

/** The language in the first segment of a path, if it is one of ours. */
export function languageInPath(path: string): Language | undefined {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : undefined;
}

export function otherLanguage(language: Language): Language {
  return languages.find((other) => other !== language) ?? defaultLanguage;
}

/** The parts of an address that its page needs; without a language there is no path to keep. */
export function pageAddress({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): PageAddress {
  const below = languageInPath(pathname) ? pathname.split('/').slice(2).join('/') : '';
  return { path: trimCharacters(below, '/'), query: search, carried: returnQuery(search) };
}

/** The query without the carried parameters; what else stood there stays. */
export function withoutCarried(search: string): string {
  const rest = decodeQuery(search);
  for (const name of returnParameters) rest.delete(name);
  return encodeQuery(rest);
}

export function appsHref(language: Language, search: string): string {
  return `/${language}/apps${returnQuery(search)}`;
}

/** The sign-in page; `ended` says that a session was there before. */
export function signInHref(language: Language, search: string, ended: boolean): string {
  return `/${language}/${returnQuery(search, ended ? { session: 'ended' } : {})}`;
}

/** `untold`: names of applications that could not be told. */
export function signedOutHref(language: Language, untold: readonly string[] = []): string {
  return `/${language}/${signedOutQuery(untold)}`;
}

/** Where the server sends the user with this hash on to an application; resumes what `search` carries. */
export function openApplicationHref(appId: string, search = '', userHash = ''): string {
  const query = new URLSearchParams(returnQuery(search));
  query.set('appId', appId);
  if (userHash !== '') query.set(userHashParameter, userHash);
  return `${paths.appRedirect}?${query}`;
}

/** Would one step back in history stay with us? `referrer` is where this page was opened from. */
export function leadsBack(historyLength: number, referrer: string, origin: string): boolean {
  return historyLength > 1 && referrer.startsWith(`${origin}/`);
}

/** Adds a subject to a mail link; other addresses stay as they are. */
export function withSubject(href: string, subject: string): string {
  return href.startsWith('mailto:') && !href.includes('?')
    ? `${href}?subject=${encodeURIComponent(subject)}`
    : href;
}
