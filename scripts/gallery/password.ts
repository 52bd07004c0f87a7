// Gallery states of the password pages.

import type { Page } from '@playwright/test';
import { answer, inTurn, refuse, type State, seen } from './state.ts';

/** Pages that are not in the list of screens. */
export const passwordScreens = [
  'password',
  'password/changed',
  'password/forgot',
  'password/sent',
  'password/reset',
] as const;

const user = 'o.shevchenko';
const said = seen('#main [aria-invalid=true], #main [role=alert]:not(:empty)');
const saving = '**/api/password';

const save = async (page: Page) => {
  await page.locator('#current-password').fill('one that was');
  await page.locator('#new-password').fill('річка, обрій і 7 лелек');
  await page.keyboard.press('Enter');
};
const change = (name: string, prepare: NonNullable<State['prepare']>): State => ({
  name: `password-${name}`,
  screen: 'password',
  user,
  prepare,
  act: inTurn(save, said),
});
/** Submits the form with an invalid code. */
const reset = async (page: Page) => {
  await page.locator('#code').fill('nobody-was-sent-this');
  await page.locator('#new-password').fill('річка, обрій і 7 лелек');
  await page.keyboard.press('Enter');
};
const common = {
  code: 'password.refused',
  fields: { newPassword: 'common' },
  requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21',
};

export const passwordStates: readonly State[] = [
  { name: 'password-change', screen: 'password', user },
  change('wrong', refuse(saving, 403, 'password.wrong')),
  change('refused', answer(saving, 422, { error: common })),
  change('throttled', refuse(saving, 429, 'sign-in.throttled')),
  change('unavailable', refuse(saving, 503, 'unavailable')),
  { name: 'password-change-no-javascript', screen: 'password', user, noJavaScript: true },
  { name: 'password-changed', screen: 'password/changed', user },
  { name: 'password-forgot', screen: 'password/forgot' },
  { name: 'password-forgot-no-javascript', screen: 'password/forgot', noJavaScript: true },
  { name: 'password-sent', screen: 'password/sent' },
  { name: 'password-reset', screen: 'password/reset', query: `#${'c'.repeat(43)}` },
  { name: 'password-reset-code', screen: 'password/reset' },
  { name: 'password-reset-over', screen: 'password/reset', act: inTurn(reset, said) },
  {
    name: 'password-reset-over-no-javascript',
    screen: 'password/reset',
    noJavaScript: true,
    act: inTurn(reset, said),
  },
];
