import { unescapeHtml } from '@brama/contract/escape-html';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../../test/support/diia/world.ts';
import {
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createArena } from '../../../../test/support/oidc/arena.ts';
import { attemptOf, ended, type Fields } from '../../../../test/support/oidc/raw.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { levelsForAcr } from './acr.ts';

const account = 'urn:brama:acr:1';
const person = 'urn:brama:acr:2';

const byClaims = (values: unknown, essential = true) =>
  JSON.stringify({ id_token: { acr: { essential, values } } });

test.each<[string[], readonly string[] | undefined]>([
  [[account], undefined],
  [[person], [person]],
  [[person, account], undefined],
  [
    [person, 'https://refeds.org/profile/mfa'],
    [person, 'urn:brama:acr:mfa'],
  ],
  [[person, 'https://refeds.org/profile/sfa'], undefined],
  [['urn:other', person], [person]],
  [['urn:other'], undefined],
  [['constructor'], undefined],
  [[], undefined],
])('the acr values %j require one of the levels %j', (asked, levels) => {
  expect(levelsForAcr(asked)).toEqual(levels);
});

describe('with Diia enabled, for a user signed in by password', () => {
  let world: DiiaWorld;
  let arena: ReturnType<typeof createArena>;
  beforeAll(async () => {
    world = await makeDiiaWorld('sqlite', { PASSKEYS: '0' }, { now: Date.now() });
    await addOidcApplications(world.db);
    arena = createArena(world);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  const endOf = async (changes: Fields) => {
    const attempt = attemptOf(application, changes);
    return { attempt, ...(await (await arena.signedIn('taras')).go(attempt.address)) };
  };
  const shown = (body: string) => /data-methods="([^"]*)"/.exec(body)?.[1];

  test.each<[string, Fields]>([
    ['a voluntary level', { acr_values: person }],
    ['an essential level', { claims: byClaims([person]) }],
    [
      'an essential level as one value',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: person } } }) },
    ],
  ])('%s: the page offers only Diia', async (_what, changes) => {
    const { body, location } = await endOf(changes);
    expect(location).toBeUndefined();
    expect(shown(body)).toBe('diia');
  });

  test('a new sign-in by password does not satisfy the Diia acr', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const waiting = await browser.go(attemptOf(application, { acr_values: person }).address);
    browser.take(await world.signIn('taras', world.server, browser.cookies()));
    const end = await browser.go(`/api/app-redirect${new URL(waiting.url).search}`);
    expect(end.location).toBeUndefined();
    expect(shown(end.body)).toBe('diia');
  });

  /** Returns the target of the form that the page offers instead of the level. */
  const offered = (body: string) =>
    unescapeHtml(/<form action="([^"]*)" method="post">/.exec(body)?.[1] ?? 'no form');
  const form = {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: '',
  } as const;

  test('optional acr: the user can continue with password, and the response has the actual acr', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const attempt = attemptOf(application, { acr_values: person });
    const waiting = await browser.go(attempt.address);
    expect(waiting.body).toContain('Бажано Дія.');
    const apps = await browser.go(offered(waiting.body), form);
    expect(new URL(apps.url).pathname).toBe('/uk/apps');
    const end = await browser.go(`/api/app-redirect${new URL(apps.url).search}`);
    expect(ended(end)).toBe('code');
    const code = new URL(`${end.location}`).searchParams.get('code') ?? '';
    const answer = await arena.exchange({ ...attempt, code });
    expect(decodeJwt(answer.json<{ id_token: string }>().id_token)).toMatchObject({
      acr: account,
      amr: ['pwd'],
    });
    // the next request asks for the voluntary level again
    expect(shown((await browser.go(attempt.address)).body)).toBe('diia');
  });

  test('optional acr: after continuing, the page offers all methods and prompt=login still applies', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const { address } = attemptOf(application, { acr_values: person, prompt: 'login' });
    const waiting = await browser.go(address);
    const all = await browser.go(offered(waiting.body), form);
    expect([new URL(all.url).pathname, shown(all.body)]).toEqual(['/uk/', 'password,diia']);
    expect(offered(all.body)).toBe('');
    world.clock.now += 1000;
    browser.take(await world.signIn('taras', world.server, browser.cookies()));
    expect(ended(await browser.go(`/api/app-redirect${new URL(all.url).search}`))).toBe('code');
  });

  test('an essential acr cannot be waived', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const waiting = await browser.go(
      attemptOf(application, { claims: byClaims([person]) }).address,
    );
    expect([offered(waiting.body), shown(waiting.body)]).toEqual(['', 'diia']);
    expect(waiting.body).toContain('Лише Дія.');
    const { search } = new URL(waiting.url);
    const after = await browser.go(`/api/app-redirect/without-level${search}`, form);
    expect(shown(after.body)).toBe('diia');
    const end = await browser.go(`/api/app-redirect${search}`);
    expect(shown(end.body)).toBe('diia');
  });

  test('an acr can be waived only from the same browser and the same site', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const waiting = await browser.go(attemptOf(application, { acr_values: person }).address);
    const address = offered(waiting.body);
    const foreign = { ...form, headers: { ...form.headers, 'sec-fetch-site': 'cross-site' } };
    expect((await browser.go(address, foreign)).status).toBe(403);
    const stranger = createBrowser(world.server);
    expect((await stranger.go(address, form)).status).toBe(410);
    const { search } = new URL(waiting.url);
    expect(shown((await browser.go(`/uk/${search}`)).body)).toBe('diia');
    const nothing = await stranger.go('/api/app-redirect/without-level', form);
    expect(new URL(nothing.url).pathname).toBe('/uk/');
  });

  test('after a sign-in with Diia the response has the Diia acr', async () => {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    const attempt = attemptOf(application, { acr_values: person });
    const waiting = await browser.go(attempt.address);
    browser.take((await world.signedIn()).session);
    const { location } = await browser.go(`/api/app-redirect${new URL(waiting.url).search}`);
    const code = new URL(`${location}`).searchParams.get('code') ?? '';
    const answer = await arena.exchange({ ...attempt, code });
    expect(decodeJwt(answer.json<{ id_token: string }>().id_token)).toMatchObject({
      acr: person,
      amr: ['diia'],
    });
  });

  test.each<[string, Fields, string]>([
    ['a voluntary level', { acr_values: person }, 'code'],
    ['an essential level', { claims: byClaims([person]) }, 'error login_required'],
    ['an essential level that is met', { claims: byClaims([account]) }, 'code'],
    ['an essential level with a choice', { claims: byClaims([person, account]) }, 'code'],
    [
      'an essential level beside a voluntary one',
      { claims: byClaims([person]), acr_values: account },
      'error login_required',
    ],
    [
      'a voluntary level beside a claim without one',
      { claims: JSON.stringify({ id_token: { acr: null } }), acr_values: person },
      'code',
    ],
  ])('prompt=none, %s', async (_what, changes, end) => {
    expect(ended(await endOf({ ...changes, prompt: 'none' }))).toBe(end);
  });

  test.each<[string, Fields, string]>([
    ['an unknown voluntary level', { acr_values: 'urn:other' }, 'code'],
    [
      'an unknown essential level',
      { claims: byClaims(['urn:other']) },
      'error unmet_authentication_requirements',
    ],
    ['values that are no list', { claims: byClaims('nonsense') }, 'code'],
    ['values that are no texts', { claims: byClaims([1, null, {}]) }, 'code'],
  ])('%s', async (_what, changes, end) => {
    expect(ended(await endOf(changes))).toBe(end);
  });
});

describe('if no method provides the higher acr', () => {
  let world: World;
  let arena: ReturnType<typeof createArena>;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addOidcApplications(world.db);
    arena = createArena(world);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  test.each<[string, Fields, string]>([
    ['a voluntary level: the client gets the actual one', { acr_values: person }, 'code'],
    [
      'an essential level: the request is refused',
      { claims: byClaims([person]) },
      'error unmet_authentication_requirements',
    ],
  ])('%s', async (_what, changes, end) => {
    const browser = await arena.signedIn();
    expect(ended(await browser.go(attemptOf(application, changes).address))).toBe(end);
  });

  test('the response has the actual acr', async () => {
    const given = await arena.withCode(application, { acr_values: person });
    const answer = await arena.exchange(given);
    expect(decodeJwt(answer.json<{ id_token: string }>().id_token)).toMatchObject({
      acr: account,
      amr: ['pwd'],
    });
  });
});
