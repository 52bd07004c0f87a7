// How addresses are built: the language stands first in the path, the carried parameters (appId, state,
// request) stay with the user on the way from the first page to the application. Pure.
import {
  carriedParameters,
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
  paths,
} from '@brama/contract/paths';

/** The language in the first segment of a path, if it is one of ours. */
export function languageInPath(path: string): Language | undefined {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : undefined;
}

export function otherLanguage(language: Language): Language {
  return languages.find((other) => other !== language) ?? defaultLanguage;
}

/** The same address in another language: only the first segment of the path changes. */
export function inLanguage(
  language: Language,
  address: { pathname: string; search: string; hash: string },
): string {
  const rest = languageInPath(address.pathname)
    ? address.pathname.slice(address.pathname.indexOf('/', 1) + 1 || address.pathname.length)
    : address.pathname.slice(1);
  return `/${language}/${rest}${address.search}${address.hash}`;
}

/** The carried parameters of a query, as a query of their own: `?appId=…`, or nothing. */
export function carriedQuery(search: string, extra: Record<string, string> = {}): string {
  const carried = new URLSearchParams(extra);
  const given = new URLSearchParams(search);
  for (const name of carriedParameters) {
    const value = given.get(name);
    if (value) carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
}

/** The query without the carried parameters; what else stood there stays. */
export function withoutCarried(search: string): string {
  const rest = new URLSearchParams(search);
  for (const name of carriedParameters) rest.delete(name);
  return rest.size > 0 ? `?${rest}` : '';
}

export function appsHref(language: Language, search: string): string {
  return `/${language}/apps${carriedQuery(search)}`;
}

/** The sign-in page; `ended` says that a session was there before. */
export function signInHref(language: Language, search: string, ended: boolean): string {
  return `/${language}/${carriedQuery(search, ended ? { session: 'ended' } : {})}`;
}

export function signedOutHref(language: Language): string {
  return `/${language}/?signed-out`;
}

/** Where the server sends the user on to an application; resumes what `search` carries. */
export function openApplicationHref(appId: string, search = ''): string {
  const query = new URLSearchParams(carriedQuery(search));
  query.set('appId', appId);
  return `${paths.appRedirect}?${query}`;
}
