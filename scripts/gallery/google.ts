// Gallery states of the page to which Google redirects, and of the sign-in page after it.

import type { Page } from '@playwright/test';
import { cut, hang, holdAt, inTurn, type State, seen, stay } from './state.ts';

const call = '**/google/auth?*';
const linking = btoa(JSON.stringify({ purpose: 'link' }));

const page = { screen: 'google-auth', withoutLanguage: true } as const;
const answered = { ...page, query: '?code=c&state=s' };
const waiting = { ...answered, prepare: hang(call) };
const drawn = seen('#main');

// a second, hidden link carries the choice of a shared computer
const press = (target: Page) =>
  target.locator('a[href^="/api/google/redirect"]').filter({ visible: true }).click();

export const googleStates: readonly State[] = [
  { name: 'google-auth-at-once', ...waiting, act: inTurn(drawn, holdAt(100)) },
  { name: 'google-auth-spinner', ...waiting, act: inTurn(drawn, holdAt(500)) },
  { name: 'google-auth-words', ...waiting, act: inTurn(drawn, holdAt(2_000)) },
  { name: 'google-auth-slow', ...waiting, act: inTurn(drawn, holdAt(16_000)) },
  {
    name: 'google-auth-linking-slow',
    ...waiting,
    query: `?code=c&state=${linking}`,
    act: inTurn(drawn, holdAt(16_000)),
  },
  {
    name: 'google-auth-no-connection',
    ...answered,
    prepare: cut(call),
    act: seen('#main [role=alert]'),
  },
  {
    name: 'login-google-leaving',
    screen: '',
    prepare: stay('**/api/google/redirect*'),
    act: inTurn(press, seen('[aria-busy=true]')),
  },
];
