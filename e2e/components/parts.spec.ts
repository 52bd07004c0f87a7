// What only a browser can say of the parts: codes that send themselves, the command field, tables, the undo toast.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways } from '../support/brama.ts';
import { test, toastOf } from '../support/component-page.ts';

/** Pastes as a user does, with the clipboard of an event. */
function paste(page: Page, text: string) {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('a complete code is sent once, and again only after it has changed', async ({
  page,
  components,
}) => {
  await components();
  const field = page.locator('#code-app');
  const sent = page.locator('[data-sent]');
  await field.pressSequentially('123456');
  await expect(field).toHaveValue('123 456');
  await expect(sent).toHaveText('Sent: 123 456');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('6');
  await expect(field).toHaveValue('123 456');
  await expect(sent).toHaveText('Sent: 123 456');
  await field.fill('');
  await paste(page, ' 654-321\n');
  await expect(field).toHaveValue('654 321');
  await expect(sent).toHaveText('Sent: 123 456, 654 321');
});

test('the caret stays where the user corrects a code', async ({ page, components }) => {
  await components();
  const field = page.locator('#code-recovery');
  await field.pressSequentially('abcdefghi');
  await expect(field).toHaveValue('abcde-fghi');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('x');
  await page.keyboard.press('y');
  await expect(field).toHaveValue('abcxy-efghi');
});

test('the command field follows the combobox pattern', async ({ page, components }) => {
  await components();
  const field = page.getByRole('combobox', { name: 'Commands' });
  const active = page.getByRole('option', { selected: true });
  await field.focus();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('Users');
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await expect(active).toHaveText('End all sessions');
  await page.keyboard.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('add');
  await expect(page.getByRole('option')).toHaveText(['Add a user']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toHaveText('Chosen: Add a user');
  await expect(field).toHaveValue('');
});

test('a table keeps its order in the address and counts the selected rows', async ({
  page,
  components,
}) => {
  await components('lang=en&theme=light');
  const table = page.getByRole('table', { name: 'People' });
  const names = table.getByRole('rowheader');
  await expect(names).toHaveCount(4);
  await table.getByRole('link', { name: 'Sessions' }).click();
  await expect(page).toHaveURL(/sort=sessions&direction=ascending/);
  await expect(names.first()).toHaveText('Мельник Іван');
  await expect(table.getByRole('columnheader', { name: 'Sessions' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await table.getByRole('link', { name: 'Sessions' }).click();
  await expect(names.first()).toHaveText('Гнатюк Софія');
  await table.getByRole('checkbox', { name: 'Select Бойко Марія' }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  const all = table.getByRole('checkbox', { name: 'Select all' });
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('бойко');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/direction=descending.*filter=/);
  await expect(names).toHaveText(['Бойко Марія']);
});

test('the undo toast takes the action back', async ({ page, components }) => {
  await components();
  await page.getByRole('button', { name: 'Show undo' }).click();
  await toastOf(page, 'вилучено').getByRole('button', { name: 'Скасувати' }).click();
  await expect(toastOf(page, 'Повернуто')).toBeVisible();
});

for (const [what, media, width] of [
  ['at 320 px with enlarged text', {}, 320],
  ['with forced colours', { forcedColors: 'active' }, 768],
] as const)
  test(`parts fit and stay accessible ${what}`, async ({ page, components }) => {
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 900 });
    await components('lang=uk&theme=light');
    if (width === 320) await page.addStyleTag({ content: ':root { font-size: 200%; }' });
    await expectNoSideways(page);
    await expectAccessible(page);
  });
