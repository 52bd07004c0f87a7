// Checks that `build/sources.json` lists every file that the manual quotes. `npm start` rebuilds the manual when a
// listed file changes.
import { expect, test } from 'vitest';
import sources from '../../../web/build/sources.json' with { type: 'json' };
import { quoted } from './snippets.ts';

test.each(Object.values(quoted))('a change of %s rebuilds the manual', (file) => {
  expect(sources.filter((source) => file === source || file.startsWith(`${source}/`))).toHaveLength(
    1,
  );
});
