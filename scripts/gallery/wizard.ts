// Gallery states of the button wizard, and of the page that shows the ticket response of the sandbox.

import { demoSandbox } from '@brama/simulators/applications';
import type { Page } from '@playwright/test';
import { cut, hang, inTurn, refuse, type State, seen } from './state.ts';

const drawn = seen('#kpi_id_signin a[part=button]');
const tryLink = '#main a[target=_blank][href*="state="]';
const withSandbox = { query: `?appId=${demoSandbox.id}` };

/** Opens all groups of options and the code for a strict Content-Security-Policy. */
async function openAll(page: Page) {
  for (const summary of await page.locator('#main summary').all()) await summary.click();
}

async function beginTrial(page: Page) {
  const opened = page.context().waitForEvent('page');
  await page.locator(tryLink).click();
  await (await opened).close();
}

/** Sends the message that the page at the end of the trial sends. */
async function endTrial(page: Page) {
  const address = new URL((await page.locator(tryLink).getAttribute('href')) ?? '', page.url());
  const other = await page.context().newPage();
  await other.goto(`${address.origin}/uk/faq`);
  await other.evaluate((trial) => {
    const name = 'Шевченко Олена Іванівна';
    new BroadcastChannel('brama-trial').postMessage({ trial, name });
  }, address.searchParams.get('state'));
  await other.close();
}

const making: readonly State[] = [
  { name: 'button-wizard', act: drawn },
  {
    name: 'button-wizard-chosen',
    query:
      '?appId=3d1488ae-128e-4655-8ca2-1ef554379335&size=medium&color=outline&locale=en&fullWidth=true&devMode=true',
    act: inTurn(
      drawn,
      openAll,
      (page) => page.locator('input[value=dark]').check(),
      (page) => page.locator('input[value=phone]').check(),
    ),
  },
  {
    name: 'button-wizard-react',
    act: inTurn(
      drawn,
      openAll,
      (page) => page.locator('[role=tab]').nth(1).click(),
      (page) => page.locator('input[value=photo]').check(),
    ),
  },
  {
    name: 'button-wizard-no-script',
    prepare: cut('**/kpi-id-signin.js'),
    act: seen('#main [role=alert] svg'),
  },
  { name: 'button-wizard-waiting', ...withSandbox, act: inTurn(drawn, beginTrial) },
  { name: 'button-wizard-done', ...withSandbox, act: inTurn(drawn, beginTrial, endTrial) },
  { name: 'button-wizard-no-javascript', noJavaScript: true as const },
].map((state) => ({ ...state, screen: 'button-wizard' }));

const screen = 'button-wizard/received';
const withTicket = { screen, query: '?ticketId=x&state=s', user: 'o.shevchenko' };
const call = '**/api/sandbox/ticket';

const receiving: readonly State[] = [
  { name: 'received', screen: 'apps', ...withSandbox, user: 'o.shevchenko', act: seen('table') },
  { name: 'received-asking', ...withTicket, prepare: hang(call) },
  { name: 'received-nothing', screen, act: seen('#main [role=status] a') },
  {
    name: 'received-failed',
    ...withTicket,
    prepare: refuse(call, 503, 'unavailable'),
    act: seen('#main button'),
  },
  { name: 'received-no-javascript', ...withTicket, noJavaScript: true },
];

export const wizardStates: readonly State[] = [...making, ...receiving];
