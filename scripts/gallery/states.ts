// The list of all gallery states; each is one row. States of screens that the product does not have yet are skipped.

import { appsStates } from './apps.ts';
import { diiaStates } from './diia.ts';
import { fixtureStates } from './fixtures.ts';
import { googleScreen, googleStates } from './google.ts';
import { interactionScreens, interactionStates } from './interaction.ts';
import { accountStates, myDataStates } from './my-data.ts';
import { passwordScreens, passwordStates } from './password.ts';
import { signInStates } from './sign-in.ts';
import { hang, holdAt, inTurn, refuse, rewrite, type State, seen } from './state.ts';
import { wizardStates } from './wizard.ts';

/** A path without a page. */
const nowhere = 'no/such-page';
export const beyondTheList: readonly string[] = [
  '',
  nowhere,
  googleScreen,
  ...interactionScreens,
  ...passwordScreens,
];

const contentStates = ['faq', 'privacy-policy', 'terms-of-use'].flatMap((screen): State[] => [
  { name: screen, screen },
  { name: `${screen}-signed-in`, screen, user: 'o.shevchenko' },
  { name: `${screen}-no-javascript`, screen, noJavaScript: true },
]);

const user = 'o.shevchenko';
const screen = 'auth-success';
const celebration: readonly State[] = [
  { name: 'auth-success-asking', screen, user, prepare: hang('**/user') },
  { name: 'auth-success', screen, user, act: inTurn(seen('[data-confetti] > *'), holdAt(700)) },
  { name: 'auth-success-still', screen, user, reducedMotion: true, act: seen('#main a') },
  { name: 'auth-success-signed-out', screen, act: seen('#main a') },
  {
    name: 'auth-success-failed',
    screen,
    user,
    prepare: refuse('**/user', 503, 'unavailable'),
    act: seen('#main button'),
  },
  { name: 'auth-success-no-javascript', screen, user, noJavaScript: true },
];

export const states: readonly State[] = [
  ...signInStates,
  ...passwordStates,
  ...diiaStates,
  ...googleStates,
  ...interactionStates,
  ...appsStates,
  ...myDataStates,
  ...accountStates,
  ...contentStates,
  {
    name: 'faq-question-open',
    screen: 'faq',
    act: inTurn(
      (page) => page.locator('#main summary').first().click(),
      seen('#main details[open]'),
    ),
  },
  ...celebration,
  ...wizardStates,
  ...fixtureStates,
  { name: 'not-found', screen: nowhere },
  { name: 'not-found-signed-in', screen: nowhere, user: 'o.shevchenko' },
  { name: 'not-found-no-javascript', screen: nowhere, noJavaScript: true },
  {
    name: 'route-error',
    screen: 'apps',
    user: 'o.shevchenko',
    prepare: rewrite('**/apps', (html) =>
      html.replace('"applications":[', '"applications":1,"was":['),
    ),
    act: seen('#main details'),
  },
];
