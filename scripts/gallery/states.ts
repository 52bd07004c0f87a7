// The list of all gallery states; each is one row. Every page that the server renders comes from the fixtures of `/pages`. The other
// states need a browser: a click, a response that fails, an animation.

import { appsStates } from './apps.ts';
import { diiaStates } from './diia.ts';
import { emailStates } from './emails.ts';
import { fixtureStates } from './fixtures.ts';
import { googleStates } from './google.ts';
import { accountStates, myDataStates } from './my-data.ts';
import { signInStates } from './sign-in.ts';
import { hang, holdAt, inTurn, refuse, rewrite, type State, seen } from './state.ts';
import { wizardStates } from './wizard.ts';

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
  ...diiaStates,
  ...googleStates,
  ...appsStates,
  ...myDataStates,
  ...accountStates,
  ...['faq', 'privacy-policy', 'terms-of-use'].map((page) => ({ name: page, screen: page })),
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
  ...emailStates,
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
