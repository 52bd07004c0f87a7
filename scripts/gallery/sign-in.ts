// Gallery states of the sign-in page that only a browser reaches.

import { demoApplications } from '@brama/simulators/applications';
import { demoPassword } from '@brama/simulators/people';
import type { Page } from '@playwright/test';
import { cut, hang, inTurn, refuse, type State, seen } from './state.ts';

const screen = '';
const alert = '[role=alert]:not(:empty)';
const campus = demoApplications.find(({ name }) => name === 'campus')?.id ?? '';

const type =
  (secret = demoPassword) =>
  async (page: Page) => {
    await page.locator('#username').fill('o.shevchenko');
    await page.locator('#current-password').fill(secret);
  };
const press = (page: Page) => page.locator('button[type=submit]').click();
const remember = (method: string) => (page: Page) =>
  page.addInitScript((id) => localStorage.setItem('brama.last-method', id), method);
const fail = inTurn(type(), press, seen(alert));

export const signInStates: readonly State[] = [
  { name: 'login-filled', screen, act: type() },
  {
    name: 'login-password-shown',
    screen,
    act: inTurn(type(), (page) => page.locator('[aria-controls=current-password]').click()),
  },
  {
    name: 'login-cyrillic-hint',
    screen,
    act: async (page) => {
      await page.locator('#current-password').focus();
      await page.keyboard.type('пароль');
    },
  },
  {
    name: 'login-pending',
    screen,
    prepare: hang('**/api/auth'),
    act: inTurn(type(), press, seen('form[aria-busy=true]')),
  },
  { name: 'login-busy', screen, prepare: refuse('**/api/auth', 503, 'busy'), act: fail },
  { name: 'login-second-call-failed', screen, prepare: cut('**/api/auth/internal'), act: fail },
  {
    name: 'login-offline',
    screen,
    act: inTurn(type(), (page) => page.context().setOffline(true), press, seen(alert)),
  },
  { name: 'login-continue-to-application', screen, query: `?appId=${campus}` },
  {
    name: 'login-last-time-diia',
    screen,
    prepare: remember('diia'),
    act: seen('[data-last-time]'),
  },
  {
    name: 'login-last-time-password',
    screen,
    prepare: remember('password'),
    act: seen('[data-last-time]'),
  },
  {
    name: 'login-last-time-google',
    screen,
    prepare: remember('google'),
    act: seen('[data-last-time]'),
  },
  {
    name: 'login-passkey-pending',
    screen,
    prepare: hang('**/api/passkey/options'),
    act: inTurn(
      (page) => page.locator('.unless-shared button').click(),
      seen('button[aria-busy=true]'),
    ),
  },
  {
    name: 'login-passkey-failed',
    screen,
    prepare: refuse('**/api/passkey/options', 503, 'unavailable'),
    act: inTurn(
      (page) => page.locator('.unless-shared button').click(),
      seen('.unless-shared button [role=alert]'),
    ),
  },
];
