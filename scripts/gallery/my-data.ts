// Gallery states of the “My data” dialog, the account page and the account menu.

import type { Page } from '@playwright/test';
import { answer, both, hang, inTurn, refuse, type State, seen } from './state.ts';

const screen = 'apps';
const user = 'o.shevchenko';
const link = '**/api/google/link';
const linked = { email: 'o.shevchenko@campus.example', since: '2026-09-01T07:30:00.000Z' };

const open = (page: Page) => page.locator('[aria-haspopup=dialog]').click();
const toGoogle = async (page: Page) => {
  await seen('dialog #google')(page);
  await page.locator('dialog #google').evaluate((heading) => heading.scrollIntoView());
};
const leave = (note: string) => (page: Page) =>
  page.addInitScript((left) => sessionStorage.setItem('brama.my-data', left), note);
const google = both(
  answer('**/api/sign-in/methods', 200, {
    methods: ['password', 'diia', 'google'].map((id) => ({ id })),
  }),
);
const told = (said: object) =>
  both(google, answer(link, 200, { linked: null, lastWayIn: false, fresh: true, ...said }));

function state(name: string, prepare: State['prepare'], ...then: NonNullable<State['act']>[]) {
  const act = inTurn(open, toGoogle, ...then);
  return { name: `my-data-${name}`, screen, user, ...(prepare && { prepare }), act };
}
const press = (at: number) => (page: Page) =>
  page.locator('section[aria-labelledby=google] button').nth(at).click();
const refused = (said: object, code: string) => async (page: Page) => {
  await told(said)(page);
  const error = { error: { code, requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21' } };
  await page.route(link, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: error }),
  );
};
const access = '**/api/access';
const has = (applications: object[]) => answer(access, 200, { applications });
const learns = { scopes: ['openid', 'profile', 'email'], services: [] };
const clubs = {
  ...learns,
  id: 'clubs',
  title: 'Студентські клуби',
  since: '2026-09-01T07:30:00.000Z',
  firstParty: false,
  services: [{ title: 'Розклад', scopes: ['timetable.read'] }],
};
const courses = {
  ...clubs,
  ...learns,
  id: 'courses',
  title: 'Дистанційні курси',
  firstParty: true,
};
const toAccess = async (page: Page) => {
  await seen('dialog #access')(page);
  await page.locator('dialog #access').evaluate((heading) => heading.scrollIntoView());
};
function accessState(
  name: string,
  prepare: NonNullable<State['prepare']>,
  ...then: NonNullable<State['act']>[]
) {
  const act = inTurn(open, toAccess, ...then);
  return { name: `my-data-access-${name}`, screen, user, prepare, act };
}
const end = (page: Page) => page.locator('section[aria-labelledby=access] button').first().click();

const sessions = '**/api/sessions';
const here = {
  id: 'here',
  current: true,
  browser: 'Chrome',
  system: 'Windows',
  method: 'diia',
  since: '2026-11-20T07:30:00.000Z',
  lastUsed: '2026-11-20T09:30:00.000Z',
};
const telephone = {
  ...here,
  id: 'telephone',
  current: false,
  browser: 'Safari',
  system: 'iPhone',
  method: 'google',
};
const unknown = { ...telephone, id: 'unknown', browser: null, system: null, method: 'password' };
const signedIn = (all: object[], more = 0) => answer(sessions, 200, { sessions: all, more });
const elsewhere = signedIn([here, telephone, unknown]);
const toSessions = async (page: Page) => {
  await seen('dialog #sessions')(page);
  await page.locator('dialog #sessions').evaluate((heading) => heading.scrollIntoView());
};
function sessionState(
  name: string,
  prepare: NonNullable<State['prepare']>,
  ...then: NonNullable<State['act']>[]
) {
  const act = inTurn(open, toSessions, ...then);
  return { name: `my-data-sessions-${name}`, screen, user, prepare, act };
}
const endSession = (at: number) => (page: Page) =>
  page.locator('section[aria-labelledby=sessions] button').nth(at).click();

const alert = seen('dialog [role=alert]:not(:empty)');

export const myDataStates: readonly State[] = [
  { name: 'my-data', screen, user, act: inTurn(open, seen('dialog[open]')) },
  {
    name: 'my-data-session-ended',
    screen,
    user,
    prepare: refuse(sessions, 401, 'session.required'),
    act: inTurn(open, alert),
  },
  accessState('loading', hang(access)),
  accessState('none', has([])),
  accessState('some', has([clubs, courses])),
  accessState('question', has([clubs, courses]), end),
  accessState('not-loaded', refuse(access, 503, 'unavailable'), alert),
  sessionState('loading', hang(sessions)),
  sessionState('only', signedIn([here])),
  sessionState('some', elsewhere),
  sessionState('many', signedIn([here, telephone, unknown], 12)),
  sessionState('question', elsewhere, endSession(0)),
  sessionState('others-question', elsewhere, endSession(2)),
  sessionState('not-loaded', refuse(sessions, 503, 'unavailable'), alert),
  state('google-loading', both(google, hang(link))),
  state('google-none', told({})),
  state('google-linked', told({ linked })),
  state('google-question', told({ linked }), press(0)),
  state('google-last-way-in', told({ linked, lastWayIn: true })),
  state('google-not-recent', told({ linked, fresh: false })),
  state('google-not-loaded', both(google, refuse(link, 503, 'unavailable')), alert),
  state('google-link-refused', refused({}, 'unavailable'), press(0), alert),
  state('google-unlink-refused', refused({ linked }, 'unavailable'), press(0), press(0), alert),
  ...['google-failed', 'google-linked-elsewhere', 'session-not-recent'].map(
    (note): State => ({
      name: `my-data-${note}`,
      screen,
      user,
      prepare: both(leave(note), told({ fresh: note !== 'session-not-recent' })),
      act: alert,
    }),
  ),
  {
    name: 'my-data-google-just-linked',
    screen,
    user,
    prepare: both(both(leave('google-linked'), elsewhere), told({ linked })),
    act: seen('[data-sonner-toast]'),
  },
];

const openMenu = (page: Page) => page.locator('.account-menu > summary').click();
const unfolded = inTurn(openMenu, seen('.account-menu[open] form'));
const account = { screen: 'account', user };

export const accountStates: readonly State[] = [
  {
    name: 'account-report',
    ...account,
    act: inTurn(
      (page) => page.locator('section[aria-labelledby=profile] summary').click(),
      seen('main details[open] a'),
    ),
  },
  {
    name: 'account-not-me',
    ...account,
    act: inTurn(
      (page) => page.locator('section[aria-labelledby=activity] summary').click(),
      seen('section[aria-labelledby=activity] details[open] form'),
    ),
  },
  { name: 'account-printed', ...account, act: (page) => page.emulateMedia({ media: 'print' }) },
  {
    name: 'account-passkey-not-added',
    ...account,
    prepare: refuse('**/api/passkeys/options', 503, 'unavailable'),
    act: inTurn(
      (page) => page.locator('.row:has(a[href$="#passkeys"]) button').first().click(),
      seen('section[aria-labelledby=sign-in-methods] [role=alert]:not(:empty)'),
    ),
  },
  { name: 'account-menu', ...account, act: unfolded },
  { name: 'account-menu-help', screen: 'faq', user, act: unfolded },
  { name: 'account-menu-no-javascript', screen: 'faq', user, noJavaScript: true, act: openMenu },
];
