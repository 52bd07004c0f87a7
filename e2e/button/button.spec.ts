// The embeddable button in third-party pages: strict policies, hostile styles, scripts that are late or blocked.

/// <reference lib="dom" />

import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bramaUrl, expect, expectAccessible, forgive, test } from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

declare global {
  interface Window {
    KPIID?: { init(): void };
  }
}

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';
const one = (attributes = '') =>
  `<div id="kpi_id_signin" data-app-id="${appId}" ${attributes}></div>`;
const script = () => `<script src="${bramaUrl()}/kpi-id-signin.js"></script>`;

const button = (page: Page) => page.locator('#kpi_id_signin a[part=button]');
const address = (more = '') => `${bramaUrl()}/?appId=${appId}${more}`;

test('the markup of the old button works unchanged', { tag: '@journey' }, async ({ page }) => {
  await openHost(page, { body: one('data-size="medium" data-locale="en"') + script() });
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/en/?appId=${appId}`);
  await expect(button(page)).toHaveText('Sign in with Brama');
  await expect(button(page)).toHaveCSS('min-height', '40px');
  await page.evaluate(() => window.KPIID?.init());
  await expect(button(page)).toHaveCount(1);
  await expectAccessible(page);
});

test('a click opens the sign-in page with the state of the application', async ({ page }) => {
  await openHost(page, { body: one('data-state="a b"') + script() });
  await button(page).click();
  await page.waitForURL(/appId=/);
  expect(new URL(page.url()).origin).toBe(bramaUrl());
  expect(new URL(page.url()).searchParams.get('state')).toBe('a b');
});

test('data-locale="en" opens the sign-in page in English, with the state', async ({ page }) => {
  await openHost(page, { body: one('data-locale="en" data-state="a b"') + script() });
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/en/?appId=${appId}&state=a+b`);
  await button(page).click();
  await page.waitForURL(/\/en\/\?appId=/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(new URL(page.url()).searchParams.get('state')).toBe('a b');
});

test('with a late script under a strict policy the link works, and the layout is stable', {
  tag: '@journey',
}, async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/kpi-id-signin.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  // a policy that takes no style attribute: the height stands in the page's own sheet
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-own'; script-src ${bramaUrl()}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const head = '<style nonce="own">#kpi_id_signin{min-height:48px}p{margin:0}</style>';
  const inside = `<div id="kpi_id_signin" data-app-id="${appId}"><a href="${address()}">Увійти</a></div>`;
  const late = `<script async src="${bramaUrl()}/kpi-id-signin.js"></script>`;
  const opened = openHost(page, { body: `${inside}<p>Below</p>${late}`, head, policy });
  await expect(page.getByRole('link', { name: 'Увійти', exact: true })).toBeVisible();
  await expect(button(page)).toHaveCount(0);
  const top = () => document.querySelector('p')?.getBoundingClientRect().top;
  const before = await page.evaluate(top);
  released.resolve();
  await opened;
  await expect(button(page)).toHaveCSS('background-color', 'rgb(58, 63, 212)');
  await expect(button(page).locator('svg')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(1);
  expect(await page.evaluate(top)).toBe(before);
});

test('page styles and button styles do not affect each other', async ({ page }) => {
  // nor does it matter that the page keeps the name of the script for itself
  const head = `<script>Object.defineProperty(window,'KPIID',{value:1})</script><style>
    *{color:red!important;background:lime!important;font:900 40px serif!important;border:9px solid red!important;text-transform:uppercase!important}
    a{display:none!important}div{display:none!important}svg{width:300px!important}
    body{direction:rtl;line-height:4;letter-spacing:1em;visibility:visible}
  </style>`;
  await openHost(page, { body: one() + script(), head });
  const link = button(page);
  await expect(link).toBeVisible();
  await expect(link).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(link).toHaveCSS('letter-spacing', 'normal');
  await expect(link).toHaveCSS('direction', 'ltr');
  await expect(link.locator('svg')).toHaveCSS('width', '24px');
  const height = await link.evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBe(48);
  const sheets = () => [document.styleSheets.length, document.adoptedStyleSheets.length];
  expect(await page.evaluate(sheets)).toEqual([1, 0]);
});

