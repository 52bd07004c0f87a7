// Getting back into an account by the secondary address or a temporary access code: until a new way to sign in exists, nothing opens.

import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenOf } from '../../test/support/admin/callers.ts';
import { createBrowser } from '../../test/support/browser.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { formOf } from '../../test/support/oidc/raw.ts';
import { Passkey } from '../../test/support/passkeys/authenticator.ts';
import { createSetUpSteps } from '../../test/support/second-factor/set-up.ts';
import { recoveryPropsOf } from '../../test/support/web-build.ts';
import { addUser, apps, makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { deriveKey } from '../crypto/keys.ts';
import { deleteExpiredFrom } from '../database/expiring-tables.ts';
import { createUserHash } from '../http/user-hash.ts';
import { createRecoveryStores } from './compose.ts';

const chosen = 'zq7fW2mXc9Kt';
const minute = 60_000;
const day = 24 * 60 * minute;
const secondary = 'olena@mail.example';
const formHeaders = {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};
type Browser = ReturnType<typeof createBrowser>;

describeOnDatabases('account recovery', (kind) => {
  let world: World;
  let browser: Browser;
  beforeEach(async () => {
    world = await makeWorld(kind);
    browser = createBrowser(world.server);
  });
  afterEach(() => world.close());

  const stores = () => createRecoveryStores(world.db, world.keys, () => world.clock.now);
  const submit = (url: string, fields: Record<string, string>, by = browser) =>
    by.submit(url, { method: 'POST', headers: formHeaders, payload: formOf(fields) });
  const locationOf = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.headers.location,
  ];

  /** Stores a secondary address that was confirmed so long ago. */
  async function confirmAddress(agoMs = 8 * day, userId = world.olena, email = secondary) {
    const at = world.clock.now - agoMs;
    const none = { token_hash: null, token_expires_at: null };
    await world.db
      .insertInto('secondary_emails')
      .values({ user_id: userId, email, created_at: at, confirmed_at: at, ...none })
      .execute();
  }
  const issueCode = (userId = world.olena, ttlMs = day) =>
    stores().accessCodes.issue(world.db, {
      userId,
      ttlMs,
      issuedBy: 'І. Франко',
      reason: 'lost phone',
    });
  const useCode = (code: string, username = 'o.shevchenko', by = browser) =>
    submit('/uk/recovery/access-code', { username, code }, by);

  /** Asks for a link. Returns its secret once the email has arrived. */
  async function linkFor(username = 'o.shevchenko', query = '') {
    const before = world.letters.length;
    await submit(`/uk/recovery/email${query}`, { username });
    await expect.poll(() => world.letters.length).toBe(before + 1);
    const link = world.letters.at(-1)?.paragraphs.find((one) => typeof one === 'object');
    return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
  }
  const openLink = (code: string, by = browser) => submit('/uk/recovery/link', { code }, by);
  const userHashOf = (id: string) =>
    createUserHash(deriveKey(world.keys.data, 'user hashes in pages'))(id);
  const setUp = (newPassword = chosen, by = browser, query = '') => {
    const fields = { newPassword, pendingUser: userHashOf(world.olena) };
    return submit(`/uk/recovery/set-up${query}`, fields, by);
  };
  const userOf = async (by: Browser) => (await by.request('/user')).statusCode;
  const sessionsNow = () => world.db.selectFrom('sessions').selectAll().execute();
  const eventsOf = async (userId = world.olena) => {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor', 'details'])
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ type }) => type);
  };

  async function giveFactors(userId: string) {
    const at = world.clock.now;
    const { db } = world;
    const own = { user_id: userId, created_at: at };
    await db
      .insertInto('totp_factors')
      .values({ ...own, encrypted_secret: 'x', last_step: 0, last_used_at: null })
      .execute();
    await db
      .insertInto('recovery_codes')
      .values({ ...own, code_hash: `code of ${userId}`, used_at: null })
      .execute();
    const none = { browser: null, system: null };
    await db
      .insertInto('remembered_browsers')
      .values({
        ...own,
        ...none,
        id: userId,
        secret_hash: userId,
        last_used_at: at,
        expires_at: at + day,
      })
      .execute();
  }
  const factorsLeft = async () => {
    const tables = ['totp_factors', 'recovery_codes', 'remembered_browsers'] as const;
    const rows = tables.map((table) => world.db.selectFrom(table).select('user_id').execute());
    return (await Promise.all(rows)).map((of) => of.map(({ user_id }) => user_id));
  };

  describe('by a link to the secondary address', () => {
    test('ends signed in with a new password, and without what was lost', async () => {
      await confirmAddress();
      const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
      await giveFactors(other);
      const before = await world.signIn();
      await giveFactors(world.olena);
      for (const userId of [world.olena, other])
        await tokenOf(world, userId, { roles: ['auditor'] });
      const token = await linkFor('O.SHEVCHENKO', `?appId=${apps.campus.id}&next=//evil.example`);
      expect(token).toMatch(/^[\w-]{43}$/);
      const [letter] = world.letters;
      expect(letter).toMatchObject({ to: secondary, language: 'uk', subject: 'Відновлення' });
      expect(letter?.paragraphs.at(-1)).toBe('Додаткова, localhost:3000: O.Shevchenko.');
      const rows = await world.db.selectFrom('recovery_links').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);

      const query = `?appId=${apps.campus.id}`;
      expect(locationOf(await openLink(token))).toEqual([303, `/uk/recovery/set-up${query}`]);
      expect(browser.cookie('brama_pending')).toBeDefined();
      const page = await browser.request(`/uk/recovery/set-up${query}`);
      expect(recoveryPropsOf('recovery-set-up', page.body)).toEqual({
        message: '',
        username: 'O.Shevchenko',
        minLength: 12,
        passkey: true,
        userHash: userHashOf(world.olena),
      });
      expect(page.headers['cache-control']).toBe('private, no-store');
      const done = await setUp(chosen, browser, query);
      expect(locationOf(done)).toEqual([303, `/uk/apps${query}`]);

      expect([await userOf(browser), browser.cookie('brama_pending')]).toEqual([200, undefined]);
      const [session, ...others] = await sessionsNow();
      expect(others).toEqual([]);
      expect(session).toMatchObject({ method: 'password', amr: 'otp', user_id: world.olena });
      const old = await world.send({ url: '/user', headers: { cookie: before } });
      expect(old.statusCode).toBe(401);
      expect(await factorsLeft()).toEqual([[other], [other], [other]]);
      const apiTokens = await world.db.selectFrom('api_tokens').select('user_id').execute();
      expect(apiTokens).toEqual([{ user_id: other }]);
      const signInWith = async (secret: string) =>
        (await world.post('/api/auth', { username: 'o.shevchenko', password: secret })).statusCode;
      expect([await signInWith(password), await signInWith(chosen)]).toEqual([401, 200]);
      expect(await eventsOf()).toEqual(
        expect.arrayContaining(['password.changed', 'recovery.used', 'sign-in.succeeded']),
      );
    });

    test('both addresses are notified', async () => {
      await confirmAddress();
      await openLink(await linkFor());
      await setUp();
      await world.server.close();
      const sent = world.letters.filter(({ subject }) => subject === 'uk account-recovered');
      expect(sent.map(({ to }) => to)).toEqual(['O.Shevchenko@campus.example', secondary]);
      expect(sent[1]?.paragraphs.at(-1)).toBe('Додаткова, localhost:3000: O.Shevchenko.');
    });

    test('cancels a change of the address, which a thief may have begun', async () => {
      await confirmAddress();
      const { secondaryEmails } = stores();
      const { token } = await secondaryEmails.add(world.db, world.olena, 'thief@mail.example');
      await secondaryEmails.confirm(world.db, token);
      await openLink(await linkFor());
      await setUp();
      world.clock.now += 8 * day;
      expect(await secondaryEmails.findUsable(world.olena)).toBe(secondary);
    });

    test('works once, also when it is opened twice at once', { tags: 'race' }, async () => {
      await confirmAddress();
      const token = await linkFor();
      const both = await Promise.all(
        [1, 2].map(() => openLink(token, createBrowser(world.server))),
      );
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410]);
      const again = await openLink(token);
      expect(again.statusCode).toBe(410);
      expect(again.body).not.toContain(token);
      expect(recoveryPropsOf('recovery-link', again.body).message).toBe('Посилання вже не діє.');
      expect(browser.cookie('brama_pending')).toBeUndefined();
    });

    test('works for half an hour; a second request sends the same link', async () => {
      await confirmAddress();
      const first = await linkFor();
      world.clock.now += minute;
      expect(await linkFor()).toBe(first);
      world.clock.now += 29 * minute;
      expect((await openLink(first)).statusCode).toBe(410);
      const next = await linkFor();
      expect(next).not.toBe(first);
      expect((await openLink(next)).statusCode).toBe(303);
    });

    test.each([
      [
        'replaced',
        async () => {
          await world.db.updateTable('secondary_emails').set({ confirmed_at: null }).execute();
        },
      ],
      [
        'removed',
        async () => {
          await world.db.deleteFrom('secondary_emails').execute();
        },
      ],
      [
        'confirmed again',
        async () => {
          await world.db
            .updateTable('secondary_emails')
            .set({ confirmed_at: world.clock.now - 6 * day })
            .execute();
        },
      ],
      [
        'of a user who was disabled',
        async () => {
          await world.db.updateTable('users').set({ disabled: 1 }).execute();
        },
      ],
    ])('is void for an address that was %s meanwhile', async (_what, change) => {
      await confirmAddress();
      const token = await linkFor();
      await change();
      expect((await openLink(token)).statusCode).toBe(410);
    });

    test('gives the same response for everyone, and an email only to usable addresses', async () => {
      const add = async (username: string, confirmedAgo?: number, disabled = false) => {
        const id = await addUser(world.db, { username, disabled }, world.passwordHash);
        if (confirmedAgo !== undefined)
          await confirmAddress(confirmedAgo, id, `${username}@mail.example`);
      };
      await add('none');
      await add('early', 7 * day - 1);
      await add('gone', 8 * day, true);
      await add('ready', 7 * day);
      const unconfirmed = await addUser(world.db, { username: 'open' }, world.passwordHash);
      await stores().secondaryEmails.add(world.db, unconfirmed, 'open@mail.example');
      const names = ['nobody', 'none', 'early', 'gone', 'open', 'x\0', 'no@where.example', 'ready'];
      const answers = [];
      for (const username of names)
        answers.push(await submit('/uk/recovery/email', { username }, createBrowser(world.server)));
      const told = answers.map(({ statusCode, headers, body }) => {
        const { 'x-request-id': _, date: __, ...rest } = headers;
        return { statusCode, rest, body };
      });
      for (const one of told) expect(one).toEqual(told[0]);
      expect(told[0]).toMatchObject({ statusCode: 303, rest: { location: '/uk/recovery/sent' } });
      await world.server.close();
      expect(world.letters.map(({ to }) => to)).toEqual(['ready@mail.example']);
      expect(world.lines.join()).not.toContain('job failed');
    });

    test('responds without waiting for work that depends on the username', async () => {
      await confirmAddress();
      let released = () => {};
      world.holdEmails(
        new Promise<void>((resolve) => {
          released = resolve;
        }),
      );
      expect((await submit('/uk/recovery/email', { username: 'o.shevchenko' })).statusCode).toBe(
        303,
      );
      expect(world.letters).toEqual([]);
      released();
      await expect.poll(() => world.letters.length).toBe(1);
    });
  });

  describe('by a temporary access code', () => {
    test('ends signed in; the code is stored and logged nowhere', async () => {
      const code = await issueCode();
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
      const answer = await useCode(` ${code.toLowerCase().replace('-', ' ')} `);
      expect(locationOf(answer)).toEqual([303, '/uk/recovery/set-up']);
      expect(locationOf(await setUp())).toEqual([303, '/uk/apps']);
      expect(await userOf(browser)).toBe(200);
      expect(await sessionsNow()).toMatchObject([{ method: 'password', amr: 'otp' }]);
      expect(await eventsOf()).toEqual(
        expect.arrayContaining(['access-code.used', 'password.changed', 'recovery.used']),
      );
      const stored = await world.db.selectFrom('access_codes').selectAll().execute();
      expect(stored).toEqual([]);
      const logged = world.lines.join('');
      for (const part of code.split('-')) expect(logged).not.toContain(part);
    });

    test('a code works once, also when it is sent twice at once', { tags: 'race' }, async () => {
      const code = await issueCode();
      const both = await Promise.all(
        [1, 2].map(() => useCode(code, 'o.shevchenko', createBrowser(world.server))),
      );
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403]);
      expect((await useCode(code)).statusCode).toBe(403);
    });

    test.each([
      ['a new user, who has nothing to recover', { password_hash: null }, 'uk account-set-up'],
      ['a new user with a password', {}, 'uk account-recovered'],
      [
        'a user whose sign-ins may have expired',
        { password_hash: null, created_at: 1 },
        'uk account-recovered',
      ],
    ])('the email to %s', async (_, columns, subject) => {
      const id = await addUser(world.db, { username: 'new' }, world.passwordHash);
      await world.db
        .updateTable('users')
        .set({ created_at: world.clock.now, ...columns })
        .where('id', '=', id)
        .execute();
      await useCode(await issueCode(id), 'new');
      const fields = { newPassword: chosen, pendingUser: userHashOf(id) };
      expect((await submit('/uk/recovery/set-up', fields)).statusCode).toBe(303);
      await world.server.close();
      expect(world.letters.map((letter) => letter.subject)).toContain(subject);
    });

    test('a wrong, expired or former code, and that of another user, are refused alike', async () => {
      const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
      const gone = await addUser(
        world.db,
        { username: 'gone', disabled: true },
        world.passwordHash,
      );
      const former = await issueCode();
      await issueCode();
      const answers = [
        await useCode('22222-22222'),
        await useCode(former),
        await useCode(await issueCode(other)),
        await useCode(await issueCode(gone), 'gone'),
        await useCode('22222-22222', 'nobody'),
      ];
      const code = await issueCode();
      world.clock.now += day;
      answers.push(await useCode(code));
      for (const { statusCode, body, cookies } of answers) {
        const { message } = recoveryPropsOf('recovery-access-code', body);
        expect([statusCode, message, cookies]).toEqual([403, 'Не той код.', expect.any(Array)]);
        expect(cookies.map(({ name }) => name)).not.toContain('brama_pending');
      }
      expect(await world.db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([]);
    });

    test('guesses from one network must wait; the right code does not work meanwhile', async () => {
      const code = await issueCode();
      const statuses = [];
      for (let guess = 0; guess < 6; guess += 1)
        statuses.push((await useCode('22222-22222')).statusCode);
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
      const waiting = await useCode(code);
      expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '15']);
      // neither another network nor the trusted browser of the user waits for that
      const elsewhere = await world.send({
        method: 'POST',
        url: '/uk/recovery/access-code',
        remoteAddress: '198.51.100.7',
        headers: formHeaders,
        payload: formOf({ username: 'o.shevchenko', code }),
      });
      expect(elsewhere.statusCode).toBe(303);
    });

    test('a trusted browser has attempts of its own', async () => {
      const signedIn = await world.post('/api/auth', { username: 'o.shevchenko', password });
      const own = createBrowser(world.server);
      await own.request('/api/auth/internal', {
        method: 'POST',
        headers: ours,
        payload: signedIn.json(),
      });
      own.forget('brama_session');
      const code = await issueCode();
      for (let guess = 0; guess < 7; guess += 1) await useCode('22222-22222');
      expect((await useCode(code)).statusCode).toBe(429);
      expect((await useCode(code, 'o.shevchenko', own)).statusCode).toBe(303);
    });

    test('guesses appear in the activity of the user', async () => {
      await useCode('22222-22222');
      await world.server.close();
      expect(await eventsOf()).toEqual(['sign-in.refused']);
    });
  });

  describe('where the policy requires a second factor', () => {
    beforeEach(async () => {
      await world.close();
      world = await makeWorld(kind, { SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' });
      browser = createBrowser(world.server);
    });

    test('a new password leads to its set-up, and the session stays at the first level', async () => {
      await giveFactors(world.olena);
      await useCode(await issueCode());
      const query = `?appId=${apps.campus.id}`;
      const done = await setUp(chosen, browser, query);
      expect(locationOf(done)).toEqual([303, `/uk/second-factor${query}`]);
      expect([await userOf(browser), await sessionsNow()]).toEqual([401, []]);
      const next = await browser.request(`/uk/second-factor${query}`);
      expect(locationOf(next)).toEqual([302, `/uk/second-factor/set-up${query}`]);
      const { answer } = await createSetUpSteps(world).turnOn(browser, query);
      expect([answer.statusCode, await userOf(browser)]).toEqual([200, 200]);
      expect(await sessionsNow()).toMatchObject([{ method: 'password', amr: 'otp' }]);
    });

    test('a passkey needs no other factor', async () => {
      await useCode(await issueCode());
      const post = (path: string, payload: object) =>
        browser.request(path, {
          method: 'POST',
          headers: { ...ours, accept: 'application/json' },
          payload,
        });
      const { options } = (await post('/api/recovery/passkey/options', {})).json();
      const credential = new Passkey().create(options);
      expect((await post('/api/recovery/passkey', { credential })).statusCode).toBe(200);
      expect(await userOf(browser)).toBe(200);
    });
  });

  test('a changed or reset password voids links and access codes', async () => {
    await confirmAddress();
    const code = await issueCode();
    const link = await stores().links.issue(world.olena);
    const signedIn = createBrowser(world.server);
    signedIn.take(await world.signIn());
    const change = { currentPassword: password, newPassword: chosen };
    const userHash = userHashOf(world.olena);
    const changed = await submit('/uk/password', { ...change, userHash }, signedIn);
    expect(changed.statusCode).toBe(303);
    expect((await useCode(code)).statusCode).toBe(403);
    expect((await openLink(link)).statusCode).toBe(410);
    expect(await world.db.selectFrom('pending_sign_ins').selectAll().execute()).toEqual([]);
  });

  describe('before the new way to sign in', () => {
    const post = (path: string, payload?: object, by = browser) =>
      by.request(path, {
        method: 'POST',
        headers: { ...ours, accept: 'application/json' },
        ...(payload && { payload }),
      });

    async function recovered() {
      await useCode(await issueCode());
      return browser;
    }

    test('the pending sign-in opens no page, no application and no second factor', async () => {
      await recovered();
      const app = `/api/app-redirect?appId=${apps.campus.id}`;
      expect(await userOf(browser)).toBe(401);
      for (const address of ['/uk/apps', '/uk/account', '/uk/password', '/uk/secondary-email']) {
        const { statusCode, headers } = await browser.request(address);
        expect([address, statusCode]).toEqual([address, 302]);
        expect(headers.location).not.toContain('/apps');
      }
      const launched = await browser.request(app);
      expect(`${launched.headers.location}`).not.toContain('campus.example');
      expect(await sessionsNow()).toEqual([]);
    });

    test('a refused password changes nothing, and the user may choose another', async () => {
      await giveFactors(world.olena);
      await recovered();
      const short = await setUp('short');
      const props = recoveryPropsOf('recovery-set-up', short.body);
      expect([short.statusCode, props.message]).toEqual([422, 'Закороткий: 12 символів.']);
      expect((await factorsLeft()).flat()).toHaveLength(3);
      expect(await sessionsNow()).toEqual([]);
      expect((await setUp()).statusCode).toBe(303);
    });

    test('it lasts ten minutes', async () => {
      await recovered();
      world.clock.now += 10 * minute;
      expect(locationOf(await setUp())).toEqual([303, '/uk/recovery']);
      expect(locationOf(await browser.request('/uk/recovery/set-up?appId=x'))).toEqual([
        302,
        '/uk/recovery?appId=x',
      ]);
      expect(await sessionsNow()).toEqual([]);
    });

    test('of two simultaneous forms one starts a session', { tags: 'race' }, async () => {
      await recovered();
      const both = await Promise.all([setUp(), setUp(`${chosen} again`)]);
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410]);
      expect(await sessionsNow()).toHaveLength(1);
    });

    test('a user who is disabled meanwhile gets no session', async () => {
      await recovered();
      await world.db.updateTable('users').set({ disabled: 1 }).execute();
      expect(locationOf(await setUp())).toEqual([303, '/uk/recovery']);
      expect(await sessionsNow()).toEqual([]);
    });

    test('a sign-in that waits for its second factor sets up nothing here', async () => {
      await giveFactors(world.olena);
      const proved = await post('/api/auth', { username: 'o.shevchenko', password });
      const waiting = await post('/api/auth/internal', proved.json());
      expect(waiting.json()).toEqual({ next: 'second-factor' });
      expect(browser.cookie('brama_pending')).toBeDefined();
      expect(locationOf(await browser.request('/uk/recovery/set-up'))).toEqual([
        302,
        '/uk/recovery',
      ]);
      expect(locationOf(await setUp())).toEqual([303, '/uk/recovery']);
      const options = await post('/api/recovery/passkey/options', {});
      expect([options.statusCode, options.json().error.code]).toEqual([410, 'recovery.over']);
      expect((await factorsLeft()).flat()).toHaveLength(3);
      expect(await sessionsNow()).toEqual([]);
    });

    test('without the cookie, or with a session instead, nothing can be set up', async () => {
      expect(locationOf(await setUp())).toEqual([303, '/uk/recovery']);
      const signedIn = createBrowser(world.server);
      signedIn.take(await world.signIn());
      expect(locationOf(await setUp(chosen, signedIn))).toEqual([303, '/uk/recovery']);
      const options = await browser.request('/api/recovery/passkey/options', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      });
      expect([options.statusCode, options.json().error.code]).toEqual([410, 'recovery.over']);
    });

    test('a form of another user sets no password', async () => {
      await recovered();
      const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
      for (const pendingUser of [userHashOf(other), '']) {
        const fields = { newPassword: chosen, pendingUser };
        expect((await submit('/uk/recovery/set-up', fields)).statusCode).toBe(409);
      }
      expect((await submit('/uk/recovery/set-up', { newPassword: chosen })).statusCode).toBe(400);
      expect(await sessionsNow()).toEqual([]);
    });

    test('a page of another origin cannot set the password', async () => {
      await recovered();
      const foreign = await browser.request('/uk/recovery/set-up', {
        method: 'POST',
        headers: { ...formHeaders, 'sec-fetch-site': 'cross-site' },
        payload: formOf({ newPassword: chosen }),
      });
      expect(foreign.statusCode).toBe(403);
      expect(await sessionsNow()).toEqual([]);
    });

    test('a new passkey signs in at the first level and ends what was lost', async () => {
      const before = await world.signIn();
      await giveFactors(world.olena);
      await recovered();
      const { options } = (await post('/api/recovery/passkey/options', {})).json();
      const credential = new Passkey().create(options);
      expect((await post('/api/recovery/passkey', { credential })).statusCode).toBe(200);
      expect(await userOf(browser)).toBe(200);
      const old = await world.send({ url: '/user', headers: { cookie: before } });
      expect(old.statusCode).toBe(401);
      expect(await sessionsNow()).toMatchObject([{ method: 'passkey', amr: 'otp' }]);
      expect((await factorsLeft()).flat()).toEqual([]);
      expect(await eventsOf()).toEqual(
        expect.arrayContaining(['passkey.added', 'recovery.used', 'sign-in.succeeded']),
      );
      // the same response works once
      expect((await post('/api/recovery/passkey', { credential })).statusCode).toBe(410);
    });

    test('a new passkey ends the password, until the user chooses another one by email', async () => {
      const signInWith = async (secret: string) =>
        (await world.post('/api/auth', { username: 'o.shevchenko', password: secret })).statusCode;
      expect(await signInWith(password)).toBe(200);
      await recovered();
      const { options } = (await post('/api/recovery/passkey/options', {})).json();
      const credential = new Passkey().create(options);
      // a refused passkey changes nothing
      const { rawId: _, ...broken } = credential;
      expect((await post('/api/recovery/passkey', { credential: broken })).statusCode).toBe(400);
      expect(await signInWith(password)).toBe(200);
      expect((await post('/api/recovery/passkey', { credential })).statusCode).toBe(200);
      expect(await signInWith(password)).toBe(401);

      const isReset = (one: object) => JSON.stringify(one).includes('/password/reset#');
      await submit('/uk/password/forgot', { username: 'o.shevchenko' });
      await expect.poll(() => world.letters.some(isReset)).toBe(true);
      const code = /#([\w-]+)/.exec(JSON.stringify(world.letters.find(isReset)))?.[1] ?? '';
      await submit('/uk/password/reset', { code, newPassword: chosen });
      expect(await signInWith(chosen)).toBe(200);
    });

    test('a user without a password gets none with a passkey', async () => {
      await recovered();
      await world.db.updateTable('users').set({ password_hash: null }).execute();
      const { options } = (await post('/api/recovery/passkey/options', {})).json();
      const credential = new Passkey().create(options);
      expect((await post('/api/recovery/passkey', { credential })).statusCode).toBe(200);
      const hashes = await world.db.selectFrom('users').select('password_hash').execute();
      expect(new Set(hashes.map(({ password_hash }) => password_hash))).toEqual(new Set([null]));
    });

    test('of two simultaneous passkeys one starts a session', { tags: 'race' }, async () => {
      await recovered();
      const credentials = [];
      for (let times = 0; times < 2; times += 1) {
        const { options } = (await post('/api/recovery/passkey/options', {})).json();
        credentials.push(new Passkey().create(options));
      }
      const both = await Promise.all(
        credentials.map((credential) => post('/api/recovery/passkey', { credential })),
      );
      expect(both.map(({ statusCode }) => statusCode === 200).sort()).toEqual([false, true]);
      expect(await sessionsNow()).toHaveLength(1);
      expect(await world.db.selectFrom('passkeys').selectAll().execute()).toHaveLength(1);
    });

    test('a passkey for the options of another recovery is refused', async () => {
      await recovered();
      const { options } = (await post('/api/recovery/passkey/options', {})).json();
      const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
      const foreign = createBrowser(world.server);
      await useCode(await issueCode(other), 'other', foreign);
      const credential = new Passkey().create(options);
      const refused = await post('/api/recovery/passkey', { credential }, foreign);
      expect([refused.statusCode, refused.json().error.code]).toEqual([
        401,
        'passkey.options-over',
      ]);
      expect(await sessionsNow()).toEqual([]);
      expect(await world.db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
    });
  });

  test('the options name no account, and what expires is deleted', async () => {
    const page = await browser.request('/uk/recovery');
    expect(recoveryPropsOf('recovery', page.body)).toEqual({
      email: true,
      diia: false,
      passkey: true,
    });
    await confirmAddress();
    await linkFor();
    await issueCode();
    const open = await addUser(world.db, { username: 'open' }, world.passwordHash);
    const { secondaryEmails } = stores();
    await secondaryEmails.add(world.db, open, 'open@mail.example');
    const deletedFrom = (table: 'recovery_links' | 'access_codes') =>
      deleteExpiredFrom(world.db, table, world.clock.now, 10);
    const deleted = () =>
      Promise.all([
        secondaryEmails.deleteExpired(10),
        deletedFrom('recovery_links'),
        deletedFrom('access_codes'),
      ]);
    expect(await deleted()).toEqual([0, 0, 0]);
    world.clock.now += day;
    expect(await deleted()).toEqual([1, 1, 1]);
    expect(await secondaryEmails.findConfirmed(world.olena)).toBe(secondary);
  });
});

test('without email settings there is no link to a secondary address', async () => {
  const world = await makeWorld('sqlite', { BRAMA_DEMO: '0' });
  const page = await world.send({ url: '/uk/recovery' });
  expect(recoveryPropsOf('recovery', page.body)).toEqual({
    email: false,
    diia: false,
    passkey: true,
  });
  for (const path of ['/uk/recovery/email', '/uk/secondary-email'])
    expect((await world.send({ url: path })).statusCode).toBe(404);
  await world.close();
});
