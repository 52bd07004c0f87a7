// What applications learn about sign-ins with a passkey, and how they get a stronger sign-in.

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../../test/support/diia/world.ts';
import {
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createArena } from '../../../../test/support/oidc/arena.ts';
import {
  addDevices,
  createDevice,
  createDeviceUser,
} from '../../../../test/support/oidc/device.ts';
import { attemptOf, ended, type Fields } from '../../../../test/support/oidc/raw.ts';
import { Passkey } from '../../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../../test/support/passkeys/world.ts';
import { verifyPropsOf } from '../../../../test/support/web-build.ts';
import { addUser, apps } from '../../../../test/support/world.ts';

const account = 'urn:brama:acr:1';
const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';
const refedsMfa = 'https://refeds.org/profile/mfa';
const refedsSfa = 'https://refeds.org/profile/sfa';

/** How a user has signed in → what it proves, the strongest first, and its `amr`. */
const states = {
  password: { levels: [account], amr: ['pwd'] },
  diia: { levels: [person, account], amr: ['diia'] },
  device: { levels: [mfa, account], amr: ['hwk', 'user', 'mfa'] },
  synchronised: { levels: [mfa, account], amr: ['swk', 'user', 'mfa'] },
  bound: { levels: [person, mfa, account], amr: ['hwk', 'user', 'mfa'] },
} satisfies Record<string, { levels: string[]; amr: string[] }>;
type State = keyof typeof states;

const requests = [
  [],
  [account],
  [person],
  [mfa],
  [refedsMfa],
  [refedsSfa],
  [person, mfa],
  [mfa, person],
  [refedsMfa, account],
  ['urn:other', person],
];
const levelOf: Record<string, string> = { [refedsMfa]: mfa, [refedsSfa]: account };

