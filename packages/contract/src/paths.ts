// Addresses, languages and carried parameters that browser and server share. Contains no schemas, because the sign-in
// page imports this file and must stay small.

import { recoveryPaths } from './recovery/paths.ts';
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
 * The page on which a user types the code that a device shows. Its address is short and without a language, because
 * users type it. With `/{lng}` before it the address only sets the language.
 */
export const devicePath = '/device';

/**
 * The page on which a signed-in user changes the password, below the language, and the address at which password
 * managers look for it.
 */
export const passwordPath = 'password';
export const changePasswordPath = '/.well-known/change-password';

/** The page of a sign-in that lacks a step, below the language. Also the value of `next` in the response to the first factor. */
export const secondFactorPath = 'second-factor';

export const paths = {
  ...methodPaths,
  ...recoveryPaths,
  startSession: '/api/auth/internal',
  signOut: '/api/auth/logout',
  signInMethods: '/api/sign-in/methods',
  user: '/user',
  session: '/api/session',
  userAlias: '/api/user',
  access: '/api/access',
  endAccess: '/api/access/end',
  addFavorite: '/api/favorites/add',
  removeFavorite: '/api/favorites/remove',
  sessions: '/api/sessions',
  endSession: '/api/sessions/end',
  endOtherSessions: '/api/sessions/end-others',
  secureAccount: '/api/account/secure',
  appRedirect: '/api/app-redirect',
  withoutLevel: '/api/app-redirect/without-level',
  ticket: '/api/ticket',
  sandboxTicket: '/api/sandbox/ticket',
  knownApplications: '/api/known-applications',
  registeredApplication: '/api/registered-application',
  locales: '/locales/:lng/:ns.json',
  addLocaleKey: '/locales/add/:lng/:ns',
  pageErrors: '/api/page-errors',
  health: '/healthz',
  ready: '/readyz',
} as const;

/** The icon of an application. Its file name is the hash of its content. */
export const applicationIconPath = (file: string) => `/application-icons/${file}`;

/** An icon of the list in `applications/campus-icons.ts`. */
export const campusIconPath = (name: string) => `/campus-icons/${name}.svg`;

/** Returns whether the path is that of an icon of the list, which is white and stands on a plate. */
export const isCampusIconPath = (path: string) => path.endsWith('.svg');

/**
 * The hash from GET /user, which identifies the user of a page. Pages send it in a header, a form field, or the query
 * of `appRedirect`. The server refuses the request if the session belongs to another user. Without the hash it compares
 * nothing.
 */
export const userHashHeader = 'brama-user-hash';
export const userHashParameter = 'userHash';

/** Query parameter of the applications page: the text that the user searches. */
export const searchParameter = 'q';

/** Path prefix of the consent pages. They have no language in their address, but a language switch. */
export const consentPages = '/oidc/consent/';

/** Path prefixes for programs. An unknown path below them gets 404 as JSON and never a page. */
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
