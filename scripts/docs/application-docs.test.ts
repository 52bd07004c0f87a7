import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { withApplicationFields } from './application-docs.ts';

test('the manual describes every field of an application (else: npm run docs)', () => {
  const manual = readFileSync(join(root, 'docs/manifest.md'), 'utf8');
  expect(withApplicationFields(manual)).toBe(manual);
});
