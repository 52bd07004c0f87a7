// Checks that docs/integrate/ticket.md describes the ticket as the contract and the server implement it.

import { readFileSync } from 'node:fs';
import { ticketResponse } from '@brama/contract/api/ticket';
import { lifetimes } from '@brama/contract/lifetimes';
import { methodIds } from '@brama/contract/sign-in/methods';
import { maxStateLength } from '@brama/contract/sign-in/state';
import { expect, test } from 'vitest';
import { newSecret } from '../../crypto/secrets.ts';

const docs = new URL('../../../../../docs/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, docs), 'utf8');
const page = read('integrate/ticket.md');

const { data, ...outer } = ticketResponse.shape;
const names = [...Object.keys(outer), ...Object.keys(data.shape).map((name) => `data.${name}`)];

test.each(names)('the page describes the response field %s', (name) => {
  const row = page.split('\n').find((line) => line.split('|')[1]?.includes(`\`${name}\``));
  expect(row?.split('|')[2]?.trim()).not.toBe('');
  expect(row).toBeDefined();
});

test('the page describes no field that the response does not contain', () => {
  const described = page.split('\n').flatMap((line) => {
    const [, cell = ''] = /^\| (`.*) \|/.exec(line) ?? [];
    return [...(cell.split(' | ')[0]?.matchAll(/`([\w.]+)`/g) ?? [])].map(([, name]) => name);
  });
  const parameters = ['state', 'ticketId', 'redirectUrl'];
  expect(described.filter((name) => !parameters.includes(`${name}`)).sort()).toEqual(names.sort());
});

test('the page has the same lengths and lifetimes as the code', () => {
  expect(page).toContain(`1–${maxStateLength} printable ASCII`);
  expect(page).toContain(`${newSecret().length} characters`);
  expect(page).toContain(`for ${lifetimes.applicationTicket / 60} minutes`);
});

test('both pages describe the same ticket settings', () => {
  for (const text of [page, read('manifest.md')])
    for (const words of ['returnErrors: true', '*.localhost', 'ticketId'])
      expect(text).toContain(words);
});

test.each([
  'docs/integrate/ticket.md',
  'docs/moving-from-kpi-id.md',
  'packages/manual/src/content/chapters/ticket.ts',
  'packages/manual/src/content/chapters/moving.ts',
  'packages/web/locales/uk/received.json',
  'packages/web/locales/en/received.json',
])('%s names every sign-in method that a ticket may have', (file) => {
  const text = readFileSync(new URL(`../${file}`, docs), 'utf8');
  const lists = text.split('\n').filter((line) => /\bPASSWORD\b.*\bDIIA\b.*\bGOOGLE\b/.test(line));
  expect(lists).not.toEqual([]);
  for (const list of lists)
    for (const method of methodIds)
      expect(list).toMatch(new RegExp(`\\b${method.toUpperCase()}\\b`));
});
