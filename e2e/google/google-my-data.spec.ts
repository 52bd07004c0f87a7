// «My data» and the Google account in it, in every state the server may tell of. What the server really
// does is the business of google-link.spec.ts.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  forgive,
  type Language,
  makeSignInOld,
  password,
  signedInTest,
  signIn,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const link = '**/api/google/link';
const linked = { email: 'olena@campus.example', since: '2026-09-01T07:30:00.000Z' };

type Told = {
  linked?: typeof linked | null;
  lastWayIn?: boolean;
  fresh?: boolean;
  elsewhere?: boolean;
};

const here = {
  id: '0f2a7c1e-5b7d-4c39-9a46-1d2f3e4a5b60',
  current: true,
  browser: 'Chrome',
  system: 'Windows',
  method: 'google',
  since: '2026-11-20T07:30:00.000Z',
  lastUsed: '2026-11-20T08:30:00.000Z',
};
const there = { ...here, id: '4b0c1d2e-3f4a-4b5c-8d6e-7f8091a2b3c4', current: false };

/** Lets the server respond with the current value of `told`; returns the state-changing requests. */
async function tell(page: Page, told: Told): Promise<string[]> {
  const asked: string[] = [];
  const ids = ['password', 'google'];
  await page.route('**/api/sign-in/methods', (route) =>
    route.fulfill({ json: { methods: ids.map((id) => ({ id })) } }),
  );
  await page.route('**/api/sessions', (route) =>
    route.fulfill({ json: { sessions: told.elsewhere ? [here, there] : [here], more: 0 } }),
  );
  await page.route('**/api/sessions/end-others', async (route) => {
    asked.push('END OTHERS');
    told.elsewhere = false;
    await route.fulfill({ json: {} });
  });
  await page.route(link, async (route) => {
    const method = route.request().method();
    if (method === 'GET')
      return route.fulfill({
        json: { linked: null, lastWayIn: false, fresh: true, ...told },
      });
    asked.push(method);
    if (method === 'DELETE') told.linked = null;
    await route.fulfill({ json: { address: '/google-chooser' } });
  });
  return asked;
}

const refuse = (page: Page, status: number, code: string, then = () => {}) =>
  page.route(link, (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    then();
    return route.fulfill({ status, json: { error: { code, requestId: 'r-1' } } });
  });

async function openApplications(page: Page, language: Language = 'uk') {
  await page.goto(`/${language}/apps`);
  await takenOver(page);
}

const opener = (page: Page) => page.locator('[aria-haspopup=dialog]');
const section = (page: Page) => page.locator('dialog section[aria-labelledby=google]');
const button = (page: Page, name: string) => section(page).getByRole('button', { name });

signedInTest('without a linked account the link button opens Google', async ({ page }) => {
  const language = 'en';
  const { google } = await wordsOf(page, language, 'profile');
  const asked = await tell(page, {});
  await page.route('**/google-chooser', (route) => route.fulfill({ body: 'chooser' }));
  await openApplications(page, language);
  await opener(page).click();
  await expect(section(page)).toContainText(google.none);
  await expectAccessible(page);
  await button(page, google.link).click();
  await page.waitForURL('**/google-chooser');
  expect(asked).toEqual(['POST']);
});

signedInTest('unlinking asks for confirmation once and reports success', async ({ page }) => {
  const language = 'uk';
  const { google } = await wordsOf(page, language, 'profile');
  const { sessions } = await wordsOf(page, language, 'profile');
  const asked = await tell(page, { linked, elsewhere: true });
  await openApplications(page, language);
  await opener(page).click();
  await expect(section(page)).toContainText(linked.email);
  await expect(section(page)).not.toContainText(google.others);
  await expect(section(page).locator('time')).toHaveAttribute('datetime', linked.since);

  const unlink = button(page, google.unlink);
  await unlink.click();
  const question = page.getByRole('group', { name: google['unlink-question'] });
  await expect(question.locator('legend')).toBeFocused();
  await expect(question.getByRole('button', { name: google.keep })).toBeInViewport();
  await expectAccessible(page);
  await question.getByRole('button', { name: google.keep }).click();
  await expect(question).toHaveCount(0);
  await expect(unlink).toBeFocused();
  expect(asked).toEqual([]);

  await unlink.click();
  await question.getByRole('button', { name: google.unlink }).click();
  await expect(button(page, google.link)).toBeVisible();
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expect(page.getByText(google.unlinked).first()).toBeVisible();
  expect(asked).toEqual(['DELETE']);

  // offered, not forced
  await expect(section(page)).toContainText(google.others);
  await button(page, sessions.others).click();
  await button(page, sessions.others).click();
  await expect(page.getByText(sessions['others-ended']).first()).toBeVisible();
  await expect(section(page)).not.toContainText(google.others);
  await expect(section(page).getByRole('heading')).toBeFocused();
  expect(asked).toEqual(['DELETE', 'END OTHERS']);
});

