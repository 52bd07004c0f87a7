import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { withEvents } from './event-docs.ts';

test('the manual lists every security event with its level and facts (else: npm run docs)', () => {
  const manual = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  expect(withEvents(manual)).toBe(manual);
  expect(manual).toContain('| `sign-in.succeeded` | info |');
});
