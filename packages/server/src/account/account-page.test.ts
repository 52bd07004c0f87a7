// The account page contains the data of all sections; visitors return to it after the sign-in.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { accountPropsOf } from '../../test/support/web-build.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

describeOnDatabases('the account page', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  const get = (url: string, cookie = '') => world.send({ url, headers: { cookie } });

  test('contains the user, the sign-in methods, sessions and connected apps', async () => {
    const cookie = await world.signIn();
    const page = await get('/en/account', cookie);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const props = accountPropsOf(page.body);
    expect(props.user).toMatchObject({ fullName: 'Шевченко Олена', data: expect.any(Object) });
    expect(props.user).not.toHaveProperty('applications');
    const passkeys = (await world.send({ url: '/api/passkeys', headers: { cookie } })).json();
    expect(props.signInMethods).toEqual({
      password: true,
      diia: null,
      google: null,
      passkey: passkeys,
    });
    const sessions = (await world.send({ url: '/api/sessions', headers: { cookie } })).json();
    expect(props.sessions).toEqual(sessions);
    expect(props.connectedApps).toEqual({ applications: [] });
    expect(props.sentAt).toBe(new Date(world.clock.now).toISOString());
  });

  test('says that the user has no password', async () => {
    const cookie = await world.signIn();
    const before = await world.db.selectFrom('users').select(['id', 'password_hash']).execute();
    await world.db.updateTable('users').set({ password_hash: null }).execute();
    const { body } = await get('/uk/account', cookie);
    for (const { id, password_hash } of before)
      await world.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    expect(accountPropsOf(body).signInMethods.password).toBe(false);
  });

  test('a visitor signs in and returns to it once', async () => {
    const sent = await get('/uk/account');
    expect([sent.statusCode, sent.headers.location]).toEqual([302, '/uk/']);
    const returnTo = `${sent.cookies[0]?.name}=${sent.cookies[0]?.value}`;
    const cookie = await world.signIn();
    const back = await get('/uk/apps', `${cookie}; ${returnTo}`);
    expect([back.statusCode, back.headers.location]).toEqual([302, '/uk/account']);
    expect(back.cookies[0]).toMatchObject({ name: 'brama_way_back', value: '' });
    const here = await get('/uk/account', `${cookie}; ${returnTo}`);
    expect([here.statusCode, here.cookies[0]?.value]).toEqual([200, '']);
  });

  test('a visitor who wants to open an application gets to the application first', async () => {
    const { cookies } = await get('/uk/account');
    const returnTo = `${cookies[0]?.name}=${cookies[0]?.value}`;
    const cookie = await world.signIn();
    expect((await get('/uk/apps?appId=x', `${cookie}; ${returnTo}`)).statusCode).toBe(200);
  });

  test('its address works without a language and with a slash at the end', async () => {
    const cookie = await world.signIn();
    expect((await get('/account', cookie)).headers.location).toBe('/uk/account');
    expect((await get('/en/account/', cookie)).headers.location).toBe('/en/account');
  });
});
