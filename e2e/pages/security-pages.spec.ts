// The pages of account security, in every state: in both languages and themes, on three widths. The documents come from the
// fixtures of their props, with the scripts and styles of the product.

import { fixtureStates } from '../../scripts/gallery/fixtures.ts';
import { expect, expectAccessible, expectNoSideways, languages, test } from '../support/brama.ts';

/** The other fixtures are shown without scripts; their pages have tests of their own. */
const states = fixtureStates.filter(({ noJavaScript }) => !noJavaScript);
const themes = ['light', 'dark'] as const;

/** Headless Chromium stops drawing the account page when it is widened to 1280 px. `account.spec.ts` tests that width. */
const widthsOf = (name: string) =>
  name.startsWith('fixture-account') ? [390, 768] : [390, 768, 1280];

for (const language of languages)
  for (const { name, screen, prepare, act } of states)
    test.describe(`${language}: ${name}`, () => {
      test.use({ locale: language === 'uk' ? 'uk-UA' : 'en-GB' });

      test('is accessible, and fits', async ({ page }) => {
        await prepare?.(page);
        await page.goto(`/${language}/${screen}`);
        await expect(page.locator('h1')).toBeVisible();
        await act?.(page, language);
        // each language has each width in the theme that the other language has not
        for (const [index, width] of widthsOf(name).entries()) {
          await page.setViewportSize({ width, height: 844 });
          const colorScheme = themes[(index + languages.indexOf(language)) % 2] ?? 'light';
          await page.emulateMedia({ colorScheme });
          await expectNoSideways(page);
          await expectAccessible(page);
        }
      });
    });
