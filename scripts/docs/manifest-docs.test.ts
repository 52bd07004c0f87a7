import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { withUserFields } from './manifest-docs.ts';

test('the fields of a user in docs/manifest.md are those of the schema (else: npm run docs)', () => {
  const manual = readFileSync(join(root, 'docs/manifest.md'), 'utf8');
  expect(withUserFields(manual)).toBe(manual);
  expect(manual).toContain('| `givenName` | ○ | the given name;');
});
