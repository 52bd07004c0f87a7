// Checks that the chapter of the manual and the pages for integrators describe CAS as the server implements it.

import { readFileSync } from 'node:fs';
import { lifetimes } from '@brama/contract/lifetimes';
import { expect, test } from 'vitest';
import { cas } from '../../../manual/src/content/chapters/cas.ts';
import { messages } from '../../../manual/src/content/messages.ts';
import { createCasSettingsParser } from '../../src/applications/cas/settings.ts';
import { newTicket, ticketKind } from '../../src/applications/cas/tickets/ticket-text.ts';
import { routes } from '../compatibility/lists.ts';

const root = new URL('../../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const page = read('docs/integrate/cas.md');
const manifestPage = read('docs/manifest.md');

/** Returns the names in the first cells of a table of the chapter. */
function describedIn(sectionId: string): string[] {
  const { blocks = [] } = cas.sections.find(({ id }) => id === sectionId) ?? {};
  return blocks
    .flatMap((block) => (block.kind === 'table' ? block.rows : []))
    .flatMap(([first]) => [...`${first}`.matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)
    .sort();
}

/** The issue for a wrong source lists them. */
function listSources(): string[] {
  const parse = createCasSettingsParser({ isProduction: true, methodsOn: [] });
  const services = ['https://campus.example/'];
  const parsed = parse({ type: 'cas', services, attributes: { mail: 'x' } }, undefined);
  const [issue] = 'issues' in parsed ? parsed.issues : [];
  const [, list = ''] = /must be one of (.*), or data\./.exec(`${issue?.reason}`) ?? [];
  return list.split(', ');
}

function listCodes(): string[] {
  const [, type = ''] =
    /export type CasCode =([^;]+);/.exec(
      read('packages/server/src/applications/cas/validation/answer-cas.ts'),
    ) ?? [];
  return [...type.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
}

test('every source of attributes is described', () => {
  const sources = listSources();
  expect(sources.length).toBeGreaterThan(10);
  expect(describedIn('cas-attributes')).toEqual([...sources, 'data.…'].sort());
  for (const source of sources) expect(manifestPage).toContain(`\`${source}\``);
});

test('every error code is described', () => {
  const codes = listCodes();
  expect(codes.length).toBeGreaterThan(7);
  expect(describedIn('cas-refusals').filter((name) => !name.startsWith('/'))).toEqual(codes.sort());
  for (const code of codes) expect(page).toContain(`\`${code}\``);
});

test('every address for applications is described', () => {
  const internal = ['/cas/*', '/cas/login/:id', '/cas/logout/confirm'];
  const addresses = Object.keys(routes).filter(
    (path) => path.startsWith('/cas/') && !internal.includes(path),
  );
  expect(describedIn('cas-addresses')).toEqual(addresses.sort());
  for (const address of addresses) expect(page).toContain(`\`${address}\``);
});

test('lifetime and length of tickets are those of the code', () => {
  const { length } = newTicket('ST');
  const words = JSON.stringify(cas);
  expect(words).toContain(`A ticket has ${length} characters`);
  expect(words).toContain(`Квиток має ${length} символів`);
  expect(words).toContain(`lives ${lifetimes.applicationTicket / 60} minutes`);
  const shown = messages({ origin: 'https://id.campus.example', appId: '' });
  expect(ticketKind(new URL(shown['cas-back']).searchParams.get('ticket') ?? '')).toBe('ST');
});
