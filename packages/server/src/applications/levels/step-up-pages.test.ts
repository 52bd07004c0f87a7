// Where a signed-in user gets who lacks a level: the second factor, the sign-in page, or the explanation.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { addOidcApplications, portal } from '../../../test/support/oidc/applications.ts';
import { attemptOf, ended, type Fields } from '../../../test/support/oidc/raw.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../../test/support/second-factor/set-up.ts';
import { codesPropsOf, verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, apps, makeWorld, type World } from '../../../test/support/world.ts';

const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';

const essential = (...values: string[]): Fields => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
});
const shown = (body: string) => /data-(?:page|methods)="([^"]*)"/.exec(body)?.[1];
/** The explanation of the page. */
const reasonIn = (body: string) => /<p>([^<]*)<\/p>/.exec(body)?.[1];
/** The target of the form to continue without the level. */
const waiverIn = (body: string) => /<form action="([^"]*)" method="post">/.exec(body)?.[1];

/** The link that returns an error to the client. */
const cancelIn = (body: string) => /rel="cancel" href="([^"]*)"/.exec(body)?.[1];

async function pageFor(world: World, username: string, changes: Fields) {
  const browser = createBrowser(world.server);
  browser.take(await world.signIn(username));
  const { url, body, status } = await browser.go(attemptOf(portal, changes).address);
  return { browser, address: new URL(url), body, status };
}

describe('with Diia, passkeys and second factors', () => {
  let world: DiiaWorld;
  beforeAll(async () => {
    world = await makeDiiaWorld('sqlite', {}, { now: Date.now() });
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    await addUser(world.db, { username: 'owner' }, world.passwordHash);
    const steps = createPasskeySteps(world);
    await steps.addNew(await world.signIn('owner'));
    await addUser(world.db, { username: 'plain' }, world.passwordHash);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  test('who has a passkey goes to the second factor, which keeps the request', async () => {
    const { address, body } = await pageFor(world, 'owner', essential(mfa));
    expect(address.pathname).toBe('/uk/second-factor');
    expect(verifyPropsOf(body).continueHref).toBe('');
    expect([...address.searchParams.keys()]).toEqual(['appId', 'request']);
  });

  test('who has no second factor learns how to set one up', async () => {
    const { browser, address, body, status } = await pageFor(world, 'plain', essential(mfa));
    expect([status, shown(body), reasonIn(body)]).toEqual([200, 'level-needed', 'set-up']);
    expect(waiverIn(body)).toBe('');
    // its address is that of the sign-in page, which the language switch keeps
    expect(address.pathname).toBe('/uk/');
    const answer = await browser.request(`${address.pathname}${address.search}`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const other = await browser.go(`/en/${address.search}`);
    expect(shown(other.body)).toBe('level-needed');
  });

  test('who does not get there returns to the client with an error', async () => {
    const { browser, address, body } = await pageFor(world, 'plain', essential(mfa));
    const cancel = cancelIn(body) ?? '';
    const stranger = createBrowser(world.server);
    stranger.take(await world.signIn('plain'));
    expect(shown((await stranger.go(cancel)).body)).toBe('request-refused');

    const end = await browser.go(cancel);
    expect(ended(end)).toBe('error unmet_authentication_requirements');
    expect(new URL(end.location ?? '').searchParams.get('state')).toBeTruthy();
    // the request is over
    expect(shown((await browser.go(cancel)).body)).toBe('request-refused');
    const again = await browser.go(`/api/app-redirect${address.search}`);
    expect(shown(again.body)).toBe('request-over');
  });

  test('the set-up of an app leads back to the request, at the level', async () => {
    await addUser(world.db, { username: 'new' }, world.passwordHash);
    const { browser, address } = await pageFor(world, 'new', essential(mfa));
    const { answer } = await createSetUpSteps(world).turnOn(browser, address.search);
    const { href } = codesPropsOf(answer.body);
    expect(href).toBe(`/uk/apps${address.search}`);
    expect(ended(await browser.go(`/api/app-redirect${address.search}`))).toBe('code');
  });

  test('a voluntary level can be waived on the page', async () => {
    const { browser, address, body } = await pageFor(world, 'plain', { acr_values: mfa });
    expect(shown(body)).toBe('level-needed');
    expect(waiverIn(body)).toContain('/api/app-redirect/without-level?appId=');
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const waived = await browser.go(`/api/app-redirect/without-level${address.search}`, {
      method: 'POST',
      headers,
      payload: '',
    });
    const end = await browser.go(`/api/app-redirect${new URL(waived.url).search}`);
    expect(ended(end)).toBe('code');
  });

  test('who has no tax number cannot use Diia', async () => {
    const { body } = await pageFor(world, 'plain', essential(person));
    expect([shown(body), reasonIn(body)]).toEqual(['level-needed', 'diia-not-linked']);
  });

  test('who has a tax number is asked for Diia only', async () => {
    const { address, body } = await pageFor(world, 'taras', essential(person));
    expect([address.pathname, shown(body)]).toEqual(['/uk/', 'diia']);
  });

  test.each<[string, Fields]>([
    ['prompt=login', { prompt: 'login', acr_values: mfa }],
    ['max_age=0', { max_age: '0', ...essential(mfa) }],
  ])('%s: a second factor is not enough', async (_what, changes) => {
    const { address, body } = await pageFor(world, 'owner', changes);
    expect([address.pathname, shown(body)]).toEqual(['/uk/', 'password,diia,passkey']);
  });

  test('an application with tickets: the query stays', async () => {
    await world.db
      .updateTable('applications')
      .set({ minimum_level: mfa })
      .where('id', '=', apps.campus.id)
      .execute();
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('owner'));
    const { url } = await browser.go(`/api/app-redirect?appId=${apps.campus.id}&state=s1`);
    expect(url.replace(/^.*(?=\/uk)/, '')).toBe(
      `/uk/second-factor?appId=${apps.campus.id}&state=s1`,
    );
  });
});

test.each<[string, Record<string, string>, string, string]>([
  ['Diia off', {}, person, 'diia-off'],
  ['second factors off', { SECOND_FACTOR: 'off' }, mfa, 'passkey'],
  ['second factors and passkeys off', { SECOND_FACTOR: 'off', PASSKEYS: '0' }, mfa, 'factors-off'],
])('%s: the page of an application with tickets', async (_what, env, level, reason) => {
  const world = await makeWorld('sqlite', env);
  await world.db
    .updateTable('applications')
    .set({ minimum_level: level })
    .where('id', '=', apps.campus.id)
    .execute();
  const browser = createBrowser(world.server);
  browser.take(await world.signIn());
  const { body } = await browser.go(`/api/app-redirect?appId=${apps.campus.id}`);
  expect([shown(body), reasonIn(body), waiverIn(body)]).toEqual(['level-needed', reason, '']);
  expect(cancelIn(body)).toBeUndefined();
  await world.close();
});
