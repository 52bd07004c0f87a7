// The menu by keyboard and pointer, and at the edges of the window.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect, expectNoSideways } from '../support/brama.ts';
import { test } from '../support/component-page.ts';

const item = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

test('by keyboard: arrows, ends, letters, Esc, Tab, Enter', async ({ page, components }) => {
  await components();
  const opener = page.getByRole('button', { name: 'Оформлення: Світле' }).first();
  const menu = page.getByRole('menu', { name: 'Оформлення' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Світле')).toBeFocused();
  await expect(item(page, 'Світле')).toBeChecked();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  for (const [key, name] of [
    ['ArrowDown', 'Темне'],
    ['ArrowDown', 'Як у системі'],
    ['ArrowUp', 'Темне'],
    ['Home', 'Як у системі'],
    ['End', 'Темне'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(item(page, name)).toBeFocused();
  }
  for (const letter of ['с', 'Я'])
    await page.evaluate(
      (key) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      letter,
    );
  await expect(item(page, 'Як у системі')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await expect(item(page, 'Темне')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  const changed = page.getByRole('button', { name: 'Оформлення: Темне' });
  await expect(changed).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Як у системі')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toHaveCount(0);
  await expect(changed).not.toBeFocused();
});

test('a press elsewhere closes it', async ({ page, components }) => {
  await components();
  await page.getByRole('button', { name: 'Оформлення' }).first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('heading', { name: 'Dialog' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('320 px: open at the edge and at the foot it stays in the window', async ({
  page,
  components,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await components();
  for (const index of [0, 1, 2]) {
    await page.getByRole('button', { name: 'Оформлення' }).nth(index).click();
    await expect
      .poll(async () => {
        const box = await page.getByRole('menu').boundingBox();
        return box && [box.x >= 8, box.x + box.width <= 312, box.y + box.height <= 640];
      })
      .toEqual([true, true, true]);
    await expectNoSideways(page);
    await page.keyboard.press('Escape');
  }
});
