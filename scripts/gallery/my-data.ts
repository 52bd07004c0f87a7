// Gallery states of the “My data” dialog, the account page and the account menu.

import type { Page } from '@playwright/test';
import { inTurn, refuse, type State, seen, unfold } from './state.ts';

const screen = 'apps';
const user = 'o.shevchenko';
const open = (page: Page) => page.locator('[aria-haspopup=dialog]').click();
export const myDataStates: readonly State[] = [
  { name: 'my-data', screen, user, act: inTurn(open, seen('dialog[open]')) },
];

const openMenu = (page: Page) => page.locator('.account-menu > summary').click();
const unfolded = inTurn(openMenu, seen('.account-menu[open] form'));
const account = { screen: 'account', user };

export const accountStates: readonly State[] = [
  {
    name: 'account-report',
    ...account,
    act: inTurn(unfold('section[aria-labelledby=profile] details'), seen('main details[open] a')),
  },
  {
    name: 'account-not-me',
    ...account,
    act: inTurn(
      unfold('section[aria-labelledby=activity] details'),
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
