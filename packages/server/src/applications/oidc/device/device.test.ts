// Sign-in on a device (RFC 8628): how a user enters its code, and what must not work.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import {
  createDevice,
  type DeviceStage,
  makeDeviceStage,
  pageOf,
  panel,
} from '../../../../test/support/oidc/device.ts';
import { said, withWholeAddresses } from '../../../../test/support/oidc/raw.ts';
import { addUser, ours, password } from '../../../../test/support/world.ts';
import { hashSecret } from '../../../crypto/secrets.ts';

describeOnDatabases('devices', (kind) => {
  let stage: DeviceStage;
  let world: DeviceStage['world'];
  let device: DeviceStage['device'];

  beforeAll(async () => {
    stage = await makeDeviceStage(kind);
    world = stage.world;
    device = stage.device;
  });
  beforeEach(() => stage.beginAnew());
  afterAll(() => world.close());

  const pending = '400 authorization_pending';
  const invalid = '400 invalid_grant';

  test('the response contains the addresses, the codes, the lifetime and the interval', async () => {
    const asked = await device.ask();
    expect(asked).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43,}$/),
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: 'http://localhost:3000/device',
      verification_uri_complete: `http://localhost:3000/device?user_code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    });
  });

  test('the database contains neither the codes nor a readable request', async () => {
    const login_hint = 'o.shevchenko@campus.example';
    const asked = await device.ask({ login_hint });
    const code = asked.user_code.replace('-', '');
    const stored = JSON.stringify(await stage.rows());
    expect(stored).toContain(hashSecret(asked.device_code));
    for (const secret of [asked.device_code, asked.user_code, code, hashSecret(code), login_hint])
      expect(stored).not.toContain(secret);
  });

  test('a signed-in user allows the device, and the device gets tokens', async () => {
    const asked = await device.ask();
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    const person = await stage.student();
    const page = await person.type(asked.user_code.toLowerCase().replace('-', ' '));
    expect(pageOf(page.body)).toBe('device-confirm');
    expect(page.body).toContain(asked.user_code);
    expect(page.body).toContain('screen укр');
    expect(withWholeAddresses(page.body)).toContain('screen.example');
    expect(page.body).toContain('Шевченко Олена');
    const done = await person.answer(page.body, 'confirm');
    expect(new URL(done.url).pathname).toBe('/device/done');
    expect(pageOf(done.body)).toBe('device-done');
    const tokens = (await device.poll(asked.device_code)).json();
    expect((await stage.userinfo(tokens.access_token)).json().name).toBe('Шевченко Олена');
  });

  test('the address with the code shows the confirmation page and changes nothing', async () => {
    const asked = await device.ask();
    const person = await stage.student();
    const { pathname, search } = new URL(asked.verification_uri_complete);
    const page = await person.browser.go(pathname + search);
    expect(pageOf(page.body)).toBe('device-confirm');
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    await person.answer(page.body, 'confirm');
    expect(said(await device.poll(asked.device_code))).toBe('200');
  });

  test('an anonymous user signs in first', async () => {
    const asked = await device.ask();
    const person = stage.stranger();
    const login = await person.decide(asked.user_code);
    expect(login.body).toContain('data-notice');
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    person.browser.take(await world.signIn());
    const { search } = new URL(login.url);
    const done = await person.browser.go(`/api/app-redirect${search}`);
    expect(new URL(done.url).pathname).toBe('/device/done');
    world.clock.now += 5000;
    expect(said(await device.poll(asked.device_code))).toBe('200');
  });

  test.each([
    ['/en/device?user_code=BCDF-GHJK', '/device?user_code=BCDF-GHJK'],
    ['/en/device/code', '/device'],
    ['/en/device/done', '/device/done'],
    ['/en/device/refused', '/device/refused'],
  ])('%s changes the language and redirects to %s', async (from, to) => {
    const { browser } = stage.stranger();
    const answer = await browser.request(from);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, to]);
    expect((await browser.go('/device')).body).toContain('<html lang="en">');
  });

  test('denied: the device gets access_denied', async () => {
    const asked = await device.ask();
    const refused = await stage.stranger().decide(asked.user_code, 'abort');
    expect(pageOf(refused.body)).toBe('device-refused');
    expect(said(await device.poll(asked.device_code))).toBe('400 access_denied');
  });

  test('a user without access gets an error page, and the device gets access_denied', async () => {
    const one = createDevice(world, panel);
    const asked = await one.ask();
    const person = await stage.student();
    const page = await person.decide(asked.user_code);
    expect(pageOf(page.body)).toBe('no-access');
    const [, continueHref = ''] = /<a href="([^"]*)">on/.exec(page.body) ?? [];
    const end = await person.browser.go(continueHref);
    expect(pageOf(end.body)).toBe('device-refused');
    expect(said(await one.poll(asked.device_code))).toBe('400 access_denied');
  });

  test('Back and a second decision during sign-in: only one decision is applied', async () => {
    const asked = await device.ask();
    const person = stage.stranger();
    const page = await person.type(asked.user_code);
    const first = await person.answer(page.body, 'confirm');
    const second = await person.answer(page.body, 'confirm');
    person.browser.take(await world.signIn());
    const ways = [first, second].map(({ url }) => `/api/app-redirect${new URL(url).search}`);
    const ends = [await person.browser.go(ways[0] ?? ''), await person.browser.go(ways[1] ?? '')];
    expect(ends.map(({ body }) => pageOf(body))).toEqual(['device-done', 'device-again']);
    expect(said(await device.poll(asked.device_code))).toBe('200');
  });

  test('concurrent decisions on two nodes: only one is applied', { tags: 'race' }, async () => {
    const asked = await device.ask();
    const people = [await stage.student(), await stage.student('o.shevchenko', await world.node())];
    const pages = await Promise.all(people.map((one) => one.type(asked.user_code)));
    const ends = await Promise.all(
      people.map((one, index) => one.answer(pages[index]?.body ?? '', 'confirm')),
    );
    expect(ends.map(({ body }) => pageOf(body)).sort()).toEqual(['device-again', 'device-done']);
    const both = [device.poll(asked.device_code), device.poll(asked.device_code)];
    const answers = (await Promise.all(both)).map(said);
    expect(answers.sort()).toEqual(['200', invalid]);
  });

  test('a suspended request resumes only in its own browser', async () => {
    const asked = await device.ask();
    const person = stage.stranger();
    const uid = new URL((await person.decide(asked.user_code)).url).searchParams.get('request');
    const thief = await stage.student();
    const end = await thief.browser.go(`/device/${uid}`);
    expect(pageOf(end.body)).toBe('request-refused');
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    person.browser.take(await world.signIn());
    const done = await person.browser.go(`/device/${uid}`);
    expect(pageOf(done.body)).toBe('device-done');
  });

  test('if another user signs in before the request resumes, that user connects the device', async () => {
    const asked = await device.ask();
    const person = stage.stranger();
    const { search } = new URL((await person.decide(asked.user_code)).url);
    person.browser.take(await world.signIn());
    const stop = await person.browser.request(`/api/app-redirect${search}`);
    const username = `late.${kind}`;
    await addUser(world.db, { username }, world.passwordHash);
    person.browser.take(await world.signIn(username));
    const done = await person.browser.go(`${stop.headers.location}`);
    expect(pageOf(done.body)).toBe('device-done');
    const { access_token } = (await device.poll(asked.device_code)).json();
    expect((await stage.userinfo(access_token)).json().name).toBe(username);
  });

  test('a device signs out by revoking its refresh token', async () => {
    const { asked } = await stage.letIn();
    const tokens = (await device.poll(asked.device_code)).json();
    const revoked = await device.call('/oidc/revoke', { token: tokens.refresh_token });
    expect(said(revoked)).toBe('200');
    expect(said(await stage.userinfo(tokens.access_token))).toBe('401 invalid_token');
  });

  test('reloading the last page changes nothing', async () => {
    const { person, done } = await stage.letIn();
    expect(pageOf((await person.browser.go(done.url)).body)).toBe('device-done');
  });

  test('after a change of user the form is invalid, and the code stays valid', async () => {
    const asked = await device.ask();
    const person = await stage.student();
    const page = await person.type(asked.user_code);
    await addUser(world.db, { username: `p.${kind}` }, world.passwordHash);
    person.browser.take(await world.signIn(`p.${kind}`));
    const end = await person.answer(page.body, 'confirm');
    expect(pageOf(end.body)).toBe('device-again');
    expect(said(await device.poll(asked.device_code))).toBe(pending);
  });

  test('a form of another browser or a forged form is rejected', async () => {
    const asked = await device.ask();
    // neither user is signed in: only their cookies distinguish them
    const [one, other] = [stage.stranger(), stage.stranger()];
    const page = await one.type(asked.user_code);
    await other.type(asked.user_code);
    expect(pageOf((await other.answer(page.body, 'abort')).body)).toBe('device-again');
    for (const xsrf of ['', 'made-up', undefined]) {
      const fields = { user_code: asked.user_code, confirm: 'yes', xsrf };
      expect(pageOf((await one.post('/device', fields)).body)).toBe('device-again');
      expect(pageOf((await stage.stranger().post('/device', fields)).body)).toBe('device-again');
    }
    expect(said(await device.poll(asked.device_code))).toBe(pending);
  });

  test('a form from another site is rejected', async () => {
    const asked = await device.ask();
    const { browser } = await stage.student();
    const answer = await browser.request('/device', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
      },
      payload: `user_code=${asked.user_code}&confirm=yes`,
    });
    expect(answer.statusCode).toBe(403);
    expect(said(await device.poll(asked.device_code))).toBe(pending);
  });

  test('the device keeps its access after the user signs out', async () => {
    const { asked, person } = await stage.letIn();
    const { statusCode } = await person.browser.request('/api/auth/logout', {
      method: 'POST',
      headers: ours,
    });
    expect(statusCode).toBe(200);
    expect((await person.browser.go('/uk/')).body).toContain('data-notice');
    const tokens = (await device.poll(asked.device_code)).json();
    expect(said(await stage.userinfo(tokens.access_token))).toBe('200');
    const renewed = (await device.refresh(tokens.refresh_token)).json();
    expect(said(await stage.userinfo(renewed.access_token))).toBe('200');
  });

  test('the access of a device ends after 180 days', async () => {
    const day = 24 * 3600 * 1000;
    const { asked } = await stage.letIn();
    const letInAt = world.clock.now;
    let tokens = (await device.poll(asked.device_code)).json();
    for (let days = 20; days < 180; days += 20) {
      world.clock.now = letInAt + days * day;
      const answer = await device.refresh(tokens.refresh_token);
      expect([days, said(answer)]).toEqual([days, '200']);
      tokens = answer.json();
    }
    world.clock.now = letInAt + 180 * day - 60_000;
    const last = await device.refresh(tokens.refresh_token);
    expect(said(last)).toBe('200');
    world.clock.now = letInAt + 180 * day + 60_000;
    expect(said(await device.refresh(last.json().refresh_token))).toBe('400 invalid_grant');
    expect(said(await stage.userinfo(last.json().access_token))).toBe('401 invalid_token');
  });

  test('a disabled user: the device gets no new tokens, and old tokens are invalid', async () => {
    const username = `disabled.${kind}`;
    await addUser(world.db, { username }, world.passwordHash);
    const [early, late] = [await device.ask(), await device.ask()];
    const person = await stage.student(username);
    await person.decide(early.user_code);
    await person.decide(late.user_code);
    const tokens = (await device.poll(early.device_code)).json();
    const off = world.db.updateTable('users').set({ disabled: 1 });
    await off.where('username', '=', username).execute();
    expect(said(await device.poll(late.device_code))).toBe(invalid);
    expect(said(await stage.userinfo(tokens.access_token))).toBe('401 invalid_token');
    expect(said(await device.refresh(tokens.refresh_token))).toBe(invalid);
  });

  test('a password change disconnects all devices of the user', async () => {
    const username = `robbed.${kind}`;
    await addUser(world.db, { username }, world.passwordHash);
    const [early, late] = [await device.ask(), await device.ask()];
    const thief = await stage.student(username);
    await thief.decide(early.user_code);
    await thief.decide(late.user_code);
    const tokens = (await device.poll(early.device_code)).json();
    const cookie = await world.signIn(username);
    const body = { currentPassword: password, newPassword: 'zq7fW2mXc9Kt' };
    expect((await world.post('/api/password', body, { cookie })).statusCode).toBe(200);
    expect(said(await device.poll(late.device_code))).toBe(invalid);
    expect(said(await stage.userinfo(tokens.access_token))).toBe('401 invalid_token');
    expect(said(await device.refresh(tokens.refresh_token))).toBe(invalid);
  });

  test('a device gets no tokens after the user loses access', async () => {
    const username = `moved.${kind}`;
    await addUser(world.db, { username }, world.passwordHash);
    const asked = await device.ask();
    await (await stage.student(username)).decide(asked.user_code);
    const moved = world.db.updateTable('users').set({ groups: '["employees"]' });
    await moved.where('username', '=', username).execute();
    expect(said(await device.poll(asked.device_code))).toBe(invalid);
  });

  test('both codes work on another node and after a restart', async () => {
    const asked = await device.ask();
    const other = await world.node();
    await (await stage.student('o.shevchenko', other)).decide(asked.user_code);
    expect(said(await device.poll(asked.device_code, other))).toBe('200');
  });

  test('an unknown client gets no code', async () => {
    const refused = await createDevice(world, { id: 'nobody' }).call('/oidc/device/auth', {});
    expect(said(refused)).toBe('401 invalid_client');
  });
});
