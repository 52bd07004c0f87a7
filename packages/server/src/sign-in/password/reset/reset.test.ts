import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenOf } from '../../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { form } from '../../../../test/support/oidc/raw.ts';
import { addUser, makeWorld, ours, password, type World } from '../../../../test/support/world.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import { PasswordResetTokens } from '../../../factors/password-reset-tokens.ts';
import { FairQueue } from '../../../jobs/fair-queue.ts';

const chosen = 'zq7fW2mXc9Kt';
const minute = 60_000;

describeOnDatabases('password reset', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  const submit = (url: string, fields: Record<string, string>, headers = {}) =>
    world.post(url, new URLSearchParams(fields).toString(), { ...form, ...headers });
  const ask = (username: string, language = 'uk') =>
    submit(`/${language}/password/forgot`, { username });
  const use = (code: string, newPassword = chosen) =>
    submit('/uk/password/reset', { code, newPassword });
  const signInWith = async (secret: string) =>
    (await world.post('/api/auth', { username: 'o.shevchenko', password: secret })).statusCode;
  const isIn = async (cookie: string) =>
    (await world.send({ url: '/user', headers: { cookie } })).statusCode === 200;
  const emailsNow = () => world.letters.length;

  /** Returns the email once it has arrived. */
  async function tokenBy(name: string, language = 'uk'): Promise<string> {
    const before = emailsNow();
    await ask(name, language);
    await expect.poll(emailsNow).toBe(before + 1);
    const link = world.letters.at(-1)?.paragraphs.find((one) => typeof one === 'object');
    return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
  }

  test('an emailed link sets a new password, ends all sessions and opens none', async () => {
    const inside = await world.signIn();
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    for (const userId of [world.olena, other]) await tokenOf(world, userId, { roles: ['auditor'] });
    const token = await tokenBy('O.SHEVCHENKO');
    expect(token).toMatch(/^[\w-]{43}$/);
    const [letter] = world.letters;
    expect(letter).toMatchObject({ to: 'O.Shevchenko@campus.example', language: 'uk' });
    const rows = await world.db.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const answer = await use(token);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/uk/?password=changed']);
    expect(answer.cookies.map(({ name }) => name)).not.toContain('brama_session');
    expect(await isIn(inside)).toBe(false);
    const apiTokens = await world.db.selectFrom('api_tokens').select('user_id').execute();
    expect(apiTokens).toEqual([{ user_id: other }]);
    expect([await signInWith(password), await signInWith(chosen)]).toEqual([401, 200]);
    const devices = await world.db.selectFrom('trusted_devices').select('device_hash').execute();
    const device = answer.cookies.find(({ name }) => name === 'brama_device')?.value ?? '';
    expect(devices).toEqual([{ device_hash: hashSecret(device) }]);
    await expect.poll(emailsNow).toBe(2);
    expect(world.letters.at(1)?.paragraphs[0]).toBe('Змінено: O.Shevchenko.');
    const page = await world.send({ url: '/uk/?password=changed' });
    expect(page.body).toContain('data-notice="password-changed"');
  });

  test('can be requested by email address, in the language of the page', async () => {
    await tokenBy('o.shevchenko@CAMPUS.example', 'en');
    expect(world.letters[0]).toMatchObject({ language: 'en' });
    const link = world.letters[0]?.paragraphs.find((one) => typeof one === 'object');
    expect(link).toMatchObject({
      href: expect.stringMatching(/^http:\/\/localhost:3000\/en\/password\/reset#[\w-]{43}$/),
    });
  });

  test('accepts every spelling that signs in, and no similar email address', async () => {
    const sentTo = (name: string) => tokenBy(name).then(() => world.letters.at(-1)?.to);
    for (const name of [' o.shevchenko ', ' O.Shevchenko@CAMPUS.example\u00a0']) {
      expect(await sentTo(name)).toBe('O.Shevchenko@campus.example');
      world.clock.now += 60 * minute;
    }
    for (const name of ['ｏ.shevchenko@campus.example', 'o.shevchenko＠campus.example', '   '])
      await ask(name);
    await world.server.close();
    expect(emailsNow()).toBe(2);
  });

  test('sends one email per user when several users share the email address', async () => {
    const email = 'o.shevchenko@campus.example';
    for (const username of ['second', 'third']) {
      await addUser(world.db, { username }, world.passwordHash);
      const shared = world.db.updateTable('users').set({ email, email_key: email });
      await shared.where('username', '=', username).execute();
    }
    await ask(email);
    await expect.poll(emailsNow).toBe(3);
  });

  test('gives the same response for users who receive no email', async () => {
    await addUser(world.db, { username: 'gone', disabled: true }, world.passwordHash);
    await addUser(world.db, { username: 'diia', passwordHash: null }, world.passwordHash);
    await addUser(world.db, { username: 'silent' }, world.passwordHash);
    const silent = world.db.updateTable('users').set({ email: null, email_key: null });
    await silent.where('username', '=', 'silent').execute();
    const answers = [];
    for (const name of [
      'nobody',
      'gone',
      'diia',
      'silent',
      'no@where.example',
      'x\0',
      'o.shevchenko',
    ])
      answers.push(await ask(name));
    const told = answers.map(({ statusCode, headers, body }) => {
      const { 'x-request-id': _, date: __, ...rest } = headers;
      return { statusCode, rest, body };
    });
    for (const one of told) expect(one).toEqual(told[0]);
    expect(told[0]).toMatchObject({ statusCode: 303, rest: { location: '/uk/password/sent' } });
    // a stopping server completes the work that followed its responses
    await world.server.close();
    expect(world.letters.map(({ to }) => to)).toEqual(['O.Shevchenko@campus.example']);
    expect(world.lines.join()).not.toContain('job failed');
  });

  test('responds without waiting for work that depends on the username', async () => {
    let released = () => {};
    const held = new Promise<void>((resolve) => {
      released = resolve;
    });
    world.holdEmails(held);
    expect((await ask('o.shevchenko')).statusCode).toBe(303);
    expect(world.letters).toEqual([]);
    released();
    await expect.poll(emailsNow).toBe(1);
  });

  test('a link works once within half an hour; only the last two links are valid', {
    tags: 'race',
  }, async () => {
    const over = async (token: string) => {
      const answer = await use(token, `${chosen} again`);
      expect(answer.body).toContain('role="alert">Посилання вже не діє.');
      expect(answer.body).not.toContain(token);
      return answer.statusCode;
    };
    const shown = async (token: string) => (await use(token, 'short')).statusCode;
    const first = await tokenBy('o.shevchenko');
    world.clock.now += minute;
    const second = await tokenBy('o.shevchenko');
    const early = world.clock.now;
    expect([await shown(first), await shown(second)]).toEqual([422, 422]);
    world.clock.now += 29 * minute;
    expect([await over(first), await shown(second)]).toEqual([410, 422]);
    world.clock.now += minute;
    expect(await over(second)).toBe(410);
    // the server sends no third link so soon; a third token would void the first
    world.clock.now = early;
    const resets = new PasswordResetTokens(world.db, () => early);
    const third = await resets.issue(world.olena, 'O.Shevchenko@campus.example');
    expect([await over(first), await shown(second), await shown(third)]).toEqual([410, 422, 422]);
    const both = await Promise.all([use(second), use(third)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410]);
    expect([await over(second), await over(third)]).toEqual([410, 410]);
    expect(await signInWith(chosen)).toBe(200);
  });

  test('a link works only while the user has the address that it was sent to', async () => {
    const setEmail = (email: string) =>
      world.db.updateTable('users').set({ email, email_key: email }).execute();
    const token = await tokenBy('o.shevchenko');
    // written by another process, which voids no link
    await setEmail('new@campus.example');
    expect((await use(token)).statusCode).toBe(410);
    const resets = new PasswordResetTokens(world.db, () => world.clock.now);
    const next = await resets.issue(world.olena, 'new@campus.example');
    // that of the former address does not stay beside it
    await setEmail('O.Shevchenko@campus.example');
    expect((await use(token)).statusCode).toBe(410);
    await setEmail('new@campus.example');
    expect((await use(next)).statusCode).toBe(303);
  });

  test('a password change or disabling the user invalidates the link', async () => {
    const cookie = await world.signIn();
    const token = await tokenBy('o.shevchenko');
    const body = { currentPassword: password, newPassword: `${chosen} changed` };
    await world.post('/api/password', body, { cookie });
    expect((await use(token)).statusCode).toBe(410);
    await expect.poll(emailsNow).toBe(2);
    const next = await tokenBy('o.shevchenko');
    await world.db.updateTable('users').set({ disabled: 1 }).execute();
    expect((await use(next)).statusCode).toBe(410);
  });

  test('a rejected password keeps the link valid and is not shown on the page', async () => {
    const token = await tokenBy('o.shevchenko');
    const answer = await use(token, 'Shevchenko-2026');
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('Ваше ім’я.')]);
    expect(answer.body).toContain(`value="${token}"`);
    expect(answer.body).not.toContain('Shevchenko-2026');
    expect((await use(token)).statusCode).toBe(303);
  });

  test('a user under attack signs in with the new password from the same browser', async () => {
    const token = await tokenBy('o.shevchenko');
    const cookie = (await use(token)).cookies.map(({ name, value }) => `${name}=${value}`).join();
    const guess = () => world.post('/api/auth', { username: 'o.shevchenko', password: 'guess' });
    for (let i = 0; i < 9; i += 1) await guess();
    const signIn = (headers: Record<string, string>) =>
      world.post('/api/auth', { username: 'o.shevchenko', password: chosen }, headers);
    expect([(await signIn({})).statusCode, (await signIn({ cookie })).statusCode]).toEqual([
      429, 200,
    ]);
  });

  test('a pending application request continues in the browser that requested the reset', async () => {
    const carried = '?appId=portal&request=r1';
    const asked = await submit(`/uk/password/forgot${carried}&next=//evil.example`, {
      username: 'o.shevchenko',
    });
    expect(asked.headers.location).toBe(`/uk/password/sent${carried}`);
    const [way] = asked.cookies;
    expect(way).toMatchObject({ name: 'brama_way_back', httpOnly: true, sameSite: 'Lax' });
    await expect.poll(emailsNow).toBe(1);
    const link = world.letters[0]?.paragraphs.find((one) => typeof one === 'object');
    const href = typeof link === 'object' ? link.href : '';
    expect(href).not.toContain('portal');
    const fields = { code: new URL(href).hash.slice(1), newPassword: chosen };
    const planted = `brama_way_back=${encodeURIComponent(`${carried}&next=//evil.example`)}`;
    const answer = await submit('/uk/password/reset', fields, { cookie: planted });
    expect(answer.headers.location).toBe('/uk/?password=changed&appId=portal&request=r1');
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: 'brama_way_back', value: '' }),
    );
  });

  test.each(['', `?state=${'x'.repeat(4000)}`])(
    'sets no cookie if the parameters are empty or too large',
    async (query) => {
      const asked = await submit(`/uk/password/forgot${query}`, { username: 'nobody' });
      expect([asked.statusCode, asked.cookies]).toEqual([303, []]);
    },
  );

  test('invalid links of other users do not limit a valid link', async () => {
    const token = await tokenBy('o.shevchenko');
    const wrong = await Promise.all(Array.from({ length: 100 }, (_, i) => use(`wrong-${i}`)));
    expect(new Set(wrong.map(({ statusCode }) => statusCode))).toEqual(new Set([410]));
    expect((await use(token)).statusCode).toBe(303);
  });

  test('sends at most three emails per user within an hour', { tags: 'race' }, async () => {
    for (let asked = 0; asked < 5; asked += 1) await ask('o.shevchenko');
    await world.server.close();
    expect(emailsNow()).toBe(2);
  });

  test('many requests from one client do not delay emails for other clients or notices', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `user-${i}`);
    for (const username of names) await addUser(world.db, { username }, world.passwordHash);
    const queued = vi.spyOn(FairQueue.prototype, 'push');
    const taken = vi.spyOn(FairQueue.prototype, 'next');
    const cookie = await world.signIn('user-7');
    const { promise: mailWorks, resolve: letMailWork } = Promise.withResolvers<void>();
    world.holdEmails(mailWorks);
    const askFrom = (remoteAddress: string, username: string) =>
      world.send({
        method: 'POST',
        url: '/uk/password/forgot',
        payload: `${new URLSearchParams({ username })}`,
        headers: { ...ours, ...form },
        remoteAddress,
      });
    for (const name of names) await askFrom('192.0.2.1', name);
    await askFrom('198.51.100.1', 'o.shevchenko');
    const body = { currentPassword: password, newPassword: chosen };
    expect((await world.post('/api/password', body, { cookie })).statusCode).toBe(200);
    // each request has queued its lookup and its email
    const jobsFrom = (network: string) =>
      queued.mock.calls.filter(([{ source }]) => source.startsWith(network)).length;
    await expect.poll(() => jobsFrom('192.0.2.1')).toBe(2 * names.length);
    await expect.poll(() => jobsFrom('198.51.100.1')).toBe(2);
    // of the sign-in from a new browser, and of the password
    const toUsers = () => queued.mock.calls.filter(([{ source }]) => source === '');
    await expect.poll(() => toUsers().length).toBe(2);
    const pushes = queued.mock.calls.map(([{ source }, job], i) => ({
      source,
      job,
      queue: queued.mock.contexts[i],
    }));
    const email = pushes.findLast(({ source }) => source.startsWith('198.51.100.1'));
    /** The jobs that this queue has started, in order. Emails themselves may overtake each other. */
    const startedFrom = (queue: unknown) =>
      taken.mock.results.flatMap(({ value }, i) =>
        value !== undefined && taken.mock.contexts[i] === queue ? [value] : [],
      );
    for (const { job, queue } of pushes.filter(({ source }) => source === ''))
      expect(startedFrom(queue)).toContain(job);
    letMailWork();
    await expect.poll(emailsNow).toBe(names.length + 2);
    const started = startedFrom(email?.queue);
    expect(started).toHaveLength(names.length + 1);
    // in order of arrival it would be the last one
    expect(started.indexOf(email?.job)).toBeLessThan(4);
  });

  test('without mail the pages do not exist', async () => {
    const off = await makeWorld(kind, { BRAMA_DEMO: '0' });
    try {
      const cookie = await off.signIn();
      for (const page of ['forgot', 'sent', 'reset'])
        expect((await off.send({ url: `/uk/password/${page}` })).statusCode).toBe(404);
      const body = { currentPassword: password, newPassword: chosen };
      expect((await off.post('/api/password', body, { cookie })).statusCode).toBe(200);
    } finally {
      await off.close();
    }
  });
});
