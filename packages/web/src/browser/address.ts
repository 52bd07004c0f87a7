// Builds addresses. The language is the first segment of the path. The return parameters (appId, state, request) stay
// in the query from the first page to the application. Pure.

import { signedOutQuery } from '@brama/contract/pages/login-page';
import type { PageAddress } from '@brama/contract/pages/renderer';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
  paths,
  userHashParameter,
} from '@brama/contract/paths';
import {
  type ReauthenticationPage,
  reauthenticateParameter,
  returnQuery,
  signInParameters,
  signInQuery,
} from '@brama/contract/sign-in/return-params';
import { decodeQuery, encodeQuery } from './query-string.ts';

/** Returns the text without the given characters (code points) at both ends. */
export function trimCharacters(text: string, characters: string): string {
  const unwanted = new Set(characters);
  const wanted = (point: string) => !unwanted.has(point);
  const points = [...text];
  return points
    .slice(Math.max(0, points.findIndex(wanted)), points.findLastIndex(wanted) + 1)
    .join('');
}

/** Returns the language in the first segment of a path, or undefined. */
export function languageInPath(path: string): Language | undefined {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : undefined;
}

export function otherLanguage(language: Language): Language {
  return languages.find((other) => other !== language) ?? defaultLanguage;
}

/** Returns the parts of an address that its page needs. Without a language the path is empty. */
export function pageAddress({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): PageAddress {
  const below = languageInPath(pathname) ? pathname.split('/').slice(2).join('/') : '';
  return { path: trimCharacters(below, '/'), query: search, carried: signInQuery(search) };
}

/** Returns the query without the parameters of `signInQuery`. */
export function withoutCarried(search: string): string {
  const rest = decodeQuery(search);
  for (const name of signInParameters) rest.delete(name);
  return encodeQuery(rest);
}

/** Returns the address of the applications, or of another page between the sign-in and the applications. */
export function appsHref(language: Language, search: string, page = 'apps'): string {
  return `/${language}/${page}${returnQuery(search)}`;
}

/** Returns the address of the sign-in page. `ended` says that a session existed before. */
export function signInHref(language: Language, search: string, ended: boolean): string {
  return `/${language}/${returnQuery(search, ended ? { session: 'ended' } : {})}`;
}

/** Returns the address where a signed-in user authenticates again before returning to a page. */
export function signInAgainHref(language: Language, page: ReauthenticationPage): string {
  return `/${language}/?${reauthenticateParameter}=${page}`;
}

/** Returns the address after sign-out. `untold` holds titles of applications that could not be notified. */
export function signedOutHref(language: Language, untold: readonly string[] = []): string {
  return `/${language}/${signedOutQuery(untold)}`;
}

/**
 * Returns the address where the server redirects this user to an application, with the return parameters of `search`.
 */
export function openApplicationHref(appId: string, search = '', userHash = ''): string {
  const query = new URLSearchParams(returnQuery(search));
  query.set('appId', appId);
  if (userHash !== '') query.set(userHashParameter, userHash);
  return `${paths.appRedirect}?${query}`;
}

/** Returns whether one step back in the history stays on this site. `referrer` is the page that opened this one. */
export function leadsBack(historyLength: number, referrer: string, origin: string): boolean {
  return historyLength > 1 && referrer.startsWith(`${origin}/`);
}

/** Adds a subject to a mailto address. Returns other addresses unchanged. */
export function withSubject(href: string, subject: string): string {
  return href.startsWith('mailto:') && !href.includes('?')
    ? `${href}?subject=${encodeURIComponent(subject)}`
    : href;
}