signedInTest(
  'when unlinking is rejected, the section shows the new state',
  async ({ page, complaints }) => {
    const { google } = await wordsOf(page, 'uk', 'profile');
    const told: Told = { linked };
    await tell(page, told);
    await refuse(page, 409, 'google.last-way-in', () => {
      told.lastWayIn = true;
    });
    await openApplications(page);
    await opener(page).click();
    await button(page, google.unlink).click();
    await button(page, google.unlink).click();
    await expect(section(page)).toContainText(google['last-way-in']);
    await expect(section(page).getByRole('heading')).toBeFocused();
    forgive(complaints, 409);
  },
);

signedInTest(
  'without a response an error appears in the section, and the action can be repeated',
  { tag: '@journey' },
  async ({ page, complaints }) => {
    const { google } = await wordsOf(page, 'uk', 'profile');
    await tell(page, { linked });
    await refuse(page, 503, 'unavailable');
    await openApplications(page);
    await opener(page).click();
    await button(page, google.unlink).click();
    await button(page, google.unlink).click();
    await expect(section(page).getByRole('alert')).toContainText(google['not-unlinked']);
    await expect(section(page).getByRole('alert')).toBeInViewport();
    await expectAccessible(page);
    await button(page, google.keep).click();
    await button(page, google.unlink).click();
    await expect(button(page, google.keep)).toBeVisible();
    await expect(section(page).getByRole('alert')).toHaveCount(0);
    await page.unroute(link);
    const asked = await tell(page, { linked });
    await button(page, google.unlink).click();
    await expect(button(page, google.link)).toBeVisible();
    expect(asked).toEqual(['DELETE']);
    forgive(complaints, 503);
  },
);

signedInTest(
  'when the link status fails to load, an error with a retry appears',
  async ({ page, complaints }) => {
    const { google } = await wordsOf(page, 'uk', 'profile');
    const common = await wordsOf(page, 'uk', 'common');
    await tell(page, {});
    await page.route(link, (route) => route.abort(), { times: 1 });
    await openApplications(page);
    await opener(page).click();
    await expect(section(page).getByRole('alert')).toContainText(google['not-loaded']);
    await button(page, common.actions.retry).click();
    await expect(button(page, google.link)).toBeVisible();
    forgive(complaints, 'ERR_FAILED');
  },
);

test('an old session requires a new sign-in, which returns to the account page', async ({
  page,
}) => {
  const { google } = await wordsOf(page, 'uk', 'profile');
  const login = await wordsOf(page, 'uk', 'login');
  await tell(page, { fresh: false });
  await signIn(page);
  await opener(page).click();
  await expect(section(page)).toContainText(google['not-recent']);
  const again = section(page).getByRole('link', { name: google['sign-in-again'] });
  await makeSignInOld(page);
  await again.click();
  await expect(page.getByText(login['confirm-identity'].title)).toBeVisible();
  // the user stays signed in
  expect((await page.request.get('/user')).status()).toBe(200);
  await expect(page.locator('input[name=username]')).toHaveValue('o.shevchenko');
  await page.locator('input[name=password]').fill(password);
  await submit(page);
  await page.waitForURL('**/uk/account#sign-in-methods');
  await expect(page.locator('#sign-in-methods')).toBeInViewport();
});

signedInTest(
  'when the session becomes too old in an open dialog, the user must sign in again',
  async ({ page, complaints }) => {
    const { google } = await wordsOf(page, 'uk', 'profile');
    const told: Told = {};
    await tell(page, told);
    await refuse(page, 403, 'session.not-recent', () => {
      told.fresh = false;
    });
    await openApplications(page);
    await opener(page).click();
    await button(page, google.link).click();
    await expect(section(page).getByRole('link', { name: google['sign-in-again'] })).toBeVisible();
    forgive(complaints, 403);
  },
);

signedInTest(
  'when Google is off, «my data» shows nothing about it and sends no request',
  async ({ page }) => {
    let asked = 0;
    await tell(page, {});
    await page.route('**/api/sign-in/methods', (route) =>
      route.fulfill({ json: { methods: [{ id: 'password' }] } }),
    );
    await page.route(link, (route) => {
      asked += 1;
      return route.fallback();
    });
    await openApplications(page);
    const methods = page.waitForResponse('**/api/sign-in/methods');
    await opener(page).click();
    await (await methods).finished();
    await expect(page.getByRole('dialog')).toContainText('o.shevchenko');
    await expect(section(page)).toHaveCount(0);
    expect(asked).toBe(0);
  },
);
