// Gallery states of the pages between an application and the user (such as consent), and of the sign-in page before
// them.

import { demoApplications } from '@brama/simulators/applications';
import type { Page } from '@playwright/test';
import { type Language, type State, seen } from './state.ts';

/** Pages that are not in the list of screens. */
export const interactionScreens = [
  'oidc/auth',
  'oidc/logout',
  'api/app-redirect',
  'device',
  'device/done',
  'device/refused',
] as const;

const courses = demoApplications.find(({ name }) => name === 'courses')?.id ?? '';
const clubs = demoApplications.find(({ name }) => name === 'clubs')?.id ?? '';
const begin = (fields: Record<string, string> = {}) =>
  `?${new URLSearchParams({ client_id: courses, response_type: 'code', scope: 'openid', ...fields })}`;

const outside = { withoutLanguage: true } as const;
const user = 'o.shevchenko';

/** The application requests the browser's language; this opens the page in the language of the state. */
const toConsent = async (page: Page, language: Language) => {
  await seen('button[value=allow]')(page);
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}/${language}${pathname}`);
};

export const interactionStates: readonly State[] = [
  {
    ...outside,
    name: 'answer-request-refused',
    screen: 'oidc/auth',
    query: begin({ client_id: 'nobody' }),
  },
  {
    ...outside,
    name: 'answer-request-refused-no-javascript',
    screen: 'oidc/auth',
    query: begin({ client_id: 'nobody' }),
    noJavaScript: true,
  },
  {
    ...outside,
    name: 'answer-request-over',
    screen: 'api/app-redirect',
    query: `?appId=${courses}&request=over`,
    user,
  },
  {
    ...outside,
    name: 'answer-user-changed',
    screen: 'api/app-redirect',
    query: `?appId=${courses}&userHash=other`,
    user,
  },
  {
    ...outside,
    name: 'answer-consent',
    screen: 'api/app-redirect',
    query: `?appId=${clubs}`,
    user,
    act: toConsent,
  },
  {
    ...outside,
    name: 'answer-consent-no-javascript',
    screen: 'api/app-redirect',
    query: `?appId=${clubs}`,
    user,
    noJavaScript: true,
    act: toConsent,
  },
  { ...outside, name: 'answer-device', screen: 'device' },
  { ...outside, name: 'answer-device-done', screen: 'device/done' },
  { ...outside, name: 'answer-device-refused', screen: 'device/refused' },
  { ...outside, name: 'answer-sign-out', screen: 'oidc/logout', user },
  {
    ...outside,
    name: 'answer-sign-out-for-application',
    screen: 'oidc/logout',
    query: `?client_id=${courses}`,
    user,
  },
  {
    ...outside,
    name: 'answer-sign-out-refused',
    screen: 'oidc/logout',
    query: `?client_id=${courses}&post_logout_redirect_uri=https://x.example`,
    user,
  },
];
