// Setting up two-step verification: at a sign-in that the policy stops, and by a signed-in user.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { eventsIn, plain } from '../../../test/support/events.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import { Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../../test/support/second-factor/set-up.ts';
import { codesPropsOf, setUpPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, ours, type World } from '../../../test/support/world.ts';
import { EventStore } from '../../events/store.ts';
import { RememberedBrowsers } from '../../factors/remembered-browsers.ts';

const page = '/uk/second-factor/set-up';
const minute = 60_000;
const day = 24 * 60 * minute;

type Browser = Awaited<ReturnType<ReturnType<typeof createSetUpSteps>['browser']>>;

/** Returns the status and where the browser goes. */
const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

/** Returns the codes of a page; none if it shows none. */
const codesIn = (body: string) => codesPropsOf(body)?.codes ?? [];

const tables = [
  'sessions',
  'pending_sign_ins',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'remembered_browsers',
  'events',
] as const;

async function clear(world: World) {
  for (const table of tables) await world.db.deleteFrom(table).execute();
  await world.db.updateTable('users').set({ second_factor_due_at: null }).execute();
  world.lines.length = 0;
  world.letters.length = 0;
  world.clock.now += minute;
}

function readers(world: World) {
  const all = (table: (typeof tables)[number]) => world.db.selectFrom(table).selectAll().execute();
  return {
    all,
    amr: async () =>
      (await world.db.selectFrom('sessions').select('amr').execute()).map((one) => one.amr),
    isIn: async (browser: Browser) => (await browser.request('/user')).statusCode === 200,
    lastEvent: (types: Parameters<EventStore['lastOf']>[2], user = world.olena) =>
      new EventStore(world.db, () => world.clock.now).lastOf(world.db, user, types),
  };
}