describe('levels of sign-ins', () => {
  let world: DiiaWorld;
  let arena: ReturnType<typeof createArena>;
  let steps: ReturnType<typeof createPasskeySteps>;
  const passkeys = new Map<State, Passkey>();

  beforeAll(async () => {
    world = await makeDiiaWorld('sqlite', {}, { now: Date.now() });
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    await addDevices(world.db);
    arena = createArena(world);
    steps = createPasskeySteps(world);
    const byPassword = await world.signIn('taras');
    const byDiia = (await world.signedIn()).session;
    passkeys.set('device', (await steps.addNew(byPassword)).passkey);
    await world.confirmSessions();
    const synchronised = await steps.addNew(byPassword, { isSynchronised: true });
    passkeys.set('synchronised', synchronised.passkey);
    passkeys.set('bound', (await steps.addNew(byDiia)).passkey);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  /** Signs in. Returns the Cookie header. */
  async function signIn(state: State, previous = ''): Promise<string> {
    if (state === 'password') return world.signIn('taras', world.server, previous);
    if (state === 'diia') return (await world.signedIn()).session;
    return steps.signIn(passkeys.get(state) ?? new Passkey(), previous);
  }
  async function browserIn(state: State) {
    const browser = createBrowser(world.server);
    browser.take(await signIn(state));
    return browser;
  }
  async function claimsOf(attempt: ReturnType<typeof attemptOf>, location: string | undefined) {
    const code = new URL(`${location}`).searchParams.get('code') ?? '';
    const { id_token } = (await arena.exchange({ ...attempt, code })).json();
    return decodeJwt<{ acr: string; amr: string[]; auth_time: number }>(id_token);
  }
  const byClaims = (values: readonly string[]) =>
    JSON.stringify({ id_token: { acr: { essential: true, values } } });
  const shown = (body: string) => /data-methods="([^"]*)"/.exec(body)?.[1];

  const cases = (Object.keys(states) as State[]).flatMap((state) =>
    requests.map((values) => ({ state, values, asked: values.join(' ') })),
  );
  test.each(cases)('$state, asked for “$asked”', async ({ state, values }) => {
    const { levels, amr } = states[state];
    const reached: readonly string[] = levels;
    const met = values.find((value) => reached.includes(levelOf[value] ?? value));
    const browser = await browserIn(state);
    const voluntary = attemptOf(application, {
      prompt: 'none',
      ...(values.length > 0 && { acr_values: values.join(' ') }),
    });
    const { location } = await browser.go(voluntary.address);
    const claims = await claimsOf(voluntary, location);
    expect([claims.acr, claims.amr]).toEqual([met ?? levels[0], amr]);
    if (values.length === 0) return;
    const essential = attemptOf(application, { prompt: 'none', claims: byClaims(values) });
    const end = await browser.go(essential.address);
    expect(ended(end)).toBe(met ? 'code' : 'error login_required');
    if (met) expect((await claimsOf(essential, end.location)).acr).toBe(met);
  });

  test.each<[string, string, string | undefined, State]>([
    [person, '/uk/', 'diia,passkey', 'diia'],
    [person, '/uk/', 'diia,passkey', 'bound'],
    [mfa, '/uk/second-factor', undefined, 'synchronised'],
    [refedsMfa, '/uk/second-factor', undefined, 'device'],
  ])(
    '%s: the page %s offers %s, and a sign-in with %s also suffices',
    async (acr, path, methods, state) => {
      const browser = await browserIn('password');
      const attempt = attemptOf(application, { claims: byClaims([acr]) });
      const waiting = await browser.go(attempt.address);
      expect([new URL(waiting.url).pathname, shown(waiting.body)]).toEqual([path, methods]);
      browser.take(await signIn(state, browser.cookies()));
      const end = await browser.go(`/api/app-redirect${new URL(waiting.url).search}`);
      expect(ended(end)).toBe('code');
      expect((await claimsOf(attempt, end.location)).acr).toBe(acr);
    },
  );

  test('a passkey that proves no identity does not satisfy the Diia acr', async () => {
    const browser = await browserIn('password');
    const attempt = attemptOf(application, { claims: byClaims([person]) });
    const { search } = new URL((await browser.go(attempt.address)).url);
    browser.take(await signIn('device', browser.cookies()));
    const refused = await browser.go(`/api/app-redirect${search}`);
    // another passkey of the user does
    expect([refused.location, shown(refused.body)]).toEqual([undefined, 'diia,passkey']);
    browser.take(await signIn('bound', browser.cookies()));
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('code');
  });

  test('a voluntary level of two factors can be waived', async () => {
    const browser = await browserIn('password');
    const attempt = attemptOf(application, { acr_values: mfa });
    const waiting = await browser.go(attempt.address);
    const portal = await browser.go(verifyPropsOf(waiting.body).continueHref, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: '',
    });
    const end = await browser.go(`/api/app-redirect${new URL(portal.url).search}`);
    const claims = await claimsOf(attempt, end.location);
    expect([claims.acr, claims.amr]).toEqual([account, ['pwd']]);
  });

  test.each<[string, Fields]>([
    ['prompt=login', { prompt: 'login' }],
    ['max_age=0', { max_age: '0' }],
  ])('%s needs a new sign-in, and a passkey is one', async (_what, fields) => {
    const browser = await browserIn('device');
    const attempt = attemptOf(application, fields);
    const { search } = new URL((await browser.go(attempt.address)).url);
    expect(ended(await browser.go(`/api/app-redirect${search}`))).not.toBe('code');
    world.clock.now += 2000;
    browser.take(await signIn('device', browser.cookies()));
    const end = await browser.go(`/api/app-redirect${search}`);
    const claims = await claimsOf(attempt, end.location);
    expect(claims.auth_time).toBe(Math.floor(world.clock.now / 1000));
  });

  test('a device is allowed after a sign-in with a passkey', async () => {
    const device = createDevice(world);
    const asked = await device.ask();
    const browser = createBrowser(world.server);
    const { search } = new URL((await createDeviceUser(browser).decide(asked.user_code)).url);
    browser.take(await signIn('synchronised', browser.cookies()));
    const done = await browser.go(`/api/app-redirect${search}`);
    expect(new URL(done.url).pathname).toBe('/device/done');
    const tokens = (await device.poll(asked.device_code)).json();
    expect(decodeJwt(tokens.id_token)).toMatchObject({ acr: mfa, amr: ['swk', 'user', 'mfa'] });
  });

  test('a ticket names the method, and the state returns', async () => {
    const browser = await browserIn('device');
    const { location } = await browser.go(`/api/app-redirect?appId=${apps.campus.id}&state=s1`);
    const { searchParams } = new URL(`${location}`);
    expect(searchParams.get('state')).toBe('s1');
    const query = new URLSearchParams({
      ticketId: searchParams.get('ticketId') ?? '',
      appId: apps.campus.id,
      appSecret: apps.campus.secret,
    });
    const ticket = await world.send({ url: `/api/ticket?${query}` });
    expect(ticket.json().data).toMatchObject({ AUTH_METHOD: 'PASSKEY', TAX_ID: '' });
  });

  test('the record of a server of the previous release does not keep the level of a passkey', async () => {
    const cookie = await signIn('bound');
    const uid = (await world.send({ url: '/api/sessions', headers: { cookie } })).json().sessions[0]
      .id;
    // what such a server stores when the user signs in with a password
    await world.db
      .updateTable('sessions')
      .set({ method: 'password', verified_at: world.clock.now + 1 })
      .where('uid', '=', uid)
      .execute();
    const browser = createBrowser(world.server);
    browser.take(cookie);
    const attempt = attemptOf(application, { prompt: 'none' });
    const { location } = await browser.go(attempt.address);
    const claims = await claimsOf(attempt, location);
    expect([claims.acr, claims.amr]).toEqual([account, ['pwd']]);
  });

  test('a passkey of another user does not resume the request of an expected user', async () => {
    await addUser(world.db, { username: 'other' }, world.passwordHash);
    const stranger = await steps.addNew(await world.signIn('other'));
    const hint = attemptOf(application, { prompt: 'none' });
    const known = await (await browserIn('device')).go(hint.address);
    const code = new URL(`${known.location}`).searchParams.get('code') ?? '';
    const { id_token } = (await arena.exchange({ ...hint, code })).json();
    const browser = createBrowser(world.server);
    const attempt = attemptOf(application, { id_token_hint: id_token, prompt: 'login' });
    const { search } = new URL((await browser.go(attempt.address)).url);
    world.clock.now += 1000;
    browser.take(await steps.signIn(stranger.passkey, browser.cookies()));
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('page 200 /uk/');
  });
});
