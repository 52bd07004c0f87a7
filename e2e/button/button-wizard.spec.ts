// The page that makes sign-in buttons: what is chosen, what is shown and what is copied say the same.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  type Language,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';

const preview = (page: Page) => page.locator('#kpi_id_signin');
const button = (page: Page) => page.locator('#kpi_id_signin a[part=button]');
const codeOf = (page: Page, label: string) => page.getByRole('group', { name: label });
const copyOf = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`${RegExp.escape(label)}$`) });

async function openWizard(page: Page, language: Language = 'uk', query = '') {
  await page.goto(`/${language}/button-wizard${query}`);
  await takenOver(page);
  await expect(button(page)).toBeVisible();
  return wordsOf(page, language, 'button-wizard');
}

type Attributes = Record<string, string>;

/** All groups of options are closed at first. */
async function openOptions(page: Page) {
  for (const summary of await page.locator('form summary').all()) await summary.click();
}

const dataOf = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name.startsWith('data-')));

/** What the browser itself reads out of the markup to copy. */
async function snippetSays(page: Page, label: string): Promise<Attributes> {
  const code = await codeOf(page, label).textContent();
  // our own policy would complain of the style in it
  const reader = await page.context().newPage();
  const attributes = await reader.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    const [element, ...others] = parsed.body.children;
    if (!element || others.length > 0 || parsed.querySelector('script')) throw new Error(html);
    return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  }, code ?? '');
  await reader.close();
  return dataOf(attributes);
}

async function previewSays(page: Page): Promise<Attributes> {
  return dataOf(
    await preview(page).evaluate((element) =>
      Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    ),
  );
}

const usual = {
  'data-app-id': 'YOUR-APP-ID',
  'data-size': 'large',
  'data-color': 'brand',
  'data-logo-alignment': 'left',
  'data-locale': 'uk',
};

test('the wizard opens without an id and with the default options', async ({ page }) => {
  const words = await openWizard(page);
  const field = page.locator('#app-id');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveCSS('border-color', 'rgb(194, 35, 60)');
  const error = words['button-configuration'].fields['app-id'].error;
  const shown = page.locator('#app-id-error');
  await expect(shown).toContainText(error);
  await field.fill('  x ');
  await expect(shown).toHaveCount(0);
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await field.fill('   ');
  await expect(shown).toContainText(error);
  expect(await previewSays(page)).toEqual(usual);
  expect(await snippetSays(page, words.integration.html.markup)).toEqual(usual);
});

