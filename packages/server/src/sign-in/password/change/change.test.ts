import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { form } from '../../../../test/support/oidc/raw.ts';
import { addUser, makeWorld, password, type World } from '../../../../test/support/world.ts';
import { hashSecret } from '../../../crypto/secrets.ts';

const chosen = 'zq7fW2mXc9Kt ще трохи';
const minute = 60_000;

describeOnDatabases('changing a password', (kind) => {
  let world: World;
  let cookie: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    cookie = await world.signIn();
  });
  afterEach(() => world.close());

  const change = (body: object, headers: Record<string, string> = { cookie }) =>
    world.post('/api/password', body, headers);
  const submit = (fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
    world.post('/uk/password', new URLSearchParams(fields).toString(), { ...form, ...headers });
  const signInWith = async (secret: string) =>
    (await world.post('/api/auth', { username: 'o.shevchenko', password: secret })).statusCode;
  const isIn = async (session: string) =>
    (await world.send({ url: '/user', headers: { cookie: session } })).statusCode === 200;
  const show = (url: string, headers: Record<string, string> = { cookie }) =>
    world.send({ url, headers });
  const renewed = (answer: { cookies: { name: string; value: string }[] }) => {
    const found = answer.cookies.find(({ name }) => name === 'brama_session');
    return `brama_session=${found?.value}`;
  };

  test('replaces the password, ends all other sessions and renews the session secret', async () => {
    const elsewhere = await world.signIn();
    const waiting = await world.post('/api/auth', { username: 'o.shevchenko', password });
    const before = await world.db.selectFrom('sessions').select(['uid', 'verified_at']).execute();
    const answer = await change({ currentPassword: password, newPassword: chosen });
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
    const fresh = renewed(answer);
    expect(await Promise.all([fresh, cookie, elsewhere].map(isIn))).toEqual([true, false, false]);
    const left = await world.db.selectFrom('sessions').select(['uid', 'verified_at']).execute();
    expect(before).toEqual(expect.arrayContaining(left));
    expect(left).toHaveLength(1);
    expect([await signInWith(password), await signInWith(chosen)]).toEqual([401, 200]);
    const late = await world.post('/api/auth/internal', waiting.json());
    expect(late.json().error.code).toBe('sign-in.ticket-refused');
  });

  test('removes all trusted devices of the user except the current one', async () => {
    const enter = async () => {
      const ticket = await world.post('/api/auth', { username: 'o.shevchenko', password });
      const { cookies } = await world.post('/api/auth/internal', ticket.json());
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    };
    const [here] = [await enter(), await enter(), await enter()];
    await change({ currentPassword: password, newPassword: chosen }, { cookie: here });
    const left = await world.db.selectFrom('trusted_devices').select('device_hash').execute();
    const secret = /brama_device=([\w-]+)/.exec(here)?.[1] ?? '';
    expect(left).toEqual([{ device_hash: hashSecret(secret) }]);
  });

  test('stores a password that works when typed with another keyboard', async () => {
    const newPassword = 'Й café і ще слова';
    await change({ currentPassword: password, newPassword });
    expect(await signInWith(newPassword.normalize('NFD').replaceAll(' ', '\u00a0'))).toBe(200);
    expect(await signInWith(newPassword.toLowerCase())).toBe(401);
  });

  test('does not affect a stored password that was not normalized', async () => {
    const given = 'cafe\u0301\u00a0given';
    await addUser(world.db, { username: 'given' }, await world.hashPassword(given));
    const body = { username: 'given', password: given };
    expect((await world.post('/api/auth', body)).statusCode).toBe(200);
  });

  test.each([
    [{ newPassword: 'zq7fW2mXc9K' }, 'too-short'],
    [{ newPassword: 'PassWord12345' }, 'common'],
    [{ newPassword: 'Шевченко-Олена7' }, 'own-name'],
    [{ newPassword: 'Brama-brama_26' }, 'own-name'],
    [{ newPassword: 'aaaaaaaaaaaa' }, 'repeated'],
    [{ newPassword: password }, 'same'],
  ])('%j is rejected with %s, and the current password is not verified', async (body, fault) => {
    const { verify } = world.counts;
    const answer = await change({ currentPassword: password, ...body });
    expect(answer.statusCode).toBe(422);
    const { error } = answer.json();
    expect([error.code, error.fields]).toEqual(['password.refused', { newPassword: fault }]);
    expect(answer.body).not.toContain(body.newPassword);
    expect(world.counts.verify).toBe(verify);
    expect(await signInWith(password)).toBe(200);
  });

  test('requires the correct current password', async () => {
    for (const currentPassword of [undefined, 'wrong'])
      expect((await change({ currentPassword, newPassword: chosen })).json().error.code).toBe(
        'password.wrong',
      );
    expect(await isIn(cookie)).toBe(true);
    expect(await signInWith(password)).toBe(200);
  });

  test('has the same rate limit for the current password as sign-in', async () => {
    const codes: string[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const answer = await change({ currentPassword: `no ${tries}`, newPassword: chosen });
      codes.push(answer.json().error.code);
    }
    expect(codes).toEqual([...Array(8).fill('password.wrong'), 'sign-in.throttled']);
    const { verify } = world.counts;
    const waiting = await change({ currentPassword: password, newPassword: chosen });
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '15']);
    expect(world.counts.verify).toBe(verify);
    const page = await submit({ currentPassword: password, newPassword: chosen });
    expect([page.statusCode, page.body]).toEqual([429, expect.stringContaining('15 секунд')]);
  });

  test('two concurrent changes leave exactly one valid password', { tags: 'race' }, async () => {
    const both = [chosen, `${chosen} 2`];
    const answers = await Promise.all(
      both.map((newPassword) => change({ currentPassword: password, newPassword })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).not.toEqual([200, 200]);
    const right = await Promise.all(both.map(signInWith));
    expect(right.sort()).toEqual([200, 401]);
  });

  test('requires a session and a same-origin request', async () => {
    const body = { currentPassword: password, newPassword: chosen };
    expect((await change(body, {})).json().error.code).toBe('session.required');
    const foreign = await change(body, { cookie, 'sec-fetch-site': 'cross-site' });
    expect(foreign.json().error.code).toBe('request.foreign-origin');
    expect(await signInWith(password)).toBe(200);
  });

  test('the first password can be set only soon after sign-in', async () => {
    await world.db.updateTable('users').set({ password_hash: null }).execute();
    expect((await show('/uk/password')).body).toContain('data-page="password-set"');
    world.clock.now += 11 * minute;
    const late = await show('/uk/password');
    expect(late.body).toContain('data-page="password-recent"');
    expect((await change({ newPassword: chosen })).json().error.code).toBe('session.not-recent');
    expect((await submit({ newPassword: chosen })).statusCode).toBe(403);
    world.clock.now -= 2 * minute;
    expect((await submit({ newPassword: chosen })).statusCode).toBe(303);
    expect(await signInWith(chosen)).toBe(200);
  });

  test('the plain form shows each error and redirects after success', async () => {
    const page = await show('/uk/password');
    expect(page.body).toContain('value="O.Shevchenko"');
    expect(page.body).toContain('<p>12</p>');
    expect(page.body).toContain('href="/en/password"');
    expect(page.headers['cache-control']).toBe('private, no-store');
    const said = async (fields: Record<string, string>) => {
      const { statusCode, body } = await submit(fields);
      expect(body).toContain('value="O.Shevchenko"');
      return `${statusCode} ${/role="alert">([^<]*)/.exec(body)?.[1]}`;
    };
    expect(await said({ currentPassword: 'no', newPassword: chosen })).toBe(
      '403 Неправильний поточний.',
    );
    expect(await said({ currentPassword: password, newPassword: 'short' })).toBe(
      '422 Закороткий: 12 символів.',
    );
    expect(await said({ currentPassword: '', newPassword: '' })).toBe('400 Не такий вигляд.');
    const done = await submit({ currentPassword: password, newPassword: chosen });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/uk/password/changed']);
    await expect.poll(() => world.letters.length).toBe(1);
    expect(world.letters[0]).toMatchObject({ to: 'O.Shevchenko@campus.example', language: 'uk' });
    const after = await show('/uk/password/changed', { cookie: renewed(done) });
    expect(after.body).toContain('data-page="password-changed"');
  });

  test('a user who must sign in first returns to the password page once', async () => {
    for (const url of ['/.well-known/change-password', '/password']) {
      const found = await show(url, {});
      expect([found.statusCode, found.headers.location]).toEqual([302, '/uk/password']);
    }
    const unknown =
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await show(unknown, {})).statusCode).toBe(404);
    const sent = await show('/en/password', {});
    expect([sent.statusCode, sent.headers.location]).toEqual([302, '/en/']);
    const way = `${sent.cookies[0]?.name}=${sent.cookies[0]?.value}`;
    const inside = { cookie: `${cookie}; ${way}` };
    expect((await show('/en/apps?appId=x', inside)).statusCode).toBe(200);
    const back = await show('/en/apps', inside);
    expect([back.statusCode, back.headers.location]).toEqual([302, '/en/password']);
    expect(back.cookies[0]).toMatchObject({ name: 'brama_way_back', value: '' });
    const planted = await show('/en/apps', {
      cookie: `${cookie}; brama_way_back=%2F%2Fevil.example`,
    });
    expect([planted.statusCode, planted.headers.location]).toEqual([200, undefined]);
    const late = await submit({ currentPassword: password, newPassword: chosen }, {});
    expect([late.statusCode, late.headers.location]).toEqual([303, '/uk/']);
  });
});
