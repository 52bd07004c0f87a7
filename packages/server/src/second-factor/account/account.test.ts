// Two-step verification on the account page: its state, turning it off, new recovery codes, and remembered browsers.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { eventsIn, plain } from '../../../test/support/events.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../../test/support/second-factor/set-up.ts';
import { accountPropsOf, codesPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { EventStore } from '../../events/store.ts';
import { RememberedBrowsers } from '../../factors/remembered-browsers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const turnOffUrl = '/api/second-factor/turn-off';
const forgetUrl = '/api/second-factor/browsers/forget';
const newCodesUrl = '/uk/second-factor/codes';
const section = '303 /uk/account#sign-in-methods';

type Browser = Awaited<ReturnType<ReturnType<typeof createSetUpSteps>['browser']>>;

const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

const tables = [
  'sessions',
  'pending_sign_ins',
  'totp_factors',
  'recovery_codes',
  'remembered_browsers',
  'passkeys',
  'events',
  'groups',
] as const;

describeOnDatabases('two-step verification on the account page', (kind) => {
  let world: World;
  let steps: ReturnType<typeof createSetUpSteps>;
  let browser: Browser;
  let taras: string;

  beforeAll(async () => {
    world = await makeWorld(kind, { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@campus.example' });
    steps = createSetUpSteps(world);
    taras = await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    browser = await steps.browser();
    world.lines.length = 0;
    world.letters.length = 0;
  });
  afterEach(async () => {
    for (const table of tables) await world.db.deleteFrom(table).execute();
    world.clock.now += minute;
  });
  afterAll(() => world.close());

  const rows = (table: (typeof tables)[number]) => world.db.selectFrom(table).selectAll().execute();
  const post = (url: string, fields: Record<string, string> = {}, by = browser) =>
    steps.post(by, url, fields);
  const stateOf = async (by = browser) =>
    accountPropsOf((await by.request('/uk/account')).body).secondFactor;
  const remember = (user: string) =>
    new RememberedBrowsers(world.db, { lifetimeMs: 30 * day, now: () => world.clock.now }).remember(
      world.db,
      user,
      { browser: 'Chrome', system: 'Windows' },
    );
  const lastEvent = (
    type: 'second-factor.removed' | 'recovery-codes.created' | 'browser.forgotten',
  ) => new EventStore(world.db, () => world.clock.now).lastOf(world.db, world.olena, [type]);
  const logged = () => eventsIn(world.lines).map(plain);

  const requireOfStudents = () =>
    world.db
      .insertInto('groups')
      .values({ name: 'students', created_at: 0, second_factor: 'required' })
      .execute();

  test('the state says what is on, and how many codes are left', async () => {
    const off = { app: null, isRequired: false, canTurnOff: true, isOffered: true };
    expect(await stateOf()).toEqual({
      ...off,
      codesLeft: null,
      fresh: true,
      missing: null,
      browsers: [],
    });
    await steps.turnOn(browser);
    await world.db
      .updateTable('recovery_codes')
      .set({ used_at: 1 })
      .where('code_hash', 'in', (q) => q.selectFrom('recovery_codes').select('code_hash').limit(3))
      .execute();
    await remember(world.olena);
    await remember(taras);
    const since = new Date(world.clock.now).toISOString();
    const state = await stateOf();
    expect(state).toMatchObject({ app: { since, lastUsed: null }, codesLeft: 7 });
    expect(state?.browsers).toEqual([
      {
        id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        since,
        until: new Date(world.clock.now + 30 * day).toISOString(),
      },
    ]);
    world.clock.now += 10 * minute + 1;
    expect((await stateOf())?.fresh).toBe(false);
  });

  test('turning it off removes the secret, the codes and the remembered browsers', async () => {
    await steps.turnOn(browser);
    await remember(world.olena);
    await remember(taras);
    world.letters.length = 0;
    expect(outcome(await post(turnOffUrl))).toBe(section);
    expect(await rows('totp_factors')).toEqual([]);
    expect(await rows('recovery_codes')).toEqual([]);
    expect(await rows('remembered_browsers')).toMatchObject([{ user_id: taras }]);
    expect((await lastEvent('second-factor.removed'))?.user_id).toBe(world.olena);
    expect(logged()).toContainEqual({
      event: 'second-factor.removed',
      level: 'info',
      user: world.olena,
    });
    const sent = () => world.letters.map(({ subject }) => subject);
    await expect.poll(sent).toContain('uk second-factor-removed');
    await post(turnOffUrl);
    expect(
      (await rows('events')).filter(({ type }) => `${type}`.endsWith('.removed')),
    ).toHaveLength(1);
  });

  test('a policy that requires it keeps the app, unless a passkey is left', async () => {
    await steps.turnOn(browser);
    await requireOfStudents();
    expect(await stateOf()).toMatchObject({ isRequired: true, canTurnOff: false });
    const refused = await browser.request(turnOffUrl, {
      method: 'POST',
      payload: '',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
    });
    expect([refused.statusCode, refused.json().error.code]).toEqual([
      409,
      'second-factor.required',
    ]);
    expect(await rows('totp_factors')).toHaveLength(1);
    await createPasskeySteps(world).addNew(browser.cookies());
    expect(await stateOf()).toMatchObject({ canTurnOff: true });
    expect(outcome(await post(turnOffUrl))).toBe(section);
    expect(await rows('totp_factors')).toEqual([]);
    expect(await rows('recovery_codes')).toHaveLength(10);
    expect(await stateOf()).toMatchObject({ app: null, codesLeft: 10 });
  });

  test('a policy that requires it keeps the last passkey, unless an app is left', async () => {
    const { added } = await createPasskeySteps(world).addNew(browser.cookies());
    await world.confirmSessions();
    await requireOfStudents();
    const remove = () => post('/api/passkeys/remove', { passkey: added.id });
    const isLast = async () =>
      (await browser.request('/api/passkeys')).json().lastFactor as boolean;
    const before = await rows('events');
    expect(await isLast()).toBe(true);
    const refused = await remove();
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('second-factor.required');
    expect(await rows('passkeys')).toHaveLength(1);
    expect(await rows('events')).toEqual(before);
    await steps.turnOn(browser);
    expect(await isLast()).toBe(false);
    expect(outcome(await remove())).toBe(section);
    expect(await rows('passkeys')).toEqual([]);
  });

  test('of two requests that remove the app and the passkey, the policy refuses one', {
    tags: 'race',
  }, async () => {
    await steps.turnOn(browser);
    const { added } = await createPasskeySteps(world).addNew(browser.cookies());
    await requireOfStudents();
    const answers = await Promise.all([
      post(turnOffUrl),
      post('/api/passkeys/remove', { passkey: added.id }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    expect([...(await rows('totp_factors')), ...(await rows('passkeys'))]).toHaveLength(1);
  });

  test('new codes void the old ones, and are shown once', async () => {
    const { answer } = await steps.turnOn(browser);
    const before = codesPropsOf(answer.body).codes;
    const hashes = (await rows('recovery_codes')).map((row) => JSON.stringify(row));
    const shown = await post(newCodesUrl);
    expect(shown.headers['cache-control']).toBe('private, no-store');
    const { codes, after, href } = codesPropsOf(shown.body);
    expect([codes.length, after, href]).toEqual([10, 'new-codes', '/uk/account#sign-in-methods']);
    expect(codes.filter((code) => before.includes(code))).toEqual([]);
    const now = (await rows('recovery_codes')).map((row) => JSON.stringify(row));
    expect(now).toHaveLength(10);
    expect(now.filter((row) => hashes.includes(row))).toEqual([]);
    expect(await lastEvent('recovery-codes.created')).toBeDefined();
    const sent = () => world.letters.map(({ subject }) => subject);
    await expect.poll(sent).toContain('uk recovery-codes-replaced');
  });

  test('new codes that are made at the same time leave ten', { tags: 'race' }, async () => {
    await steps.turnOn(browser);
    await Promise.all(Array.from({ length: 4 }, () => post(newCodesUrl)));
    expect(await rows('recovery_codes')).toHaveLength(10);
  });

  test('a user without a second factor gets no codes', async () => {
    expect(outcome(await post(newCodesUrl))).toBe(section);
    expect(await rows('recovery_codes')).toEqual([]);
  });

  test('forgets a browser of this user alone, once', async () => {
    await remember(world.olena);
    await remember(taras);
    const stored = await world.db
      .selectFrom('remembered_browsers')
      .select(['id', 'user_id'])
      .execute();
    const idOf = (user: string) => stored.find(({ user_id }) => user_id === user)?.id ?? '';
    expect(outcome(await post(forgetUrl, { browser: idOf(taras) }))).toBe(section);
    expect(await rows('remembered_browsers')).toHaveLength(2);
    for (let time = 0; time < 2; time++)
      expect(outcome(await post(forgetUrl, { browser: idOf(world.olena) }))).toBe(section);
    expect(await rows('remembered_browsers')).toMatchObject([{ user_id: taras }]);
    expect((await rows('events')).filter(({ type }) => type === 'browser.forgotten')).toHaveLength(
      1,
    );
    expect((await post(forgetUrl, { browser: 'x' })).statusCode).toBe(400);
  });

  test('changes need a recent sign-in; forgetting a browser does not', async () => {
    await steps.turnOn(browser);
    await remember(world.olena);
    world.clock.now += 10 * minute + 1;
    for (const url of [turnOffUrl, newCodesUrl])
      expect(outcome(await post(url))).toBe('303 /uk/?reauthenticate=account');
    expect(await rows('totp_factors')).toHaveLength(1);
    const [one] = await world.db.selectFrom('remembered_browsers').select('id').execute();
    expect(outcome(await post(forgetUrl, { browser: one?.id ?? '' }))).toBe(section);
    expect(await rows('remembered_browsers')).toEqual([]);
  });

  test('needs a session, our own page, and the user whom the page shows', async () => {
    await steps.turnOn(browser);
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    };
    for (const url of [turnOffUrl, newCodesUrl, forgetUrl]) {
      const send = (headers: Record<string, string>, payload = '') =>
        world.send({ method: 'POST', url, payload, headers: { ...form, ...headers } });
      const cookie = browser.cookies();
      const own = { 'sec-fetch-site': 'same-origin' };
      expect((await send(own)).statusCode).toBe(401);
      expect((await send({ 'sec-fetch-site': 'cross-site', cookie })).statusCode).toBe(403);
      expect((await send({ ...own, cookie }, 'userHash=another')).statusCode).toBe(409);
    }
    expect(await rows('totp_factors')).toHaveLength(1);
  });

  test('a user who signs in by other methods only sees nothing', async () => {
    await world.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', world.olena)
      .execute();
    expect(await stateOf()).toBeNull();
    await world.db
      .updateTable('users')
      .set({ password_hash: world.passwordHash })
      .where('id', '=', world.olena)
      .execute();
  });
});
