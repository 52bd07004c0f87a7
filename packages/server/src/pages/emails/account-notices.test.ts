// Emails about an account: who gets one, when, and in which language. Linked Google accounts: linking.test.ts.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import { makeWorld, password, type World } from '../../../test/support/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describeOnDatabases('emails about an account', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  /** Signs in and returns all cookies of the browser. */
  async function enter(cookie = '', more: object = {}, headers: Record<string, string> = {}) {
    const body = { username: 'o.shevchenko', password };
    const { sessionId } = (await world.post('/api/auth', body, { cookie })).json();
    const given = { sessionId, ...more };
    const { cookies } = await world.post('/api/auth/internal', given, { cookie, ...headers });
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
  const subjects = () => world.browserLetters.map(({ subject }) => subject);
  /** Waits until all emails are sent, by closing the server. */
  const sent = () => world.server.close();

  test('a sign-in from a new browser sends one with time, place and a link', async () => {
    await enter('', {}, { 'user-agent': firefox, cookie: 'i18next=en' });
    await sent();
    expect(world.browserLetters).toEqual([
      {
        to: 'O.Shevchenko@campus.example',
        language: 'en',
        subject: 'uk new-browser',
        brand: 'Брама',
        organisation: 'Університет «Тест»',
        paragraphs: [
          'Для O.Shevchenko.',
          { label: 'Події', href: 'http://localhost:3000/en/account#activity' },
          'Не ви? Заблокуйте. help@campus.example',
          'Університет «Тест», localhost:3000: O.Shevchenko.',
        ],
        facts: [
          { name: 'Логін', value: 'O.Shevchenko' },
          // two hours ahead of UTC in winter
          { name: 'Час', value: '20 November 2026 at 14:00 у Києві' },
          { name: 'Браузер', value: 'Firefox, Linux' },
          { name: 'Мережа', value: '127.0.0.1' },
        ],
      },
    ]);
  });

  test('the first sign-in of a new account is welcomed; the next new browser is reported', async () => {
    const { now } = world.clock;
    await world.db
      .updateTable('users')
      .set({ created_at: now - day })
      .execute();
    await enter('', {}, { 'user-agent': firefox });
    await enter();
    await sent();
    expect(subjects()).toEqual(['uk welcome', 'uk new-browser']);
    expect(world.browserLetters[0]).toMatchObject({
      paragraphs: [
        'Вітаємо, O.Shevchenko.',
        'Знову: http://localhost:3000/uk/',
        'Ще один спосіб.',
        { label: 'Обліковий запис', href: 'http://localhost:3000/uk/account' },
        'Допомога: help@campus.example',
        'Не ви? Пишіть.',
        'Університет «Тест», localhost:3000: O.Shevchenko.',
      ],
      facts: [{ value: 'O.Shevchenko' }, {}, { value: 'Firefox, Linux' }, { value: '127.0.0.1' }],
    });
  });

  test('an account older than its events is not new, so an attacker in it is reported', async () => {
    const { now } = world.clock;
    await world.db
      .updateTable('users')
      .set({ created_at: now - 90 * day })
      .execute();
    await enter();
    await sent();
    expect(subjects()).toEqual(['uk new-browser']);
  });

  test('a known browser, a continued session and a refused sign-in send none', async () => {
    const cookie = await enter();
    const device = cookie.split('; ').find((one) => one.startsWith('brama_device')) ?? '';
    await enter(device);
    await enter(cookie);
    await world.post('/api/auth', { username: 'o.shevchenko', password: 'wrong' });
    await sent();
    expect(subjects()).toHaveLength(1);
  });

  test('on a shared computer each new session sends one, and a continued one does not', async () => {
    const cookie = await enter('', { sharedComputer: true });
    await enter(cookie, { sharedComputer: true });
    await enter('', { sharedComputer: true });
    await sent();
    expect(subjects()).toHaveLength(2);
  });

  test('another person who signs in often does not choose the language, also of other emails', async () => {
    await enter('', {}, { cookie: 'i18next=en' });
    world.clock.now += day;
    let stranger = '';
    for (let times = 0; times < 3; times += 1) {
      stranger = await enter(stranger, {}, { cookie: `${stranger}; i18next=uk` });
      world.clock.now += minute;
    }
    const newPassword = 'zq7fW2mXc9Kt';
    const headers = { cookie: `${stranger}; i18next=uk`, 'accept-language': 'uk' };
    await world.post('/api/password', { currentPassword: password, newPassword }, headers);
    await sent();
    expect(world.browserLetters.map(({ language }) => language)).toEqual(['en', 'en']);
    expect(world.letters.map(({ language }) => language)).toEqual(['en']);
  });

  test('the language is that of the last sign-in a week ago', async () => {
    for (const [language, age] of [
      ['uk', 20],
      ['en', 8],
      ['uk', 6],
    ] as const) {
      world.clock.now += (20 - age) * day;
      await enter('', {}, { cookie: `i18next=${language}` });
      world.clock.now -= (20 - age) * day;
    }
    world.clock.now += 20 * day;
    await enter('', {}, { cookie: 'i18next=uk' });
    await sent();
    expect(world.browserLetters.at(-1)?.language).toBe('en');
  });

  test('a notice that a command has stored is sent once, also to the former address', async () => {
    const { now } = world.clock;
    const stored = { user_id: world.olena, notice: 'email-changed', at: now };
    await world.db
      .insertInto('queued_notices')
      .values([
        { ...stored, id: '1', former_email: 'former@campus.example', expires_at: now + 1 },
        { ...stored, id: '2', former_email: null, expires_at: now },
      ])
      .execute();
    await world.server.listen({ host: '127.0.0.1', port: 0 });
    await expect.poll(() => world.letters.length).toBe(2);
    expect(world.letters).toMatchObject([
      { to: 'O.Shevchenko@campus.example', subject: 'uk email-changed' },
      { to: 'former@campus.example', subject: 'uk email-changed' },
    ]);
    await sent();
    expect(world.letters).toHaveLength(2);
    const left = await world.db.selectFrom('queued_notices').select('id').execute();
    expect(left).toEqual([{ id: '2' }]);
  });

  test('many new browsers send three, and later more', async () => {
    for (let times = 0; times < 6; times += 1) await enter();
    await sent();
    expect(subjects()).toHaveLength(3);
    world.clock.now += 24 * 3_600_000;
    const later = await world.node();
    await world.signIn('o.shevchenko', later);
    await later.close();
    expect(subjects()).toHaveLength(4);
  });

  test('a user without an address, and a disabled one, get none', async () => {
    await world.db.updateTable('users').set({ email: null }).execute();
    await enter();
    await sent();
    expect(world.browserLetters).toEqual([]);
  });

  test('“This wasn’t me” sends one', async () => {
    const cookie = await enter();
    await world.post('/api/account/secure', '', { ...form, cookie });
    await sent();
    expect(world.letters.map(({ subject }) => subject)).toEqual(['uk account-secured']);
  });
});

test('without email settings nothing is sent', async () => {
  const world = await makeWorld('sqlite', { BRAMA_DEMO: '0' });
  await world.signIn();
  await world.close();
  expect(world.browserLetters).toEqual([]);
});
