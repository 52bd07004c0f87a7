import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings } from '@brama/server/app/config';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { envExample, withSettings } from './settings-docs.ts';

test('the tables of docs/settings.md match the schema (else: npm run docs)', () => {
  const manual = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  expect(withSettings(manual)).toBe(manual);
  for (const { name } of Object.values(allSettings))
    expect(manual.split(`\n| \`${name}\` |`), name).toHaveLength(2);
});

test('.env.example matches the schema (else: npm run docs)', () => {
  expect(readFileSync(join(root, '.env.example'), 'utf8')).toBe(envExample());
});