test('two buttons render, and so does a third that is added later', async ({ page }) => {
  const other = (caption: string) =>
    `<div data-kpi-id-signin data-app-id="${appId}" data-caption="${caption}"></div>`;
  // a name that the page itself has for an element
  const clobbering = '<i id="KPIID"></i>';
  await openHost(page, { body: clobbering + one() + other('Друга') + script() });
  const all = page.locator('a[part=button]');
  await expect(all).toHaveText(['Увійти через Браму', 'Друга']);
  await page.evaluate((html) => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
    window.KPIID?.init();
    window.KPIID?.init();
  }, other('Третя'));
  await expect(all).toHaveText(['Увійти через Браму', 'Друга', 'Третя']);
});

test('the first of two scripts stays active, and a script of another Brama logs an error', async ({
  page,
  request,
  complaints,
}) => {
  const code = await (await request.get(`${bramaUrl()}/kpi-id-signin.js`)).text();
  const elsewhere = 'https://id.elsewhere.example';
  await page.route(`${elsewhere}/**`, (route) =>
    route.fulfill({ body: code, contentType: 'text/javascript' }),
  );
  forgive(complaints, `[KPI ID] this page has the button of ${bramaUrl()}`);
  const two = script() + script() + script().replace(bramaUrl(), elsewhere);
  const other = `<div data-kpi-id-signin="${elsewhere}" data-app-id="${appId}"><a href="${elsewhere}/">Other</a></div>`;
  await openHost(page, { body: one() + other + two });
  await expect(button(page)).toHaveAttribute('href', address());
  await expect(page.getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Other' })).toBeVisible();
  await expect.poll(() => complaints.length).toBe(1);
});

test('changed attributes update the button in place', { tag: '@journey' }, async ({
  page,
  complaints,
}) => {
  const inside = one('class="mine shared" data-class-name="first shared"').replace(
    '></div>',
    '><a href="/sign-in">Inside</a></div>',
  );
  await openHost(page, { body: inside + script() });
  const host = page.locator('#kpi_id_signin');
  await expect(host).toHaveClass('mine shared first');
  const link = await button(page).elementHandle();
  await host.evaluate((element) => {
    element.setAttribute('data-size', 'small');
    element.setAttribute('data-color', 'outline');
    element.setAttribute('data-class-name', 'second');
    element.setAttribute('data-full-width', 'true');
    window.KPIID?.init();
  });
  await expect(button(page)).toHaveCSS('min-height', '32px');
  await expect(button(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(host).toHaveClass('mine shared second');
  expect(await link?.evaluate((element) => element.isConnected)).toBe(true);
  const isFull = await host.evaluate(
    (element) => element.clientWidth === element.parentElement?.clientWidth,
  );
  expect(isFull).toBe(true);

  forgive(complaints, '[KPI ID] data-app-id is missing');
  const name = (id: string) =>
    host.evaluate((element, given) => {
      element.setAttribute('data-app-id', given);
      window.KPIID?.init();
    }, id);
  await name('');
  await expect(button(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Inside' })).toBeVisible();
  await expect(host).toHaveClass('mine shared');
  await name(appId);
  await expect(button(page)).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(1);
  await expect(host).toHaveClass('mine shared second');
});

test('the button sends one ready event, and a click event that the page can cancel', {
  tag: '@journey',
}, async ({ page }) => {
  const head = `<script>window.heard=[];for(const name of ['ready','click'])addEventListener('kpi-id:'+name,e=>{heard.push([e.type,e.detail.appId]);if(name==='click')e.preventDefault()})</script>`;
  await openHost(page, { body: one() + script(), head });
  await page.evaluate(() => window.KPIID?.init());
  await button(page).click();
  const heard = () => (window as unknown as { heard: unknown }).heard;
  expect(await page.evaluate(heard)).toEqual([
    ['kpi-id:ready', appId],
    ['kpi-id:click', appId],
  ]);
  expect(page.url()).toContain('127.0.0.1');
});

// CWE-79: whatever stands in an attribute
const attacks = [
  ['caption', '<img src=x onerror=alert(1)>'],
  ['app-id', 'javascript:alert(1)'],
  ['class-name', '"><script>alert(1)</script>'],
  ['state', '"><script>alert(1)</script>'],
  ['locale', '__proto__'],
  ['size', 'constructor'],
] as const;

test('text in the attributes is not interpreted as HTML', async ({ page }) => {
  page.on('dialog', () => expect('a dialog').toBe('never shown'));
  for (const [attribute, value] of attacks)
    await test.step(attribute, async () => {
      await openHost(page, { body: one() + script() });
      await page.locator('#kpi_id_signin').evaluate(
        (element, [name, text]) => {
          element.setAttribute(`data-${name}`, text);
          window.KPIID?.init();
        },
        [attribute, value] as const,
      );
      const href = await button(page).evaluate((element) => (element as HTMLAnchorElement).href);
      expect(href.startsWith(`${bramaUrl()}/?appId=`)).toBe(true);
      await expect(button(page).locator('img, script')).toHaveCount(0);
    });
});

test('a long caption fits a narrow page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  const caption = `${'Увійти дуже довгим написом '.repeat(7)}${'x'.repeat(60)}`;
  await openHost(page, { body: one(`data-caption="${caption}"`) + script() });
  // cut at 200
  await expect(button(page)).toHaveText(caption.slice(0, 200));
  const tooWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await page.evaluate(tooWide)).toBe(false);
});

test('the module renders the same buttons', async ({ page, request }) => {
  const module = await request.get(`${bramaUrl()}/kpi-id-signin.mjs`);
  expect(module.headers()).toMatchObject({
    'content-type': expect.stringContaining('/javascript'),
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const code = await module.text();
  expect(await (await request.get(`${bramaUrl()}/v1/kpi-id-signin.mjs`)).text()).toBe(code);
  const digest = createHash('sha384').update(code).digest();
  const pinned = `${bramaUrl()}/v1/kpi-id-signin.${digest.toString('hex').slice(0, 12)}.mjs`;
  expect((await request.get(pinned)).headers()['cache-control']).toContain('immutable');

  const byTag = `<script type="module" src="${pinned}" integrity="sha384-${digest.toString('base64')}"></script>`;
  await openHost(page, { body: one() + byTag });
  await expect(button(page)).toHaveAttribute('href', address());

  const byImport = `<script type="module">import '${bramaUrl()}/kpi-id-signin.mjs';document.title='imported'</script>`;
  await openHost(page, { body: one() + byImport });
  await expect(button(page)).toHaveAttribute('href', address());
  await expect(page).toHaveTitle('imported');
  await page.evaluate(() => {
    document.querySelector('#kpi_id_signin')?.setAttribute('data-size', 'small');
    window.KPIID?.init();
  });
  await expect(button(page)).toHaveCSS('min-height', '32px');
});

for (const [how, tag] of [
  ['by type="module"', '<script type="module" src="ADDRESS"></script>'],
  ['by import', '<script type="module">import "ADDRESS"</script>'],
] as const)
  test(`the classic file loaded ${how} logs the name of the module`, async ({
    page,
    complaints,
  }) => {
    forgive(complaints, '[KPI ID] ');
    const included = tag.replace('ADDRESS', `${bramaUrl()}/kpi-id-signin.js`);
    await openHost(page, { body: one() + included });
    await expect.poll(() => complaints.join()).toContain('kpi-id-signin.mjs');
  });

test('without an application id nothing renders, and the console gives the reason', async ({
  page,
  complaints,
}) => {
  forgive(complaints, '[KPI ID] data-app-id is missing');
  await openHost(page, { body: `<div id="kpi_id_signin"></div>${script()}` });
  await expect(page.locator('a')).toHaveCount(0);
});

test('when the script is blocked, the fallback link works', async ({ page, complaints }) => {
  forgive(complaints, 'Content Security Policy');
  const inside = `<div id="kpi_id_signin" data-app-id="${appId}"><a href="${address()}">Увійти</a></div>`;
  await openHost(page, { body: inside + script(), policy: "script-src 'none'" });
  await page.getByRole('link', { name: 'Увійти' }).click();
  await page.waitForURL(/appId=/);
});

test('a browser without constructable style sheets keeps the fallback link', async ({
  page,
  complaints,
}) => {
  forgive(complaints, '[KPI ID] cannot draw into');
  const inside = `<div id="kpi_id_signin" data-app-id="${appId}"><a href="${address()}">Увійти</a></div>`;
  const head = '<script>delete window.CSSStyleSheet</script>';
  await openHost(page, { body: inside + script(), head });
  await page.getByRole('link', { name: 'Увійти', exact: true }).click();
  await page.waitForURL(/appId=/);
});

test('the rendered button replaces the fallback link', async ({ page }) => {
  const inside = `<div id="kpi_id_signin" data-app-id="${appId}"><a href="${address()}">Увійти</a></div>`;
  await openHost(page, { body: inside + script() });
  await expect(button(page)).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(1);
});

test('the keyboard focuses the button with a visible ring and activates it', async ({ page }) => {
  await openHost(page, { body: one() + script() });
  await expect(button(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveCSS('outline-width', '3px');
  await page.keyboard.press('Enter');
  await page.waitForURL(/appId=/);
});

test('with forced colors the logo is visible', async ({ page }) => {
  for (const [color, locale, colorScheme] of [
    ['brand', 'uk', 'light'],
    ['brand', 'uk', 'dark'],
    ['outline', 'en', 'light'],
    ['outline', 'en', 'dark'],
  ] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openHost(page, {
      body: one(`data-color="${color}" data-locale="${locale}"`) + script(),
    });
    await expect(button(page)).toBeVisible();
    const [text, ground, gate, person] = await button(page).evaluate((link) => {
      const styleOf = (selector: string) => getComputedStyle(link.querySelector(selector) ?? link);
      const { color: text, backgroundColor: ground } = getComputedStyle(link);
      return [text, ground, styleOf('.gate').fill, styleOf('.person').fill];
    });
    expect([gate, person]).toEqual([text, text]);
    expect(gate).not.toBe(ground);
  }
});

test('dev mode shows a dashed red border and the target address', async ({ page, complaints }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  forgive(complaints, '[KPI ID] data-app-id is no UUID');
  const wrong = one('data-dev-mode="true"').replace(appId, 'my-app');
  await openHost(page, { body: wrong + script() });
  await expect(button(page)).toHaveCSS('outline-style', 'dashed');
  await expect(button(page)).toHaveCSS('outline-color', 'rgb(217, 45, 32)');
  await expect.poll(() => said.join()).toContain('leads to');
});

test('the script is cached briefly, also under /v1/; the pinned file is immutable', async ({
  page,
  request,
}) => {
  const plain = await request.get(`${bramaUrl()}/kpi-id-signin.js`);
  expect(plain.headers()).toMatchObject({
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(await (await request.get(`${bramaUrl()}/v1/kpi-id-signin.js`)).text()).toBe(
    await plain.text(),
  );
  const digest = createHash('sha384')
    .update(await plain.text())
    .digest();
  const pinned = `${bramaUrl()}/v1/kpi-id-signin.${digest.toString('hex').slice(0, 12)}.js`;
  expect((await request.get(pinned)).headers()['cache-control']).toContain('immutable');
  const integrity = `sha384-${digest.toString('base64')}`;
  const included = `<script src="${pinned}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  await openHost(page, { body: one() + included });
  await expect(button(page)).toBeVisible();
});

test('the SVG button accepts the same option names and rejects invalid values', async ({
  page,
  request,
}) => {
  const ask = (query: string) => request.get(`${bramaUrl()}/button.svg${query}`);
  const answer = await ask('?size=small&color=outline&locale=en&caption=Enter%20%3Cb%3E');
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(await answer.text()).toContain('Enter &lt;b&gt;');
  for (const wrong of [
    '?size=huge',
    '?color=',
    '?wings=2',
    '?size=small&size=large',
    `?caption=${'x'.repeat(201)}`,
  ])
    expect((await ask(wrong)).status(), wrong).toBe(400);
  await openHost(page, { body: `<img src="${bramaUrl()}/button.svg" alt="Увійти">` });
  const width = () => document.querySelector('img')?.naturalHeight;
  expect(await page.evaluate(width)).toBe(48);
});
