import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { securityEvents } from '@brama/server/audit/security-events';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const namesIn = (cell = '') => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name);

test('the manual lists every security event with its level and facts', () => {
  const manual = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const from = manual.indexOf('### Security events');
  const rows = manual
    .slice(from, manual.indexOf('\n## ', from))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const told = rows.map(([, name, level, required, optional]) => [
    namesIn(name).join(),
    { level, required: namesIn(required), optional: namesIn(optional) },
  ]);
  const known = Object.entries(securityEvents).map(([name, { level, required, optional }]) => [
    name,
    { level, required, optional },
  ]);
  expect(told).toEqual(known);
});