test('every option changes the preview, the snippets and the address', { tag: '@journey' }, async ({
  page,
}) => {
  const words = await openWizard(page, 'en');
  const { fields } = words['button-configuration'];
  const { markup } = words.integration.html;
  const drawn = await button(page).elementHandle();
  await openOptions(page);
  let said: Attributes = usual;

  async function expectSaid(name: string, value: string | undefined) {
    const { [`data-${name}`]: _, ...rest } = said;
    said = value === undefined ? rest : { ...rest, [`data-${name}`]: value };
    await expect.poll(() => snippetSays(page, markup)).toEqual(said);
    expect(await previewSays(page)).toEqual(said);
    await page.getByRole('tab', { name: 'React' }).click();
    const component = await codeOf(page, words.integration.react.component).textContent();
    for (const [attribute, text] of Object.entries(said))
      expect(component).toMatch(
        new RegExp(
          `${attribute}=("${RegExp.escape(text)}"|\\{${RegExp.escape(JSON.stringify(text))}\\})`,
        ),
      );
    await page.getByRole('tab', { name: 'HTML' }).click();
  }
  const pick = (legend: string, label: string) =>
    page
      .getByRole('group', { name: legend, exact: true })
      .getByLabel(label, { exact: true })
      .check();

  await page.locator('#app-id').fill(` ${appId} `);
  await expectSaid('app-id', appId);
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await pick(fields.size.label, fields.size.small);
  await expectSaid('size', 'small');
  await expect(button(page)).toHaveCSS('min-height', '32px');
  await pick(fields.size.label, fields.size.medium);
  await expectSaid('size', 'medium');
  await pick(fields.color.label, fields.color.outline);
  await expectSaid('color', 'outline');
  await expect(button(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await pick(fields['logo-alignment'].label, fields['logo-alignment'].right);
  await expectSaid('logo-alignment', 'right');
  await expect(button(page)).toHaveCSS('flex-direction', 'row-reverse');
  await pick(fields.locale.label, fields.locale.en);
  await expectSaid('locale', 'en');
  await expect(button(page)).toHaveText('Sign in with Brama');
  for (const caption of [
    'Увійти',
    `"both" 'kinds' of «quotes» & <b>{\`\${x}\`}</b> &amp; 👩‍🎓`,
    'x'.repeat(200),
  ]) {
    await page.locator('#caption').fill(caption);
    await expectSaid('caption', caption);
    await expect(button(page)).toHaveText(caption);
  }
  await page.locator('#caption').fill('');
  await expectSaid('caption', undefined);
  await page.locator('#class-name').fill('fixed inset-0 hidden');
  await expectSaid('class-name', 'fixed inset-0 hidden');
  await expect(preview(page)).toHaveClass('fixed inset-0 hidden');
  await page.locator('#class-name').fill('');
  await expectSaid('class-name', undefined);
  await page.locator('#full-width').check();
  await expectSaid('full-width', 'true');
  await expect(button(page)).toHaveCSS('display', 'flex');
  await page.locator('#dev-mode').check();
  await expectSaid('dev-mode', 'true');
  await pick(fields.target.label, fields.target._blank);
  await expectSaid('target', '_blank');
  await expect(button(page)).toHaveCSS('outline-style', 'dashed');
  await page.locator('#full-width').uncheck();
  await expectSaid('full-width', undefined);

  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(page.locator('script[src="/kpi-id-signin.js"]')).toHaveCount(1);
  await expect(page).toHaveURL(
    `/en/button-wizard?appId=${appId}&size=medium&color=outline&logoAlignment=right&locale=en&devMode=true&target=_blank`,
  );
});

test('the class of a button cannot move it outside the preview area', async ({ page }) => {
  await openWizard(page, 'uk', '?className=fixed%20inset-0&fullWidth=true');
  await expect(preview(page)).toHaveClass('fixed inset-0');
  const [stage, inside] = await Promise.all([
    page.locator('.stage').boundingBox(),
    button(page).boundingBox(),
  ]);
  expect(inside?.y).toBeGreaterThanOrEqual(stage?.y ?? Number.POSITIVE_INFINITY);
  expect(inside?.width).toBeLessThanOrEqual(stage?.width ?? 0);
});

test('the address sets the configuration, which survives in the tab and a language switch', async ({
  page,
}) => {
  const words = await openWizard(page, 'uk', `?appId=${appId}&size=small&caption=%3Cb%3E`);
  await expect(button(page)).toHaveText('<b>');
  await expect(page.locator('#app-id')).toHaveValue(appId);
  await openOptions(page);
  await page.locator('#caption').fill('Увійти');
  await expect(page).toHaveURL(/%D0%A3%D0%B2%D1%96%D0%B9%D1%82%D0%B8$/);
  await page.locator('header a[hreflang]').click();
  await expect(page).toHaveURL(/\/en\/button-wizard\?/);
  await expect(button(page)).toHaveText('Увійти');
  await page.goto('/uk/button-wizard');
  await expect(button(page)).toHaveText('Увійти');
  await expect(page).toHaveURL(/size=small/);
  await page.getByRole('button', { name: words['button-configuration'].reset }).click();
  await expect(
    page.getByRole('status').getByText(words['button-configuration']['was-reset']),
  ).toBeAttached();
  await expect(button(page)).toHaveText('Увійти через Браму');
  await expect(page).toHaveURL('/uk/button-wizard');
  expect(await previewSays(page)).toEqual(usual);
});

test('options chosen before the scripts load are kept', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/button-wizard-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/uk/button-wizard?size=small', { waitUntil: 'commit' });
  await page.locator('#app-id').fill(appId);
  await openOptions(page);
  await page.locator('input[name=color][value=outline]').check();
  await page.locator('#dev-mode').check();
  arrived.resolve();
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await expect(page.locator('#app-id')).toHaveValue(appId);
  expect(await previewSays(page)).toEqual({
    ...usual,
    'data-app-id': appId,
    'data-size': 'small',
    'data-color': 'outline',
    'data-dev-mode': 'true',
  });
});

test('copying writes the exact text, shows a toast and a button label, and keeps the focus', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const words = await openWizard(page, 'en');
  const { markup } = words.integration.html;
  const copy = copyOf(page, markup);
  await copy.press('Enter');
  await expect(copy).toBeFocused();
  await expect(copy).toContainText(words.copy.done);
  await expect(page.getByText('Script copied to clipboard').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await codeOf(page, markup).textContent(),
  );
  await expect(copy.getByText(words.copy.action, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.share }).click();
  await expect(page.getByText(words['share-success']).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${bramaUrl()}/en/button-wizard`,
  );
});

for (const [name, clipboard] of [
  ['absent', 'undefined'],
  ['denied', '{writeText:()=>Promise.reject(new DOMException("no","NotAllowedError"))}'],
] as const)
  test(`when the clipboard is ${name}, the code is selected instead`, async ({ page }) => {
    await page.addInitScript(
      `Object.defineProperty(navigator,'clipboard',{value:${clipboard},configurable:true})`,
    );
    const words = await openWizard(page);
    const { script } = words.integration.html;
    await copyOf(page, script).press('Enter');
    await expect(page.getByText(words.copy.failed)).toBeVisible();
    await expect(copyOf(page, script)).toBeFocused();
    expect(await page.evaluate(() => `${getSelection()}`)).toBe(
      await codeOf(page, script).textContent(),
    );
  });

test('the keyboard operates tabs and radio buttons by arrows and scrolls the code', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await openWizard(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('HTML').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('React')).toBeFocused();
  await expect(tab('React')).toHaveAttribute('aria-selected', 'true');
  await expect(codeOf(page, words.integration.react.hook)).toBeVisible();
  await expect(codeOf(page, words.integration.html.script)).toBeHidden();
  await page.keyboard.press('End');
  await expect(tab(words.integration.tabs.picture)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('HTML')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(words.integration.tabs.picture)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab('HTML')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(copyOf(page, words.integration.html.script)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(codeOf(page, words.integration.html.script)).toBeFocused();
  const { size } = words['button-configuration'].fields;
  const { look } = words['button-configuration'].groups;
  await page.getByText(look, { exact: true }).press('Enter');
  await page.getByLabel(size.large, { exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel(size.medium, { exact: true })).toBeChecked();
  await expect(button(page)).toHaveCSS('min-height', '40px');
});

test('the preview button does not leave the wizard', async ({ page, context }) => {
  const words = await openWizard(page, 'en');
  await button(page).click({ button: 'middle' });
  await expect(page.locator('#app-id')).toBeFocused();
  expect(context.pages()).toHaveLength(1);
  await page.locator('#app-id').blur();
  await button(page).click();
  await expect(page.locator('#app-id')).toBeFocused();
  await page.keyboard.type(appId);
  await expect(page.getByRole('link', { name: words.preview.try })).toHaveAttribute(
    'href',
    `/?appId=${appId}`,
  );
  const opened = context.waitForEvent('page');
  await button(page).click();
  const beside = await opened;
  await beside.waitForURL(/\/en\/\?appId=/);
  expect(page.url()).toContain('/button-wizard');
});

test('when the button script fails to load, the page shows an error and the code', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'ERR_FAILED');
  await page.route('**/kpi-id-signin.js', (route) => route.abort());
  await page.goto('/uk/button-wizard');
  const words = await wordsOf(page, 'uk', 'button-wizard');
  await expect(page.getByRole('alert').getByText(words.preview.error)).toBeVisible();
  expect(await snippetSays(page, words.integration.html.markup)).toEqual(usual);
});

test('the copied pinned script, markup and policy work on another site', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await openWizard(page, 'en', `?appId=${appId}&color=outline`);
  const { html, strict } = words.integration;
  await page.getByText(strict.title).click();
  const text = (label: string) => codeOf(page, label).innerText();
  const [pinned, markup, line] = [
    await text(strict.pinned),
    await text(html.markup),
    await text(strict.policy),
  ];
  const [name, policy] = line.split(': ');
  expect(name).toBe('Content-Security-Policy');
  await openHost(page, { body: `${markup}${pinned}`, policy: `${policy}` });
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await expect(button(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('the code in every tab is accessible', async ({ page }) => {
  const words = await openWizard(page);
  for (const name of Object.values<string>(words.integration.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectAccessible(page);
  }
});
