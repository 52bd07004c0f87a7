// A passkey as a second factor: after a password, and in a session.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { eventsIn } from '../../../test/support/events.ts';
import { type Changes, Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, ours, type World } from '../../../test/support/world.ts';

const optionsPath = '/api/second-factor/passkey/options';
const answerPath = '/api/second-factor/passkey';

const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');
const errorOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error?.code];

describeOnDatabases('a passkey as a second factor', (kind) => {
  let world: World;
  let steps: SecondFactorSteps;
  let passkeySteps: ReturnType<typeof createPasskeySteps>;
  let olena: string;
  let taras: string;
  let passkey: Passkey;
  let passkeyOfTaras: Passkey;

  beforeAll(async () => {
    // the policy asks users who have only a passkey
    world = await makeWorld(kind, { SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' });
    steps = createSecondFactorSteps(world);
    passkeySteps = createPasskeySteps(world);
    ({ olena } = world);
    taras = await addUser(world.db, { username: 'taras' }, world.passwordHash);
    passkey = await addPasskey(olena, 'o.shevchenko');
    passkeyOfTaras = await addPasskey(taras, 'taras');
  });
  beforeEach(async () => {
    for (const table of ['sessions', 'pending_sign_ins', 'rate_limits'] as const)
      await world.db.deleteFrom(table).execute();
    await world.db.updateTable('passkeys').set({ last_used_at: null }).execute();
    world.lines.length = 0;
  });
  afterAll(() => world.close());

  /** Adds a passkey in a session that a recent sign-in with the password started. */
  async function addPasskey(userId: string, username: string): Promise<Passkey> {
    const codeOf = await steps.addApp(userId);
    const browser = await steps.pendingBrowser(username);
    const signedIn = await steps.send(browser, userId, codeOf());
    if (signedIn.statusCode !== 303) throw new Error(signedIn.body);
    const { passkey: added } = await passkeySteps.addNew(browser.cookies());
    await world.db.deleteFrom('totp_factors').execute();
    return added;
  }

  const call = (browser: Browser, url: string, payload?: object) =>
    browser.request(url, {
      method: 'POST',
      headers: { ...ours, accept: 'application/json' },
      ...(payload && { payload }),
    });
  const optionsFor = async (browser: Browser) =>
    (await call(browser, optionsPath)).json().options as Parameters<Passkey['get']>[0];

  async function confirm(browser: Browser, used = passkey, changes: Changes = {}) {
    const credential = used.get(await optionsFor(browser), changes);
    return call(browser, answerPath, { credential });
  }

  const reasons = () =>
    eventsIn(world.lines)
      .filter(({ event }) => event === 'second-factor.refused')
      .map(({ reason, user }) => [reason, user]);

  test('the page offers it alone to a user without an app', async () => {
    const browser = await steps.pendingBrowser();
    const page = await browser.request('/uk/second-factor');
    expect(verifyPropsOf(page.body)).toMatchObject({ hasApp: false, hasPasskey: true });
  });

  test('the options name the passkeys of this user alone', async () => {
    const browser = await steps.pendingBrowser();
    const { options } = (await call(browser, optionsPath)).json();
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{75}$/),
      rpId: 'localhost',
      timeout: 600_000,
      userVerification: 'required',
      allowCredentials: [
        {
          type: 'public-key',
          id: passkey.credentialId.toString('base64url'),
          transports: ['internal'],
        },
      ],
    });
  });

  test('signs the user in after the password', async () => {
    const browser = await steps.pendingBrowser();
    const answer = await confirm(browser);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({
        method: 'password',
        amr: 'pwd hwk user mfa',
        identity_verified_at: null,
      }),
    ]);
    expect(await steps.pending()).toEqual([]);
    expect((await browser.request('/user')).json().fullName).toBe('Шевченко Олена');
    const used = await world.db
      .selectFrom('passkeys')
      .select('last_used_at')
      .where('user_id', '=', olena)
      .execute();
    expect(used).toEqual([{ last_used_at: world.clock.now }]);
  });

  test('also without the name of the user in the response', async () => {
    const browser = await steps.pendingBrowser();
    expect((await confirm(browser, passkey, { userHandle: null })).statusCode).toBe(200);
  });

  test('raises a session', async () => {
    const browser = await steps.pendingBrowser();
    await confirm(browser);
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    expect((await confirm(browser)).statusCode).toBe(200);
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({ amr: 'pwd hwk user mfa' }),
    ]);
  });

  const refused: [string, Changes, string][] = [
    ['a page of another origin', { origin: 'https://evil.example' }, 'passkey-origin-foreign'],
    ['another RP id', { rpId: 'evil.example' }, 'passkey-domain-foreign'],
    ['a user who was not verified', { isVerified: false }, 'passkey-user-not-verified'],
    ['a response to `create`', { type: 'webauthn.create' }, 'passkey-not-verified'],
    ['a signature of another passkey', { signer: new Passkey() }, 'passkey-not-verified'],
    ['the name of another user', { userHandle: 'bm9ib2R5' }, 'passkey-other-user'],
    ['a passkey that became copyable', { isBackupEligible: true }, 'passkey-not-verified'],
  ];
  test.each(refused)('refuses %s', async (_what, changes, reason) => {
    const browser = await steps.pendingBrowser();
    expect(errorOf(await confirm(browser, passkey, changes))).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual([[reason, olena]]);
    expect(await steps.sessionsOf(olena)).toEqual([]);
    expect(await steps.pending()).toHaveLength(1);
  });

  test('refuses the passkey of another user', async () => {
    const browser = await steps.pendingBrowser();
    for (const changes of [{}, { userHandle: null }, { userHandle: handleOf(olena) }])
      expect(errorOf(await confirm(browser, passkeyOfTaras, changes))).toEqual([
        401,
        'passkey.refused',
      ]);
    expect(reasons()).toEqual(Array(3).fill(['passkey-other-user', olena]));
    expect(await steps.sessionsOf(olena)).toEqual([]);
    expect(await steps.sessionsOf(taras)).toEqual([]);
  });

  test('a fallen counter is refused, and an event of its own', async () => {
    await world.db.updateTable('passkeys').set({ counter: 5 }).execute();
    const browser = await steps.pendingBrowser();
    const answer = await confirm(browser, passkey, { counter: 5 });
    await world.db.updateTable('passkeys').set({ counter: 0 }).execute();
    expect(errorOf(answer)).toEqual([401, 'passkey.refused']);
    expect(reasons()).toEqual([['passkey-counter', olena]]);
    const events = eventsIn(world.lines).map(({ event }) => event);
    expect(events).toContain('passkey.counter-fell');
    expect(await steps.sessionsOf(olena)).toEqual([]);
  });

  test('refuses an unknown passkey', async () => {
    const browser = await steps.pendingBrowser();
    expect(errorOf(await confirm(browser, new Passkey()))).toEqual([401, 'passkey.unknown']);
  });

  test('a response works once', { tags: 'race' }, async () => {
    const browser = await steps.pendingBrowser();
    await confirm(browser);
    const lower = () => world.db.updateTable('sessions').set({ amr: null }).execute();
    await lower();
    const credential = passkey.get(await optionsFor(browser));
    expect((await call(browser, answerPath, { credential })).statusCode).toBe(200);
    await lower();
    const again = await call(browser, answerPath, { credential });
    expect(errorOf(again)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual([['passkey-challenge-used', olena]]);
    expect(await steps.sessionsOf(olena)).toEqual([expect.objectContaining({ amr: null })]);
  });

  test('a response that is sent often at the same time starts one session', {
    tags: 'race',
  }, async () => {
    const browser = await steps.pendingBrowser();
    const credential = passkey.get(await optionsFor(browser));
    const cookie = browser.cookies();
    const other = await world.node();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        world.post(answerPath, { credential }, { cookie }, index % 2 ? other : world.server),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await steps.sessionsOf(olena)).toHaveLength(1);
  });

  test('a challenge of another sign-in of the user is refused', async () => {
    const [one, other] = [await steps.pendingBrowser(), await steps.pendingBrowser()];
    const credential = passkey.get(await optionsFor(one));
    const answer = await call(other, answerPath, { credential });
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual([['passkey-challenge-foreign', olena]]);
  });

  test('a challenge of a sign-in with a passkey is refused, and the other way round', async () => {
    const browser = await steps.pendingBrowser();
    const { options, cookie } = await passkeySteps.askOptions();
    const first = await call(browser, answerPath, { credential: passkey.get(options) });
    expect(errorOf(first)).toEqual([401, 'passkey.options-over']);
    const own = passkey.get(await optionsFor(browser));
    expect(errorOf(await passkeySteps.prove(own, cookie))).toEqual([401, 'passkey.options-over']);
  });

  test('a challenge expires after ten minutes', async () => {
    const browser = await steps.pendingBrowser();
    await confirm(browser);
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    const credential = passkey.get(await optionsFor(browser));
    world.clock.now += 10 * 60_000;
    const answer = await call(browser, answerPath, { credential });
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual([['passkey-challenge-expired', olena]]);
  });

  test('a challenge is refused after another user has passed the first factor there', async () => {
    const browser = await steps.pendingBrowser();
    const credential = passkey.get(await optionsFor(browser));
    await steps.enterPassword(browser, 'taras');
    const answer = await call(browser, answerPath, { credential });
    expect(errorOf(answer)).toEqual([401, 'passkey.options-over']);
    expect(reasons()).toEqual([['passkey-challenge-foreign', taras]]);
  });

  test.each([optionsPath, answerPath])('%s needs a first factor', async (path) => {
    const credential = passkey.get((await passkeySteps.askOptions()).options);
    const answer = await call(steps.browser(), path, { credential });
    expect(errorOf(answer)).toEqual([401, 'second-factor.over']);
  });

  test.each(['set-up', 'recovered'])(
    'a sign-in that lacks the step %s takes none',
    async (step) => {
      const browser = await steps.pendingBrowser();
      const credential = passkey.get(await optionsFor(browser));
      await world.db.updateTable('pending_sign_ins').set({ step }).execute();
      const answer = await call(browser, answerPath, { credential });
      expect(errorOf(answer)).toEqual([401, 'second-factor.over']);
      expect(await steps.sessionsOf(olena)).toEqual([]);
    },
  );
});

test('where passkeys are off, the page offers none', async () => {
  const world = await makeWorld('sqlite', { PASSKEYS: '0' });
  const steps = createSecondFactorSteps(world);
  await steps.addApp(world.olena);
  const browser = await steps.pendingBrowser();
  const page = await browser.request('/uk/second-factor');
  expect(verifyPropsOf(page.body).hasPasskey).toBe(false);
  const answer = await browser.request(optionsPath, { method: 'POST', headers: ours });
  expect(answer.statusCode).toBe(404);
  await world.close();
});
