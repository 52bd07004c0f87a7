// Toasts as the component page shows them: figures, announcements, looks. The build compares the figures inside sonner with
// ours, and how sonner waits and reacts to swipes is tested there.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSideways } from '../support/brama.ts';
import { test, toastOf } from '../support/component-page.ts';

type ToastInput = { kind: string; title: string; duration?: number; dismissible?: boolean };

/** Closes a toast without the mouse, which would move the focus. */
const clickClose = (page: Page, title: string) =>
  toastOf(page, title)
    .locator('[data-close-button]')
    .evaluate((button) => (button as HTMLElement).click());

/** Loads what draws toasts and stops the clock; from here on time passes by `runFor` only. */
async function holdTime(page: Page) {
  await page.evaluate(async () => {
    const path = '/entries/toast.js';
    const { showToast } = await import(path);
    showToast({ kind: 'info', title: 'First', duration: 60_000 }, 'first');
  });
  await clickClose(page, 'First');
  await expect(toastOf(page, 'First')).toHaveCount(0);
  // from here on it listens
  await expect(page.locator('[data-toast-announcer] ~ section')).toHaveAttribute(
    'aria-live',
    'off',
  );
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** Shows toasts one after the other; the last one stands since at most 20 ms of the page’s clock. */
async function show(page: Page, ...toasts: ToastInput[]) {
  for (const toast of toasts) {
    await page.evaluate(async (input) => {
      const path = '/entries/toast.js';
      const { showToast } = await import(path);
      showToast(input);
    }, toast);
    await page.clock.runFor(20);
    await expect(toastOf(page, toast.title)).toHaveAttribute('data-mounted', 'true');
  }
}

test.describe('toasts', () => {
  // where a toast stands must not depend on how far it has slid
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test.beforeEach(async ({ page, components }) => {
    await page.clock.install();
    await components();
    await holdTime(page);
  });

  test('close after 4000 ms and are removed 200 ms later', async ({ page }) => {
    await show(page, { kind: 'success', title: 'One' });
    await page.clock.runFor(3950);
    await expect(toastOf(page, 'One')).toHaveAttribute('data-removed', 'false');
    await page.clock.runFor(50);
    await expect(toastOf(page, 'One')).toHaveAttribute('data-removed', 'true');
    await page.clock.runFor(130);
    await expect(toastOf(page, 'One')).toBeAttached();
    await page.clock.runFor(70);
    await expect(toastOf(page, 'One')).toHaveCount(0);
  });

  test('a toast that is not dismissible has no button', async ({ page }) => {
    await show(page, { kind: 'info', title: 'Firm', dismissible: false });
    await expect(toastOf(page, 'Firm').getByRole('button')).toHaveCount(0);
  });

  test('at most three are visible, 356 px wide, 14 px apart', async ({ page }) => {
    const titles = ['First', 'Second', 'Third', 'Fourth'];
    await show(page, ...titles.map((title) => ({ kind: 'info', title })));
    await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3);
    await expect(toastOf(page, 'First')).toHaveCSS('opacity', '0');
    await toastOf(page, 'Fourth').hover();
    await expect(toastOf(page, 'Second')).toHaveAttribute('data-expanded', 'true');
    const boxes = await Promise.all(
      titles.slice(1).map((title) => toastOf(page, title).boundingBox()),
    );
    expect(boxes.map((box) => box?.width)).toEqual([356, 356, 356]);
    const gaps = boxes.slice(1).map((box, index) => {
      const above = boxes[index];
      return Math.round((box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
    });
    expect(gaps).toEqual([14, 14]);
  });

  test('errors are announced as alerts, other kinds as status, each once', async ({ page }) => {
    const announcer = page.locator('[data-toast-announcer]');
    await show(page, { kind: 'error', title: 'Не вийшло' }, { kind: 'success', title: 'Готово' });
    await page.clock.runFor(100);
    await expect(announcer.getByRole('alert')).toHaveText('Помилка: Не вийшло');
    await expect(announcer.getByRole('status')).toHaveText('Готово');
    await page.clock.runFor(1000);
    await expect(announcer.getByRole('alert')).toHaveText('');
    await expect(announcer.getByRole('status')).toHaveText('');
    const region = page.getByRole('region', { name: 'Сповіщення' });
    await expect(region).toHaveAttribute('aria-live', 'off');
  });

  test('on a phone toasts appear at the top, away from the buttons, without overflow', async ({
    page,
  }) => {
    const width = 320;
    await page.setViewportSize({ width, height: 700 });
    const title = 'Довге повідомлення, якому на вузькому екрані потрібно кілька рядків';
    await show(page, { kind: 'error', title });
    const box = () => toastOf(page, title).boundingBox();
    await expect.poll(box).toMatchObject({ x: 16, y: 16, width: width - 32 });
    expect((await box())?.height).toBeLessThan(200);
    await expectNoSideways(page);
  });

  test('the region and the button have names in both languages', async ({ page, components }) => {
    for (const [language, region, close] of [
      ['uk', 'Сповіщення (Alt+T)', 'Закрити сповіщення'],
      ['en', 'Notifications (Alt+T)', 'Close notification'],
    ] as const) {
      if (language === 'en') {
        await page.clock.resume();
        await components('lang=en');
        await holdTime(page);
      }
      await show(page, { kind: 'info', title: 'Named' });
      const button = page
        .getByRole('region', { name: region })
        .getByRole('button', { name: close });
      await button.click();
      await page.clock.runFor(300);
      await expect(toastOf(page, 'Named')).toHaveCount(0);
    }
  });
});

test('toasts of every kind are accessible in both themes', async ({ page, components }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [theme, kinds] of [
    ['light', ['success', 'error', 'warning']],
    ['dark', ['success', 'error', 'warning']],
    ['light', ['info', 'loading']],
    ['dark', ['info', 'loading']],
  ] as const) {
    await components(`lang=en&theme=${theme}`);
    await page.evaluate(async (shown) => {
      const path = '/entries/toast.js';
      const { showToast } = await import(path);
      for (const kind of [...shown])
        showToast({ kind, title: kind, duration: Number.POSITIVE_INFINITY });
    }, kinds);
    await toastOf(page, kinds.at(-1) ?? '').hover();
    await expect(page.locator('[data-sonner-toast][data-expanded=true]')).toHaveCount(kinds.length);
    await expectAccessible(page);
  }
});

// a quick hand makes few moves, and the browser begins to select before the next frame
test('dragging a toast by its text dismisses it and selects nothing', async ({
  page,
  components,
}) => {
  await components('lang=en&theme=light');
  await page.evaluate(async () => {
    const path = '/entries/toast.js';
    const { showToast } = await import(path);
    showToast({ kind: 'info', title: 'Many words to take hold of', duration: 60_000 });
  });
  const toast = toastOf(page, 'Many words');
  await expect(toast).toHaveAttribute('data-mounted', 'true');
  // it slides in
  const place = () => toast.boundingBox();
  await expect(async () => expect(await place()).toEqual(await place())).toPass();
  const text = await toast.locator('[data-title]').boundingBox();
  const [x, y] = [(text?.x ?? 0) + 30, (text?.y ?? 0) + (text?.height ?? 0) / 2];
  await page.mouse.move(x - 5, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 4, { steps: 3 });
  expect(await page.evaluate(() => `${getSelection()}`)).toBe('');
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
});
