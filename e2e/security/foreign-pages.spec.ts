// Attacks of another website on our users in a real browser. It uses frames, signs users in as another user or out, reads their
// data, and keeps a reference to the window.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { bramaUrl, expect, forgive, password, startSession, test } from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

const sessionsIn = async (page: Page) =>
  (await page.context().cookies(bramaUrl())).filter(({ name }) => name === 'brama_session').length;

const whoIs = async (page: Page) => {
  const answer = await page.request.get(`${bramaUrl()}/user`);
  return answer.ok() ? (await answer.json()).data.username : undefined;
};

test('another site cannot show a page in a frame, an object or an embed', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  await startSession(page);
  const paths = [
    '/',
    '/uk/',
    '/uk/apps',
    '/en/faq',
    '/uk/nothing',
    '/device',
    '/oidc/logout',
    '/user',
  ];
  const frames = paths.map((path) => `<iframe src="${bramaUrl()}${path}"></iframe>`);
  const others = ['object data', 'embed src'].map(
    (tag) => `<${tag}="${bramaUrl()}/uk/" type="text/html"></${tag.split(' ')[0]}>`,
  );
  // what may be shown: else nothing below would prove anything
  const own = '<iframe id="own" srcdoc="<p>shown</p>"></iframe>';
  for (const expected of ['Content Security Policy', 401, 404] as const)
    forgive(complaints, expected);
  await openHost(page, { body: [...frames, ...others, own].join('') });
  await expect(page.frameLocator('#own').getByText('shown')).toBeVisible();
  const inside = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(inside.length).toBeGreaterThan(paths.length);
  for (const frame of inside) expect(frame.url(), frame.url()).toMatch(/^(chrome-error:|about:)/);
});

/** Sends itself, as soon as the page is there. */
const form = (path: string, fields: Record<string, string>, more = '') => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name='${name}' value='${value}'>`,
  );
  return `<form action="${bramaUrl()}${path}" method="post" ${more}>${inputs.join('')}<button>go</button></form>`;
};

const credentials = { username: 'o.shevchenko', password };
const asText = { [`{"username":"o.shevchenko","password":"${password}","x":"`]: '"}' };

const attempts: [name: string, body: () => string][] = [
  ['the form of the sign-in page', () => form('/uk/', credentials)],
  ['JSON dressed up as text', () => form('/api/auth', asText, 'enctype="text/plain"')],
];

for (const [name, body] of attempts)
  test(`another site cannot sign a user in: ${name}`, async ({ page, complaints }) => {
    forgive(complaints, 403);
    await openHost(page, { body: body() });
    const answered = page
      .context()
      .waitForEvent('response', (answer) => answer.request().method() === 'POST');
    await page.getByRole('button').click();
    expect((await answered).status()).toBe(403);
    expect(await sessionsIn(page)).toBe(0);
  });

test('another site cannot sign the user out, read user data or keep a window reference', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  await startSession(page);
  for (const expected of [
    'blocked by CORS policy',
    'ERR_FAILED',
    'ERR_BLOCKED_BY_RESPONSE',
    403,
  ] as const)
    forgive(complaints, expected);
  const body = `${form('/api/auth/logout', {})}<img alt="" src="${bramaUrl()}/api/auth/logout">`;
  await openHost(page, { body });
  const read = await page.evaluate(async (origin) => {
    const tries = ['/user', '/uk/apps', '/api/known-applications', '/api/access'].map((path) =>
      fetch(origin + path, { credentials: 'include' }).then(
        (answer) => answer.text(),
        (error) => `${error}`,
      ),
    );
    const json = { method: 'POST', credentials: 'include', mode: 'no-cors' } as const;
    await fetch(`${origin}/api/auth/logout`, json).catch(() => undefined);
    return Promise.all(tries);
  }, bramaUrl());
  for (const text of read) expect(text).toContain('TypeError');

  const opened = page.context().waitForEvent('page');
  await page.evaluate((origin) => {
    Object.assign(window, { other: window.open(`${origin}/uk/apps`) });
  }, bramaUrl());
  const other = await opened;
  await expect(other.locator('h1')).toBeVisible();
  // an opener policy has cut the two apart
  expect(await other.evaluate(() => window.opener)).toBeNull();
  expect(await page.evaluate(() => (window as never as { other: Window }).other.closed)).toBe(true);
  await other.close();

  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button').click();
  expect((await answered).status()).toBe(403);
  expect(await whoIs(page)).toBe('o.shevchenko');
});
