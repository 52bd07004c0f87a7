// The manual quotes log messages as they stand in the source.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const manuals = ['docs/operate.md', 'docs/integrate.md'];

/** Returns the quoted phrases of each sentence about the log. */
const phrasesIn = (manual: string) =>
  readFileSync(join(root, manual), 'utf8')
    .split(/\.\s|\n\n/)
    .filter((sentence) => /\blog\b/.test(sentence))
    .flatMap((sentence) => [...sentence.matchAll(/`([A-Za-z]+(?:\s[A-Za-z]+)+)`/g)])
    .map(([, phrase = '']) => phrase.replace('\n', ' '))
    .filter((phrase) => !phrase.startsWith('npm '));

test('every log message in the manuals occurs in the source', () => {
  const phrases = manuals.flatMap(phrasesIn);
  expect(phrases).toContain('email sent');
  const source = globSync('packages/server/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  expect(phrases.filter((phrase) => !source.includes(`'${phrase}`))).toEqual([]);
});
