// The reasons of refused fields: codes, pointers, and texts in both languages.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { explainReason, fieldReasons } from '@brama/contract/admin/field-reasons';
import { problem } from '@brama/contract/admin/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

const source = path.join(import.meta.dirname, '..');

/** A warning that only a manifest gets. */
const ofManifests = ['there is no user x: this owner is left out'];

/** Texts of which the values are words; the catalogue has each whole text. */
const composed = [
  'must be a mapping with x',
  'must be text: put the x in quotes',
  'must be x',
  'must begin with https:// (http:// is for x only)',
  'must have at most x x',
];

/** Where the code states a reason. Reasons have at least two words, unlike codes and names in the same places. */
const reasonPatterns = [
  /(['`])(must .+?)\1/g,
  /(?:reason: |\brefuse\(|fields: \{\s+(?:\w+|'[^']+'): |\[(?:path|field|`[^`]+`), )(['`])(?=[^'`\n]* )((?:(?!\1).)+)\1/g,
];

describe('reasons', () => {
  test.each([
    ['must be at most 64 characters long', 'too-long', 'має містити не більше 64 символів'],
    ['must be at most 4 times as long as wide', 'picture', undefined],
    ['must be at most 200', 'range', 'має бути не більше 200'],
    ['must be one of taxId', 'choice', 'має бути одним із таких значень: taxId'],
    ['is of no use with groups', 'combination', 'не має сенсу разом із groups'],
    ['the group has members: 0 now, 2 coming', 'state', 'група має учасників: 0 зараз, 2 згодом'],
    ['the next keys wait already, and sign from 2026-12-01T00:00:00Z', 'state', undefined],
    ['has a wrong check digit: look for a typing error', 'format', undefined],
    ['is over', 'state', 'уже минула'],
    ['has not come yet', 'state', 'ще не настала'],
    ['must be one of ', 'invalid', 'неправильне значення'],
    ['is a new reason', 'invalid', 'неправильне значення'],
  ])('%s: %s', (reason, code, uk) => {
    expect(explainReason(reason)).toMatchObject({ code, ...(uk && { uk }) });
  });

  test('are unique, and have Ukrainian texts with the same values', () => {
    const all = Object.values(fieldReasons).flat() as (readonly [string, string])[];
    expect(new Set(all.map(([en]) => en)).size).toBe(all.length);
    const valuesOf = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(String).sort();
    for (const [en, uk] of all) {
      expect([en, valuesOf(uk)]).toEqual([en, valuesOf(en)]);
      expect(uk).toMatch(/[а-яєіїґ]/i);
    }
  });

  test('of the areas that the API calls are known', () => {
    const files = globSync(
      [
        'admin/**/*.ts',
        'directory/{users,groups,factors}/**/*.ts',
        'directory/apply/parse/user-entry.ts',
        'users/groups.ts',
        'applications/oidc/**/*handlers.ts',
        '../../contract/src/text.ts',
        'applications/{administration,cas,icons,levels,link,manifest,oidc/clients,oidc/native,ticket}/**/*.ts',
        'applications/*.ts',
        '../../contract/src/{admin,groups,users}/**/*.ts',
      ],
      { cwd: source, exclude: (name) => /\.test\.ts$|field-reasons\.ts$/.test(name) },
    );
    const texts = files.flatMap((file) => {
      const code = readFileSync(path.join(source, file), 'utf8');
      const found = reasonPatterns.flatMap((pattern) => [...code.matchAll(pattern)]);
      return found.map(([, , text = '']) =>
        text.replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll('\\\\', '\\'),
      );
    });
    expect(texts.length).toBeGreaterThan(100);
    const unknown = texts.filter((text) => explainReason(text).code === 'invalid');
    expect([...new Set(unknown)].sort()).toEqual([...composed, ...ofManifests].sort());
  });
});

describe('problems', () => {
  let world: World;
  let chief: Caller;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterAll(() => world.close());

  async function errorsOf(id: Parameters<typeof callRoute>[1], input: Input, language: string) {
    const headers = { 'accept-language': language };
    const response = await callRoute(world, id, chief, { ...input, headers });
    return problem.parse(response.json()).errors;
  }

  test('name each field by a pointer and a code, in the language of the request', async () => {
    const body = { name: 'group', 'a/b~c.d': 1, title: { uk: 'x'.repeat(101), en: 'x' } };
    expect(await errorsOf('createGroup', { body }, 'uk')).toEqual([
      {
        pointer: '/title/uk',
        code: 'too-long',
        detail: 'має містити не більше 100 символів',
      },
      { pointer: '/a~1b~0c.d', code: 'unknown', detail: 'невідоме поле' },
    ]);
    expect(await errorsOf('listUsers', { query: { limit: '0' } }, 'en')).toEqual([
      { pointer: '/limit', code: 'range', detail: 'must be at least 1' },
    ]);
    expect(await errorsOf('createGroup', { body: 5 }, 'uk')).toEqual([
      { pointer: '', code: 'type', detail: 'має бути об’єктом' },
    ]);
  });

  test('of settings of a protocol are in the language of the request too', async () => {
    const { id } = await addOwnApplication(world, chief.userId);
    const metadata = { redirect_uris: ['http://campus.example/callback'] };
    const body = { protocol: { type: 'oidc', metadata } };
    expect(await errorsOf('updateApplication', { params: { id }, body }, 'uk')).toEqual([
      {
        pointer: '/protocol/metadata/redirect_uris/0',
        code: 'address',
        detail:
          'має починатися з https:// (http:// дозволено лише для localhost, *.localhost і 127.0.0.1)',
      },
    ]);
  });

  test('name the time to wait, as Retry-After does', async () => {
    const caller = { headers: { authorization: 'Bearer wrong', 'accept-language': 'en' } };
    for (let sent = 0; sent < 200; sent += 1) {
      const response = await callRoute(world, 'readSelf', caller);
      if (response.statusCode === 401) continue;
      const { detail } = response.json();
      expect(detail).toBe(`Wait ${response.headers['retry-after']} s.`);
      return;
    }
    expect.unreachable();
  });
});
