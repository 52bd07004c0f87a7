// Addresses, languages and carried parameters that browser and server share. Values only, no schemas:
// the login page imports this file and must stay light.

import { methodPaths } from './sign-in/methods.ts';

export const languages = ['uk', 'en'] as const;
export type Language = (typeof languages)[number];
/** Used when nothing else decides, and for words that are missing in another language. */
export const defaultLanguage: Language = 'uk';

/**
 * Cookie and local storage key that remember the chosen language. Under https only this host can set the cookie, no
 * other of its domain (RFC 6265bis §4.1.3.2).
 */
export const languageCookie = (secure: boolean) => (secure ? '__Host-i18next' : 'i18next');
export const languageStorageKey = 'i18nextLng';

/**
 * Where people bring the code of a device. Short and without a language, for it is typed; `/{lng}` before it only
 * changes the language.
 */
export const devicePath = '/device';

/** Where a signed-in user changes their password, below the language; and where password managers look for it. */
export const passwordPath = 'password';
export const changePasswordPath = '/.well-known/change-password';

export const paths = {
  ...methodPaths,
  startSession: '/api/auth/internal',
  signOut: '/api/auth/logout',
  signInMethods: '/api/sign-in/methods',
  user: '/user',
  session: '/api/session',
  userAlias: '/api/user',
  access: '/api/access',
  endAccess: '/api/access/end',
  sessions: '/api/sessions',
  endSession: '/api/sessions/end',
  endOtherSessions: '/api/sessions/end-others',
  appRedirect: '/api/app-redirect',
  withoutLevel: '/api/app-redirect/without-level',
  ticket: '/api/ticket',
  sandboxTicket: '/api/sandbox/ticket',
  knownApplications: '/api/known-applications',
  locales: '/locales/:lng/:ns.json',
  addLocaleKey: '/locales/add/:lng/:ns',
  pageErrors: '/api/page-errors',
  health: '/healthz',
  ready: '/readyz',
} as const;

/**
 * The hash from GET /user that names the user of a page: in a header, a form field, or the query of `appRedirect`.
 * The server refuses the request if the session belongs to another user. Without the hash it compares nothing.
 */
export const userHashHeader = 'brama-user-hash';
export const userHashParameter = 'userHash';

/** Below it stand questions for consent: pages without a language, which can be read in the other one. */
export const consentPages = '/oidc/consent/';

/** Path prefixes that belong to machines: an unknown path below them is a 404, never a page. */
export const apiPrefixes = [
  '/api',
  '/oidc',
  '/google',
  '/.well-known',
  '/locales',
  '/assets',
  '/v1',
] as const;

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
