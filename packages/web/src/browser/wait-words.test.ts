import { idleWords, waitWords } from '@brama/contract/pages/wait-words';
import { expect, test } from 'vitest';

test.each([
  [0, '15 секунд', '15 seconds'],
  [15, '15 секунд', '15 seconds'],
  [16, '30 секунд', '30 seconds'],
  [45, '45 секунд', '45 seconds'],
  [46, '1 хвилина', '1 minute'],
  [60, '1 хвилина', '1 minute'],
  [61, '2 хвилини', '2 minutes'],
  [240, '4 хвилини', '4 minutes'],
  [899, '15 хвилин', '15 minutes'],
])('%i seconds', (seconds, uk, en) => {
  expect([waitWords(seconds, 'uk'), waitWords(seconds, 'en')]).toEqual([uk, en]);
});

test.each([
  [5, '5 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [600, '10 minutes'],
  [659, '10 minutes'],
])(
  'a session that ends after %s idle seconds never ends sooner than it says: %s',
  (seconds, words) => {
    expect(idleWords(seconds, 'en')).toBe(words);
  },
);
