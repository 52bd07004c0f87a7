// What only a browser can say of the components: dialogs, fields, buttons, and the whole page of them.

/// <reference lib="dom" />

import { expect, expectAccessible, expectNoSideways } from '../support/brama.ts';
import { test, toastOf } from '../support/component-page.ts';

test('a toast shown during a dialog is reachable in it and remains after it closes', async ({
  page,
  components,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await components();
  await page.getByRole('button', { name: 'Open short' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const toast = toastOf(page, 'Saved in the dialog');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Saved in the dialog');
  await toast.hover();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await toast.hover();
  await toast.getByRole('button').click();
  await expect(toast).toHaveCount(0);
});

test('a dialog traps the focus and restores it on closing', async ({ page, components }) => {
  await components();
  const opener = page.getByRole('button', { name: 'Open short' });
  const dialog = page.getByRole('dialog', { name: 'Мої дані' });
  const close = dialog.getByRole('button', { name: 'Закрити' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  // the page has received the event as well
  await expect(page.locator('#dialog-field')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await close.click();
  await expect(opener).toBeFocused();
});

test('an invalid field is described by its error and its hint', async ({ page, components }) => {
  await components();
  const field = page.locator('#field-error');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^Помилка: Ідентифікатор.*дефіс\.$/);
  await expect(page.locator('#field-hint')).toHaveAccessibleDescription(/дефіс\.$/);
  await expect(page.locator('#field-empty')).not.toHaveAttribute('aria-describedby');
});

test('a pending button is disabled and shows a spinner instead of its icon', async ({
  page,
  components,
}) => {
  await components();
  const figure = page.getByRole('figure', { name: 'secondary, pending' });
  const button = figure.getByRole('button', { name: 'Вийти' });
  await expect(button).toBeDisabled();
  await expect(button.locator('svg')).toHaveCount(1);
  await expect(button.locator('svg')).toHaveClass(/spin/);
});

test('the page is accessible in both themes, and fits', async ({ page, components }) => {
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await components(`lang=en&theme=${theme}`);
    await expect(page.getByRole('img', { name: 'canvas large' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSideways(page);
  }
});

test('the production build has no component page', async ({ page }) => {
  for (const path of ['/components', '/components.html', '/src/stories/main.tsx']) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 302]);
  }
});
