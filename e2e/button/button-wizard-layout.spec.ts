// The layout of the button wizard on a phone and on a wide screen: the preview is beside the options. The id and the code come
// before everything else.

/// <reference lib="dom" />

import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectNoSideways,
  type Language,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const button = (page: Page) => page.locator('#kpi_id_signin a[part=button]');
const codeOf = (page: Page, label: string) => page.getByRole('group', { name: label });

async function openWizard(page: Page, language: Language = 'uk', query = '') {
  await page.goto(`/${language}/button-wizard${query}`);
  await takenOver(page);
  await expect(button(page)).toBeVisible();
  return wordsOf(page, language, 'button-wizard');
}

async function openOptions(page: Page) {
  for (const summary of await page.locator('form summary').all()) await summary.click();
}

const widths = [
  [390, 844],
  [1280, 720],
] as const;

test('the page begins with the id, the preview and the code', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const words = await openWizard(page);
  const shown = page.locator('form :is(input, textarea, select)').filter({ visible: true });
  // the own id or the sandbox, and the id
  await expect(shown).toHaveCount(3);
  await expect(shown.last()).toHaveAttribute('id', 'app-id');
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const id = await topOf(page.locator('#app-id'));
  const stage = await topOf(page.locator('.stage'));
  const code = await topOf(codeOf(page, words.integration.html.markup));
  expect(stage).toBeGreaterThan(id);
  expect(code).toBeGreaterThan(stage);
  expect(await topOf(page.getByText(words.manual.title))).toBeGreaterThan(code);
});

for (const [width, height] of widths)
  test(`at ${width} px: the preview stays visible beside every option and covers none`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const words = await openWizard(page, 'en', '?className=x');
    await openOptions(page);
    await page.locator('#app-id').focus();
    const seen: string[] = [];
    // once through the whole form by keyboard alone
    while (seen.at(-1) !== 'share') {
      await expect(button(page)).toBeInViewport({ ratio: 1 });
      const { name, isCovered } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLInputElement;
        const { x, y, width, height } = focused.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const isInForm = focused.closest('form') !== null;
        return {
          name: isInForm ? focused.name || focused.tagName : 'share',
          isCovered: isInForm && !focused.contains(top),
        };
      });
      expect([seen, name, isCovered]).toEqual([seen, name, false]);
      seen.push(name);
      await page.keyboard.press('Tab');
    }
    for (const name of ['caption', 'className', 'fullWidth', 'devMode', 'size', 'target'])
      expect(seen).toContain(name);
    // a long caption does not take the page away
    await page.locator('#caption').fill('Довгий напис '.repeat(15));
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 1 });
    const stage = await page.locator('.stage').boundingBox();
    expect(stage?.height).toBeLessThan(height / 2);
    await page.getByLabel(words.preview.ground.dark, { exact: true }).check();
    await expect(page.locator('.stage')).toHaveAttribute('data-ground', 'dark');
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 1 });
  });

test('at 320 px no line of code is cut off, and a long caption fits', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const words = await openWizard(page, 'uk', `?caption=${'x'.repeat(200)}`);
  await expectNoSideways(page);
  await page.getByText(words.integration.strict.title).click();
  for (const name of Object.values<string>(words.integration.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click();
    const hidden = await page
      .locator('pre.code')
      .filter({ visible: true })
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect([name, hidden]).toEqual([name, 0]);
  }
});
