// Tests of pages that every browser can use: once with JavaScript and once without, each in one language, on a phone.

import { type Language, languages, test } from './brama.ts';

export type Way = { language: Language; javaScriptEnabled: boolean };

const ways: readonly Way[] = languages.map((language) => ({
  language,
  javaScriptEnabled: language === 'uk',
}));

/** Returns the options of a browser context. */
export const optionsOf = ({ language, javaScriptEnabled }: Way) => ({
  javaScriptEnabled,
  locale: language === 'uk' ? 'uk-UA' : 'en-GB',
  viewport: { width: 390, height: 844 },
});

export const plainEnglish: Way = { language: 'en', javaScriptEnabled: false };

/** Declares the tests of a group for both ways. */
export function inEveryWay(declare: (way: Way) => void) {
  for (const way of ways) {
    const { language, javaScriptEnabled } = way;
    test.describe(`${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use(optionsOf(way));
      declare(way);
    });
  }
}

export const otherThan = (language: Language): Language => (language === 'uk' ? 'en' : 'uk');
