// How far an attacker gets with one stolen secret: the table in docs/threat-model.md. The user has a password, an app, recovery codes,
// a passkey, a remembered browser and a secondary address. Google and Diia have servers of their own.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRecoveryStores } from '../../src/recovery/compose.ts';
import { assuranceFrom, levelsOf } from '../../src/sessions/assurance.ts';
import { createBrowser } from '../support/browser.ts';
import { databaseKinds } from '../support/databases.ts';
import { makeDiiaWorld } from '../support/diia/world.ts';
import { makeGoogleWorld } from '../support/google/world.ts';
import { form, formOf } from '../support/oidc/raw.ts';
import type { Passkey } from '../support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../support/passkeys/world.ts';
import { createSetUpSteps } from '../support/second-factor/set-up.ts';
import { createSecondFactorSteps } from '../support/second-factor/steps.ts';
import { recoveryPropsOf } from '../support/web-build.ts';
import { makeWorld, ours, type World } from '../support/world.ts';

const chosen = 'zq7fW2mXc9Kt';
const minute = 60_000;
const day = 24 * 60 * minute;
type Browser = ReturnType<typeof createBrowser>;

describe.each(databaseKinds)('one stolen secret, on %s', (kind) => {
  let world: World;
  let steps: ReturnType<typeof createSecondFactorSteps>;
  let attacker: Browser;
  /** The user's own browser, signed in. */
  let own: Browser;
  let passkey: Passkey;
  let codeOf: (at?: number) => string;
  let recoveryCode: string;

  beforeEach(async () => {
    world = await makeWorld(kind);
    steps = createSecondFactorSteps(world);
    attacker = createBrowser(world.server);
    own = createBrowser(world.server);
    passkey = (await createPasskeySteps(world).addNew(await world.signIn())).passkey;
    codeOf = await steps.addApp(world.olena);
    recoveryCode = (await steps.addRecoveryCodes(world.olena))[0] ?? '';
    await steps.enterPassword(own);
    await steps.send(own, world.olena, codeOf(), { remember: true });
    world.clock.now += minute;
  });
  afterEach(() => world.close());

  const submit = (path: string, fields: Record<string, string>) =>
    attacker.request(path, {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf(fields),
    });
  const isIn = async (browser = attacker) => (await browser.request('/user')).statusCode === 200;
  /** The levels of the newest session. */
  async function levels() {
    const row = await world.db
      .selectFrom('sessions')
      .select(['method', 'amr', 'identity_verified_at'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    return levelsOf({ method: row.method as 'password', ...assuranceFrom(row) });
  }
  const cookieOf = (name: string) => `${name}=${own.cookie(name)}`;
  const linkIn = async (subject: string) => {
    const emails = () => world.letters.filter((email) => email.subject === subject);
    await expect.poll(() => emails().length).toBeGreaterThan(0);
    const link = emails()
      .at(-1)
      ?.paragraphs.find((one) => typeof one === 'object');
    return typeof link === 'object' ? new URL(link.href).hash.slice(1) : '';
  };
  async function chooseWay() {
    const page = await attacker.request('/uk/recovery/set-up');
    const { userHash: pendingUser } = recoveryPropsOf('recovery-set-up', page.body);
    return submit('/uk/recovery/set-up', { newPassword: chosen, pendingUser });
  }

  /** The attacker adds a passkey and an app in the recovered session, and confirms with both. */
  async function expectOnlyFirstLevel() {
    const added = await createPasskeySteps(world).addNew(attacker.cookies());
    expect(added.passkey).toBeDefined();
    const { offered, answer } = await createSetUpSteps(world).turnOn(attacker);
    expect([answer.statusCode, await steps.totp.find(world.olena)]).toEqual([
      200,
      expect.anything(),
    ]);
    expect(await levels()).toEqual(['urn:brama:acr:1']);
    world.clock.now += minute;
    const query = '?appId=7';
    const page = await attacker.request(`/uk/second-factor${query}`);
    expect([page.statusCode, page.headers.location]).toEqual([302, `/uk/${query}`]);
    await steps.send(attacker, world.olena, createSetUpSteps(world).codeOf(offered));
    const options = await attacker.request('/api/second-factor/passkey/options', {
      method: 'POST',
      headers: { ...ours, accept: 'application/json' },
    });
    expect([options.statusCode, options.json().error?.code]).toEqual([401, 'second-factor.over']);
    expect([await isIn(), await levels()]).toEqual([true, ['urn:brama:acr:1']]);
  }

  test('the password stops at the second factor', async () => {
    expect((await steps.enterPassword(attacker)).json()).toEqual({ next: 'second-factor' });
    for (const path of ['/uk/apps', '/uk/account', '/uk/secondary-email'])
      expect((await attacker.request(path)).statusCode).toBe(302);
    expect(await isIn()).toBe(false);
  });

  test('the password of a user without second factors opens the first level', async () => {
    await world.db.deleteFrom('totp_factors').execute();
    await world.db.deleteFrom('recovery_codes').execute();
    // those of the user's own two browsers
    await expect.poll(() => world.browserLetters.length).toBe(2);
    expect((await steps.enterPassword(attacker)).json()).toEqual({});
    expect([await isIn(), await levels()]).toEqual([true, ['urn:brama:acr:1']]);
    // the user notices it
    await expect.poll(() => world.browserLetters.length).toBe(3);
  });

  test('the secret of the app, or a recovery code, opens nothing', async () => {
    for (const [page, code] of [
      ['second-factor', codeOf()],
      ['second-factor/recovery-code', recoveryCode],
    ] as const)
      await steps.send(attacker, world.olena, code, { page });
    const asAccessCode = { username: 'o.shevchenko', code: recoveryCode };
    expect((await submit('/uk/recovery/access-code', asAccessCode)).statusCode).toBe(403);
    expect(await isIn()).toBe(false);
    expect(await steps.recoveryCodes.countLeft(world.olena)).toBe(10);
  });

  test('the primary mailbox changes the password, and stops at the second factor', async () => {
    await submit('/uk/password/forgot', { username: 'o.shevchenko' });
    const code = await linkIn('Новий пароль');
    expect((await submit('/uk/password/reset', { code, newPassword: chosen })).statusCode).toBe(
      303,
    );
    const credentials = { username: 'o.shevchenko', password: chosen };
    const proved = await world.post('/api/auth', credentials);
    const answer = await world.post('/api/auth/internal', proved.json());
    expect(answer.json()).toEqual({ next: 'second-factor' });
    // the user notices it
    expect([await isIn(), await isIn(own)]).toEqual([false, false]);
  });

  test('the secondary mailbox opens nothing in its first seven days, then the first level', async () => {
    const { secondaryEmails } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    const { token } = await secondaryEmails.add(world.db, world.olena, 'olena@mail.example');
    await secondaryEmails.confirm(world.db, token);
    world.clock.now += 7 * day - 1;
    const { links } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    const early = await links.issue(world.olena);
    expect((await submit('/uk/recovery/link', { code: early })).statusCode).toBe(410);
    world.clock.now += day;
    await submit('/uk/recovery/email', { username: 'o.shevchenko' });
    const code = await linkIn('Відновлення');
    expect((await submit('/uk/recovery/link', { code })).statusCode).toBe(303);
    expect(await isIn()).toBe(false);
    expect((await chooseWay()).statusCode).toBe(303);
    expect([await isIn(), await levels()]).toEqual([true, ['urn:brama:acr:1']]);
    await expectOnlyFirstLevel();
  });

  test('an access code without its username opens nothing, with it the first level', async () => {
    const { accessCodes } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    const code = await accessCodes.issue(world.db, {
      ...{ userId: world.olena, issuedBy: 'desk', reason: 'lost', ttlMs: day },
    });
    const use = (username: string) => submit('/uk/recovery/access-code', { username, code });
    expect((await use('somebody.else')).statusCode).toBe(403);
    expect((await use('o.shevchenko')).statusCode).toBe(303);
    expect((await chooseWay()).statusCode).toBe(303);
    expect([await isIn(), await levels()]).toEqual([true, ['urn:brama:acr:1']]);
    await expectOnlyFirstLevel();
    // the user notices it
    expect(await isIn(own)).toBe(false);
  });

  test('the session cookie opens the session, but adds no way to sign in', async () => {
    attacker.take(cookieOf('brama_session'));
    expect(await isIn()).toBe(true);
    world.clock.now += 10 * minute;
    const email = { email: 'evil@mail.example' };
    expect((await submit('/uk/secondary-email', email)).statusCode).toBe(403);
    const options = await attacker.request('/api/passkeys/options', {
      method: 'POST',
      headers: { ...ours, accept: 'application/json' },
      payload: {},
    });
    expect([options.statusCode, options.json().error.code]).toEqual([403, 'session.not-recent']);
    const fields = { currentPassword: 'a guess', newPassword: chosen };
    expect((await submit('/uk/password', fields)).statusCode).toBe(403);
  });

  test('the cookies of devices and remembered browsers open nothing', async () => {
    for (const name of ['brama_device', 'brama_remembered']) attacker.take(cookieOf(name));
    expect(await isIn()).toBe(false);
    expect((await attacker.request('/uk/second-factor')).statusCode).toBe(302);
    // with the password as well: the first level only
    expect((await steps.enterPassword(attacker)).json()).toEqual({});
    expect([await isIn(), await levels()]).toEqual([true, ['urn:brama:acr:1']]);
  });

  test('a device with a passkey, without its PIN or fingerprint, opens nothing', async () => {
    const answer = await createPasskeySteps(world).ticket(passkey, { isVerified: false });
    expect([answer.statusCode, answer.json().sessionId]).toEqual([401, undefined]);
  });
});

describe.each(databaseKinds)('another stolen account, on %s', (kind) => {
  const levelsIn = async (world: World) => {
    const row = await world.db
      .selectFrom('sessions')
      .select(['method', 'amr', 'identity_verified_at'])
      .executeTakeFirstOrThrow();
    return levelsOf({ method: row.method as 'password', ...assuranceFrom(row) });
  };

  test('that of Google stops at the second factor, and opens the first level without one', async () => {
    const world = await makeGoogleWorld(kind);
    const steps = createSecondFactorSteps(world);
    await steps.addApp(world.olena);
    await steps.addRecoveryCodes(world.olena);
    const attacker = world.createBrowser();
    expect((await attacker.signIn()).json()).toEqual({ next: 'second-factor' });
    expect(await attacker.isSignedIn()).toBe(false);
    expect((await attacker.get('/uk/account')).statusCode).toBe(302);

    await world.db.deleteFrom('totp_factors').execute();
    const another = world.createBrowser();
    expect((await another.signIn()).statusCode).toBe(200);
    expect(await another.isSignedIn()).toBe(true);
    expect(await levelsIn(world)).toEqual(['urn:brama:acr:1']);
    // the user notices it
    await expect.poll(() => world.browserLetters.length).toBe(1);
    await world.close();
  });

  test('that of Diia opens the identity, although the user has a second factor', async () => {
    const world = await makeDiiaWorld(kind);
    const steps = createSecondFactorSteps(world);
    await steps.addApp(world.taras);
    const attacker = createBrowser(world.server);
    attacker.take((await world.signedIn()).session);
    expect((await attacker.request('/user')).statusCode).toBe(200);
    expect(await levelsIn(world)).toEqual(['urn:brama:acr:1', 'urn:brama:acr:2']);
    await expect.poll(() => world.browserLetters.length).toBe(1);
    await world.close();
  });
});
