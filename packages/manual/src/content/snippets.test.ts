// What the manual quotes from elsewhere in the repository makes `npm start` build it anew (`scripts/run.mjs`).
import { expect, test } from 'vitest';
import sources from '../../../web/build/sources.json' with { type: 'json' };
import { quoted } from './snippets.ts';

test.each(Object.values(quoted))('a change of %s builds the manual anew', (file) => {
  expect(sources.filter((source) => file === source || file.startsWith(`${source}/`))).toHaveLength(
    1,
  );
});
