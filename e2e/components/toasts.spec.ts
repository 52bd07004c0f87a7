// A toast in the built product, under its Content-Security-Policy: an error that breaks a page also shows a toast, whose
// code is fetched only then.

/// <reference lib="dom" />

import { breakApplications, expect, forgive, signIn, test, wordsOf } from '../support/brama.ts';

test('a page error appears in a toast without violating the content security policy', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const words = await wordsOf(page, 'uk', 'common');
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/toaster[\w.-]+$/.test(request.url())) fetched.push(request.url());
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error(`violated: ${violatedDirective}`),
    );
  });
  await signIn(page);
  expect(fetched).toEqual([]);

  await breakApplications(page);
  await page.reload();
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText(words.broken.toast);
  await expect(toast).toContainText('TypeError');
  // the alert of the page has the same title without the prefix
  const announced = `${words['error-prefix']} ${words.broken.toast}`;
  await expect(page.getByRole('alert').filter({ hasText: announced })).toContainText('TypeError');
  // its styles are there: they came as a file
  await expect(toast).toHaveCSS('width', '356px');
  await expect(toast).toHaveCSS('position', 'absolute');
  expect(fetched.map((url) => url.replace(/.*\.(\w+)$/, '$1')).sort()).toEqual(['css', 'js']);
  expect(await page.locator('style').count()).toBe(1);

  // what React and the browser say about the broken page itself
  forgive(complaints, 'TypeError');
  forgive(complaints, 'Minified React error #422');
});