describeOnDatabases('setting up for a signed-in user', (kind) => {
  let world: World;
  let steps: ReturnType<typeof createSetUpSteps>;
  let read: ReturnType<typeof readers>;
  let browser: Browser;
  let taras: string;

  beforeAll(async () => {
    world = await makeWorld(kind, { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@campus.example' });
    steps = createSetUpSteps(world);
    read = readers(world);
    taras = await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    browser = await steps.browser();
  });
  afterEach(() => clear(world));
  afterAll(() => world.close());

  const remember = (user: string) =>
    new RememberedBrowsers(world.db, { lifetimeMs: day, now: () => world.clock.now }).remember(
      world.db,
      user,
      { browser: 'Chrome', system: 'Windows' },
    );

  test('the page offers a secret to this user alone', async () => {
    const answer = await browser.request(page);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const offered = setUpPropsOf(answer.body);
    expect(offered).toMatchObject({ username: 'O.Shevchenko', replaces: false, dueAt: null });
    expect(offered).toMatchObject({ offersPasskey: false, codeError: '', message: '' });
    expect(offered.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const uri = new URL(offered.uri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(uri.searchParams.get('secret')).toBe(offered.secret.replaceAll(' ', ''));
    expect(uri.searchParams.get('issuer')).toBe('Brama localhost');
    expect(decodeURIComponent(uri.pathname)).toContain('O.Shevchenko');
    expect(await read.all('totp_factors')).toEqual([]);
  });

  test('a correct code turns it on, raises the session and shows ten codes once', async () => {
    const { offered, answer } = await steps.turnOn(browser);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const shown = codesPropsOf(answer.body);
    expect(shown).toMatchObject({ after: 'app', hasEndedOthers: false });
    expect(shown.href).toBe('/uk/account#sign-in-methods');
    expect(new Set(shown.codes).size).toBe(10);
    const [factor] = (await read.all('totp_factors')) as { encrypted_secret: string }[];
    expect(JSON.stringify(factor)).not.toContain(offered.secret.replaceAll(' ', ''));
    const stored = JSON.stringify(await read.all('recovery_codes'));
    for (const code of shown.codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    expect(await read.amr()).toEqual(['pwd otp mfa']);
    expect((await read.lastEvent(['second-factor.added']))?.session_uid).toEqual(
      expect.any(String),
    );
    expect(await read.lastEvent(['recovery-codes.created'])).toBeDefined();
    const logged = eventsIn(world.lines).map(plain);
    expect(logged).toContainEqual({
      event: 'second-factor.added',
      level: 'info',
      user: world.olena,
    });
    await expect.poll(() => world.letters).toHaveLength(1);
    expect(JSON.stringify(world.letters)).not.toContain('Інші завершено.');
    const seen = `${world.lines.join('')}${JSON.stringify(world.letters)}`;
    for (const secret of [offered.secret.replaceAll(' ', ''), offered.enrolment, ...shown.codes])
      expect(seen).not.toContain(secret);
  });

  test('a first app ends the other sessions, and gives this one a new secret', async () => {
    const thief = await steps.browser();
    const other = await steps.browser('taras');
    const stolen = browser.cookies();
    const { answer } = await steps.turnOn(browser);
    expect(codesPropsOf(answer.body).hasEndedOthers).toBe(true);
    await expect.poll(() => JSON.stringify(world.letters)).toContain('Інші завершено.');
    expect([await read.isIn(browser), await read.isIn(thief), await read.isIn(other)]).toEqual([
      true,
      false,
      true,
    ]);
    const old = await world.send({ url: '/user', headers: { cookie: stolen } });
    expect(old.statusCode).toBe(401);
    const event = await read.lastEvent(['session.ended']);
    expect(event?.details).toEqual({ reason: 'by-user', sessions: 1 });
  });

  test('the return parameters are kept', async () => {
    const { answer } = await steps.turnOn(browser, '?appId=7&state=s&junk=1');
    expect(codesPropsOf(answer.body).href).toBe('/uk/apps?appId=7&state=s');
  });

  test('a state longer than a cookie loses neither itself nor the codes', async () => {
    const state = 's'.repeat(4000);
    const { answer } = await steps.turnOn(browser, `?state=${state}`);
    const shown = codesPropsOf(answer.body);
    expect([shown.codes.length, shown.href]).toEqual([10, `/uk/apps?state=${state}`]);
  });

  test('the notice of an earlier form does not take the place of the codes', async () => {
    const offered = await steps.open(browser);
    const headers = { ...ours, ...form };
    await browser.request(page, { method: 'POST', headers, payload: 'code=000000' });
    expect(browser.cookie('brama_notice')).toBeDefined();
    const answer = await steps.confirm(browser, offered, steps.codeOf(offered));
    expect(codesPropsOf(answer.body).codes).toHaveLength(10);
  });

  test('codes that cannot be left for their page are shown at once', async () => {
    const leave = vi.spyOn(world.server.oneTimeNotice, 'leave').mockReturnValueOnce(false);
    const { answer } = await steps.turnOn(browser, '?appId=7');
    leave.mockRestore();
    const shown = codesPropsOf(answer.body);
    expect([answer.statusCode, shown.codes.length, shown.href]).toEqual([
      200,
      10,
      '/uk/apps?appId=7',
    ]);
  });

  test.each([
    ['000000', 'wrong'],
    ['12345', 'wrong'],
    ['abc', 'wrong'],
    ['', 'empty'],
  ])('the code %j keeps the secret', async (code, reason) => {
    const offered = await steps.open(browser);
    const answer = await steps.confirm(browser, offered, code);
    expect(answer.statusCode).toBe(422);
    const again = setUpPropsOf(answer.body);
    expect([again.secret, again.codeError, again.message]).toEqual([offered.secret, reason, '']);
    expect(await read.all('totp_factors')).toEqual([]);
    const right = await steps.confirm(browser, again, steps.codeOf(offered));
    expect(codesPropsOf(right.body).codes).toHaveLength(10);
  });

  describe('an enrolment is refused', () => {
    async function refused(by: Browser, given: { enrolment: string; code: string }) {
      const answer = await steps.post(by, page, given);
      expect(answer.statusCode).toBe(422);
      expect(setUpPropsOf(answer.body).message).toBe('over');
      expect(await read.all('totp_factors')).toEqual([]);
    }

    test('of another user, and of another session of the same user', async () => {
      const offered = await steps.open(browser);
      const code = steps.codeOf(offered);
      for (const username of ['taras', 'o.shevchenko'])
        await refused(await steps.browser(username), { enrolment: offered.enrolment, code });
    });

    test('after ten minutes', async () => {
      const offered = await steps.open(browser);
      world.clock.now += 10 * minute - 1;
      await steps.browser('o.shevchenko', browser);
      const late = await steps.open(browser);
      world.clock.now += 10 * minute;
      // the session is as recent as before, but the enrolment is not
      await world.db.updateTable('sessions').set({ verified_at: world.clock.now }).execute();
      for (const one of [offered, late])
        await refused(browser, { enrolment: one.enrolment, code: steps.codeOf(one) });
    });

    test('that was altered, is missing, or is another encrypted value', async () => {
      const offered = await steps.open(browser);
      const code = steps.codeOf(offered);
      const at = Math.floor(offered.enrolment.length / 2);
      const other = offered.enrolment[at] === 'A' ? 'B' : 'A';
      const altered = `${offered.enrolment.slice(0, at)}${other}${offered.enrolment.slice(at + 1)}`;
      for (const enrolment of [altered, '', 'v1.AAAA', 'x'.repeat(5000)])
        await refused(browser, { enrolment, code });
    });

    test('that was used, also many times at once', { tags: 'race' }, async () => {
      const offered = await steps.open(browser);
      const code = steps.codeOf(offered);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => steps.confirm(browser, offered, code)),
      );
      const shown = answers.filter(({ body }) => codesIn(body).length > 0);
      expect(shown).toHaveLength(1);
      expect(await read.all('recovery_codes')).toHaveLength(10);
      // a request that comes after the session was raised under a new secret begins again
      const others = answers.filter(
        (answer) => !shown.includes(answer) && answer.statusCode !== 303,
      );
      for (const { body } of others)
        expect(codesPropsOf(body)).toMatchObject({ after: 'app', codes: [] });
    });
  });

  test('a form that is sent again shows what it did, and changes nothing', async () => {
    const { offered } = await steps.turnOn(browser, '?appId=7');
    const stored = async () => [
      await read.all('totp_factors'),
      await read.all('recovery_codes'),
      await read.all('events'),
    ];
    const before = await stored();
    world.clock.now += minute;
    for (const code of [steps.codeOf(offered), '000000', '']) {
      const again = await steps.confirm(browser, offered, code, '?appId=7');
      expect(again.statusCode).toBe(200);
      expect(codesPropsOf(again.body)).toMatchObject({
        after: 'app',
        codes: [],
        href: '/uk/apps?appId=7',
      });
    }
    expect(await stored()).toEqual(before);
    const { userHash } = offered;
    const made = await steps.post(browser, '/uk/second-factor/codes?appId=7', { userHash });
    const { codes, href } = codesPropsOf(made.body);
    expect([codes.length, href]).toEqual([10, '/uk/apps?appId=7']);
  });

  test('another secret is not taken after the one that was offered later', async () => {
    const offered = await steps.open(browser);
    world.clock.now += minute;
    await steps.turnOn(browser);
    const apps = await read.all('totp_factors');
    const answer = await steps.confirm(browser, offered, steps.codeOf(offered));
    expect(setUpPropsOf(answer.body).message).toBe('over');
    expect(await read.all('totp_factors')).toEqual(apps);
  });

  test('another app replaces the first one and keeps the recovery codes', async () => {
    await steps.turnOn(browser);
    const [before] = await read.all('totp_factors');
    const codes = await read.all('recovery_codes');
    await remember(taras);
    await remember(world.olena);
    world.letters.length = 0;
    world.clock.now += minute;
    expect((await steps.open(browser)).replaces).toBe(true);
    const { answer } = await steps.turnOn(browser);
    expect(outcome(answer)).toBe('303 /uk/account#sign-in-methods');
    const [after, ...others] = await read.all('totp_factors');
    expect(others).toEqual([]);
    expect(after).not.toEqual(before);
    expect(await read.all('recovery_codes')).toEqual(codes);
    expect(await read.all('remembered_browsers')).toMatchObject([{ user_id: taras }]);
    expect((await read.lastEvent(['second-factor.added']))?.details).toEqual({ how: 'replaced' });
    const subjects = () => world.letters.map(({ subject }) => subject);
    await expect.poll(subjects).toContain('uk second-factor-replaced');
  });

  test('a stored secret is bound to its user', async () => {
    const { offered } = await steps.turnOn(browser);
    const other = await steps.browser('taras');
    world.clock.now += minute;
    await steps.turnOn(other);
    const rows = (await read.all('totp_factors')) as {
      user_id: string;
      encrypted_secret: string;
    }[];
    const own = rows.find(({ user_id }) => user_id === world.olena);
    expect(rows).toHaveLength(2);
    await world.db
      .updateTable('totp_factors')
      .set({ encrypted_secret: own?.encrypted_secret ?? '' })
      .where('user_id', '!=', world.olena)
      .execute();
    const { TotpFactors } = await import('../../factors/totp.ts');
    const { createEncryption } = await import('../../crypto/encryption.ts');
    const encryption = createEncryption(world.keys.data);
    const totp = new TotpFactors(world.db, { encryption, now: () => world.clock.now });
    const taras = rows.find(({ user_id }) => user_id !== world.olena)?.user_id ?? '';
    world.clock.now += minute;
    const code = steps.codeOf(offered);
    expect(await totp.check(world.olena, code)).toEqual(expect.any(Number));
    expect(await totp.check(taras, code)).toBeUndefined();
  });

  test('needs a sign-in within ten minutes, and the user whom the page shows', async () => {
    const offered = await steps.open(browser);
    const forged = await steps.confirm(
      browser,
      { ...offered, userHash: 'x' },
      steps.codeOf(offered),
    );
    expect(forged.statusCode).toBe(409);
    world.clock.now += 10 * minute + 1;
    const opened = await browser.request(`${page}?appId=7`);
    expect(outcome(opened)).toBe('302 /uk/?reauthenticate=account&appId=7');
    const late = await steps.confirm(browser, offered, steps.codeOf(offered));
    expect(outcome(late)).toBe('303 /uk/?reauthenticate=account');
    expect(await read.all('totp_factors')).toEqual([]);
  });

  test('a visitor is sent to the sign-in page, a page of another site is refused', async () => {
    const visitor = await steps.browser('nobody').catch(() => undefined);
    expect(visitor).toBeUndefined();
    const answer = await world.send({ url: `${page}?appId=7&state=s` });
    expect(outcome(answer)).toBe('302 /uk/?appId=7&state=s');
    const foreign = await browser.request(page, {
      method: 'POST',
      payload: 'code=1',
      headers: {
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(foreign.statusCode).toBe(403);
  });

  test('a session that ends meanwhile turns nothing on', async () => {
    const offered = await steps.open(browser);
    await world.db.deleteFrom('sessions').execute();
    const answer = await steps.confirm(browser, offered, steps.codeOf(offered));
    expect(outcome(answer)).toBe('303 /uk/');
    expect(await read.all('totp_factors')).toEqual([]);
  });
});

describeOnDatabases('setting up at a sign-in', (kind) => {
  let world: World;
  let steps: ReturnType<typeof createSetUpSteps>;
  let read: ReturnType<typeof readers>;
  let browser: Browser;

  beforeAll(async () => {
    world = await makeWorld(kind, { SECOND_FACTOR: 'required' });
    steps = createSetUpSteps(world);
    read = readers(world);
    await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    browser = await steps.browser();
  });
  afterEach(() => clear(world));
  afterAll(() => world.close());

  const skip = (by: Browser, { enrolment }: { enrolment: string }) =>
    steps.post(by, '/uk/second-factor/skip?appId=7', { enrolment });

  test('the password alone starts no session', async () => {
    expect(await read.isIn(browser)).toBe(false);
    const offered = await steps.open(browser);
    expect(offered).toMatchObject({ userHash: '', offersPasskey: true });
    expect(offered.dueAt).toBe(new Date(world.clock.now + 14 * day).toISOString());
  });

  test('a correct code starts the session with two factors', async () => {
    const { answer } = await steps.turnOn(browser, '?appId=7&state=s');
    expect(codesPropsOf(answer.body)).toMatchObject({ href: '/uk/apps?appId=7&state=s' });
    expect(await read.isIn(browser)).toBe(true);
    expect(await read.amr()).toEqual(['pwd otp mfa']);
    expect(await read.all('pending_sign_ins')).toEqual([]);
    expect(browser.cookie('brama_pending')).toBeUndefined();
  });

  test('completes the sign-in once, also in parallel', { tags: 'race' }, async () => {
    const offered = await steps.open(browser);
    const code = steps.codeOf(offered);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => steps.confirm(browser, offered, code)),
    );
    expect(answers.filter(({ body }) => codesIn(body).length > 0)).toHaveLength(1);
    expect(await read.all('sessions')).toHaveLength(1);
    expect(await read.all('recovery_codes')).toHaveLength(10);
    const again = await steps.confirm(browser, offered, code, '?appId=7');
    expect(codesPropsOf(again.body)).toMatchObject({
      after: 'app',
      codes: [],
      href: '/uk/apps?appId=7',
    });
    expect(await read.all('sessions')).toHaveLength(1);
    expect(await read.all('recovery_codes')).toHaveLength(10);
  });

  test('the enrolment of another sign-in is refused', async () => {
    const offered = await steps.open(browser);
    for (const username of ['taras', 'o.shevchenko']) {
      const other = await steps.browser(username);
      const answer = await steps.confirm(other, offered, steps.codeOf(offered));
      expect(setUpPropsOf(answer.body).message).toBe('over');
      expect(await read.isIn(other)).toBe(false);
    }
    expect(await read.all('totp_factors')).toEqual([]);
  });

  test('“Not now” starts a session with one factor, until the date', async () => {
    const answer = await skip(browser, await steps.open(browser));
    expect(outcome(answer)).toBe('303 /uk/apps?appId=7');
    expect(await read.isIn(browser)).toBe(true);
    expect(await read.amr()).toEqual([null]);
    world.clock.now += 14 * day - 1;
    const last = await steps.browser();
    const offered = await steps.open(last);
    world.clock.now += 1;
    expect(outcome(await skip(last, offered))).toBe('303 /uk/second-factor/set-up?appId=7');
    expect(await read.isIn(last)).toBe(false);
    expect((await steps.open(last)).dueAt).toBeNull();
  });

  test('“Not now” starts one session, also in parallel, and none for another sign-in', {
    tags: 'race',
  }, async () => {
    const offered = await steps.open(browser);
    const other = await steps.browser('taras');
    expect(outcome(await skip(other, offered))).toBe('303 /uk/second-factor/set-up?appId=7');
    expect(await read.isIn(other)).toBe(false);
    await Promise.all(Array.from({ length: 5 }, () => skip(browser, offered)));
    expect(await read.all('sessions')).toHaveLength(1);
  });

  test.each(['app', 'passkey'])(
    'a user who has set up an app or a passkey meanwhile must provide it: %s',
    async (factor) => {
      const offered = await steps.open(browser);
      const other = await steps.browser();
      if (factor === 'app') await steps.turnOn(other);
      else {
        await skip(other, await steps.open(other));
        await createPasskeySteps(world).addNew(other.cookies());
      }
      const sessions = await read.all('sessions');
      const apps = await read.all('totp_factors');
      world.clock.now += minute;
      expect(outcome(await browser.request(page))).toBe('302 /uk/');
      const confirmed = await steps.confirm(browser, offered, steps.codeOf(offered));
      for (const answer of [confirmed, await skip(browser, offered)])
        expect(outcome(answer)).toMatch(/^303 \/uk\/(\?appId=7)?$/);
      expect(await read.isIn(browser)).toBe(false);
      expect(await read.all('sessions')).toEqual(sessions);
      expect(await read.all('totp_factors')).toEqual(apps);
    },
  );

  describe('with a passkey', () => {
    const optionsUrl = '/api/second-factor/set-up/passkey-options';
    async function options(by: Browser) {
      return by.request(optionsUrl, {
        method: 'POST',
        headers: { ...ours, accept: 'application/json' },
      });
    }
    const add = (by: Browser, credential: object, query = '') =>
      steps.post(by, `${page}${query}`, { credential: JSON.stringify(credential) });

    test('the sign-in is complete, with codes', async () => {
      const credential = new Passkey().create((await options(browser)).json().options);
      const answer = await add(browser, credential, '?appId=7');
      expect(codesPropsOf(answer.body)).toMatchObject({
        after: 'passkey',
        href: '/uk/apps?appId=7',
      });
      expect(await read.isIn(browser)).toBe(true);
      expect(await read.amr()).toEqual(['pwd hwk user mfa']);
      expect(await read.all('passkeys')).toHaveLength(1);
      expect(await read.all('recovery_codes')).toHaveLength(10);
      expect((await read.lastEvent(['passkey.added']))?.method).toBe('passkey');
      const again = await add(browser, credential, '?appId=7');
      expect(codesPropsOf(again.body)).toMatchObject({ after: 'passkey', codes: [] });
      expect(await read.all('passkeys')).toHaveLength(1);
    });

    test('one of several simultaneous requests wins', { tags: 'race' }, async () => {
      const credential = new Passkey().create((await options(browser)).json().options);
      await Promise.all(Array.from({ length: 5 }, () => add(browser, credential)));
      expect(await read.all('sessions')).toHaveLength(1);
      expect(await read.all('passkeys')).toHaveLength(1);
    });

    test('options of another sign-in add nothing', async () => {
      const credential = new Passkey().create((await options(browser)).json().options);
      for (const username of ['taras', 'o.shevchenko']) {
        const other = await steps.browser(username);
        const answer = await add(other, credential);
        expect(answer.statusCode).toBe(401);
        expect(setUpPropsOf(answer.body).message).not.toBe('');
        expect(await read.isIn(other)).toBe(false);
      }
      expect(await read.all('passkeys')).toEqual([]);
    });

    test('needs a sign-in that waits, and a response of a browser', async () => {
      const other = await steps.browser('taras');
      other.forget('brama_pending');
      expect((await options(other)).statusCode).toBe(401);
      for (const credential of ['', '{', '[]', '{"id":1}']) {
        const answer = await steps.post(browser, page, { credential });
        expect([400, 422]).toContain(answer.statusCode);
      }
      expect(await read.isIn(browser)).toBe(false);
    });
  });
});

describeOnDatabases('where passkeys are off', (kind) => {
  test('a stored passkey does not keep its user from setting up an app', async () => {
    const world = await makeWorld(kind, { SECOND_FACTOR: 'required', PASSKEYS: '0' });
    const row = {
      id: crypto.randomUUID(),
      user_id: world.olena,
      credential_id: 'x',
      public_key: 'x',
    };
    const device = { counter: 0, aaguid: 'x', transports: '', backup_eligible: 0, backed_up: 0 };
    const rest = { name: '', created_at: 0, last_used_at: null };
    const proof = { identity_verified_at: null, identity_subject: null };
    await world.db
      .insertInto('passkeys')
      .values({ ...row, ...device, ...rest, ...proof })
      .execute();
    const steps = createSetUpSteps(world);
    const browser = await steps.browser();
    expect(await steps.open(browser)).toMatchObject({ offersPasskey: false });
    const { answer } = await steps.turnOn(browser);
    expect(codesPropsOf(answer.body).codes).toHaveLength(10);
    await world.close();
  });
});

describeOnDatabases('with the policy `off`', (kind) => {
  test('nothing is offered', async () => {
    const world = await makeWorld(kind, { SECOND_FACTOR: 'off' });
    const steps = createSetUpSteps(world);
    const browser = await steps.browser();
    expect(outcome(await browser.request(page))).toBe('302 /uk/account#sign-in-methods');
    await world.close();
  });
});
