// What the content pages list in code and what the translations hold must be the same, in the same order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longDate } from '../legal/legal-page.tsx';
import { privacySections, termsSections } from '../legal/legal-sections.ts';
import { audiences, questionsOf } from './faq-questions.ts';

const folder = join(import.meta.dirname, '../../locales');

const wordsOf = (namespace: string) =>
  JSON.parse(readFileSync(join(folder, `uk/${namespace}.json`), 'utf8'));

test('the help page shows every translated question once', () => {
  const words = wordsOf('faq');
  const shown: string[] = audiences.flatMap((audience) => [...questionsOf[audience]]);
  expect(shown.toSorted()).toEqual(Object.keys(words.questions).sort());
  expect(Object.keys(words.audiences)).toEqual(audiences);
});

test.each([
  ['privacy-policy', privacySections],
  ['terms-of-use', termsSections],
] as const)('%s shows every translated section in order', (namespace, sections) => {
  expect(sections).toEqual(Object.keys(wordsOf(namespace).sections));
});

test.each([
  ['uk', '21 листопада 2026 р.'],
  ['en', '21 November 2026'],
] as const)('%s: the date is written in words in every time zone', (language, words) => {
  expect(longDate('2026-11-21', language).replaceAll('\u00a0', ' ')).toBe(words);
});
