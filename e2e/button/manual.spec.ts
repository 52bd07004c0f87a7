// The manual as a person finds it: from the page that makes buttons, and its code in a page with its policy.

import { people } from '@brama/simulators/people';
import { readPdf } from '../../scripts/pdf.ts';
import {
  applicationId,
  bramaUrl,
  expect,
  fillIn,
  password,
  sampleUrl,
  submit,
  test,
} from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

test('the wizard links to the manual in its language', { tag: '@journey' }, async ({ page }) => {
  for (const [language, path] of [
    ['uk', '/integration_manual.pdf'],
    ['en', '/integration_manual_en.pdf'],
  ] as const) {
    await page.goto(`/${language}/button-wizard`);
    const card = page.locator(`a[href="${path}"]`).filter({ hasText: 'PDF' });
    await expect(card).toHaveAttribute('rel', 'noopener');
    await expect(card).toContainText(/PDF, \d{2,3}\s(КБ|KB)/);
    // also beside the choice of a protocol
    await expect(page.locator(`a[href="${path}"]`)).toHaveCount(2);
    const answer = await page.request.get(`${bramaUrl()}${path}`);
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
});

test('a page with the code and policy of the manual opens the sign-in page', async ({ page }) => {
  const answer = await page.request.get(`${bramaUrl()}/integration_manual_en.pdf`);
  const { codes, elements } = await readPdf(await answer.body());
  const words = elements.map(({ text }) => text);
  for (const { username } of people) expect(words).toContain(username);
  expect(words.join('\n')).toContain(password);
  const take = (caption: string) =>
    (codes.find((one) => one.caption === caption)?.code ?? '')
      .replaceAll('https://id.campus.example', bramaUrl())
      .replaceAll('YOUR-APP-ID', applicationId('campus'));
  const policy = take('Header of the answer').replace('Content-Security-Policy: ', '');
  expect(policy).toContain('script-src');
  for (const script of ['Script', 'Script as a module', 'Script with a check of its content']) {
    await openHost(page, { body: take('Markup') + take(script), policy });
    await expect(page.locator('#kpi_id_signin a[part=button]')).toBeVisible();
  }
  await page.locator('#kpi_id_signin a[part=button]').click();
  await fillIn(page);
  await submit(page);
  await page.waitForURL(`${sampleUrl()}/campus`);
});
