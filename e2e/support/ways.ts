// Tests of pages that every browser can use: in both languages, with and without JavaScript, on a phone.

import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  type Language,
  languages,
  takenOver,
  test,
} from './brama.ts';

export type Way = { language: Language; javaScriptEnabled: boolean };

export const ways: readonly Way[] = [true, false].flatMap((javaScriptEnabled) =>
  languages.map((language) => ({ javaScriptEnabled, language })),
);

/** Returns the options of a browser context. */
export const optionsOf = ({ language, javaScriptEnabled }: Way, width = 390) => ({
  javaScriptEnabled,
  locale: language === 'uk' ? 'uk-UA' : 'en-GB',
  viewport: { width, height: 844 },
});

/** Declares the tests of a group once for each way. Their page has this width. */
export function inEveryWay(declare: (way: Way) => void, width = 390) {
  for (const way of ways) {
    const { language, javaScriptEnabled } = way;
    test.describe(`${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use(optionsOf(way, width));
      declare(way);
    });
  }
}

/** Options of `test.use` for a narrow browser without JavaScript. */
export const plainBrowser = { javaScriptEnabled: false, viewport: { width: 320, height: 640 } };

export const otherThan = (language: Language): Language => (language === 'uk' ? 'en' : 'uk');

/** Expects no accessibility finding and nothing that sticks out to the side. */
export async function expectReadable(page: Page, { javaScriptEnabled }: Way) {
  if (javaScriptEnabled) {
    await takenOver(page);
    await expectAccessible(page);
  } else await expectAccessibleWithoutScripts(page);
  await expectNoSideways(page);
}
