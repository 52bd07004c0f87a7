// Which sessions may do what needs a recent sign-in with two factors: the facts of the sign-in decide, not what was set up in it.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCaller, callRoute } from '../../test/support/admin/callers.ts';
import { createBrowser } from '../../test/support/browser.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { Passkey } from '../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../test/support/second-factor/set-up.ts';
import { createSecondFactorSteps } from '../../test/support/second-factor/steps.ts';
import { recoveryPropsOf } from '../../test/support/web-build.ts';
import { apps, makeWorld, ours, type World } from '../../test/support/world.ts';
import { createRecoveryStores } from '../recovery/compose.ts';

type Browser = ReturnType<typeof createBrowser>;

const minute = 60_000;
const day = 24 * 60 * minute;
const chosen = 'zq7fW2mXc9Kt';

let world: World;
let boss: string;
afterEach(() => world.close());

async function start(env: Record<string, string> = {}) {
  world = await makeWorld('sqlite', env);
  boss = await addCaller(world, 'boss', ['administrator']);
}

/** Returns whether the session may create an API token, and says so itself. */
async function isStrong(browser: Browser): Promise<boolean> {
  const caller = { headers: { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin' } };
  const expiresAt = new Date(world.clock.now + day).toISOString();
  const body = { name: 'n', scopes: ['users.read'], expiresAt };
  const answer = await callRoute(world, 'createToken', caller, { body });
  const self = (await callRoute(world, 'readSelf', caller)).json();
  expect(self.strongUntil === null).toBe(answer.statusCode !== 201);
  if (answer.statusCode === 201) return true;
  expect(answer.json().code).toBe('admin.authentication-required');
  return false;
}

const signIn = async () => {
  const browser = createBrowser(world.server);
  await createSecondFactorSteps(world).enterPassword(browser, 'boss');
  return browser;
};

async function confirmPasskey(browser: Browser, passkey: Passkey) {
  const call = (url: string, payload?: object) =>
    browser.request(url, {
      method: 'POST',
      headers: { ...ours, accept: 'application/json' },
      ...(payload && { payload }),
    });
  const { options } = (await call('/api/second-factor/passkey/options')).json();
  const answer = await call('/api/second-factor/passkey', { credential: passkey.get(options) });
  expect(answer.statusCode).toBe(200);
}

describe('a factor that was added in the session', () => {
  beforeEach(() => start());

  test('an app counts from the next sign-in', async () => {
    const browser = await signIn();
    const { offered } = await createSetUpSteps(world).turnOn(browser);
    expect(await isStrong(browser)).toBe(false);
    world.clock.now += minute;
    const next = await signIn();
    await createSecondFactorSteps(world).send(next, boss, createSetUpSteps(world).codeOf(offered));
    expect(await isStrong(next)).toBe(true);
    expect(await isStrong(browser)).toBe(false);
  });

  test('a passkey or a recovery code does not count where the same session shows it', async () => {
    const browser = await signIn();
    const { passkey } = await createPasskeySteps(world).addNew(browser.cookies());
    world.clock.now += minute;
    await confirmPasskey(browser, passkey);
    expect(await isStrong(browser)).toBe(false);
    const other = await signIn();
    const steps = createSecondFactorSteps(world);
    const [code = ''] = await steps.addRecoveryCodes(boss);
    await steps.send(other, boss, code, { page: 'second-factor/recovery-code' });
    expect(await isStrong(other)).toBe(false);
    world.clock.now += minute;
    const next = createBrowser(world.server);
    next.take(await createPasskeySteps(world).signIn(passkey));
    expect(await isStrong(next)).toBe(true);
  });

  test('an older factor makes the session strong, and a new one takes nothing from it', async () => {
    const { passkey } = await createPasskeySteps(world).addNew((await signIn()).cookies());
    world.clock.now += minute;
    const browser = await signIn();
    await confirmPasskey(browser, passkey);
    expect(await isStrong(browser)).toBe(true);
    await createSetUpSteps(world).turnOn(browser);
    expect(await isStrong(browser)).toBe(true);
  });
});

test('an app that a sign-in sets up counts from the next one', async () => {
  await start({ SECOND_FACTOR_ROLES: 'required' });
  const browser = createBrowser(world.server);
  const { offered } = await createSetUpSteps(world).turnOn(
    await createSetUpSteps(world).browser('boss', browser),
  );
  expect((await browser.request('/user')).statusCode).toBe(200);
  expect(await isStrong(browser)).toBe(false);
  world.clock.now += minute;
  const next = await signIn();
  await createSecondFactorSteps(world).send(next, boss, createSetUpSteps(world).codeOf(offered));
  expect(await isStrong(next)).toBe(true);
});

describe('a recovered session', () => {
  beforeEach(() => start());

  /** Uses an access code. Returns the browser, which must choose a new way to sign in. */
  async function recover(): Promise<Browser> {
    const browser = createBrowser(world.server);
    const { accessCodes } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    const issued = { userId: boss, ttlMs: day, issuedBy: 'support', reason: 'lost phone' };
    const code = await accessCodes.issue(world.db, issued);
    await submit(browser, '/uk/recovery/access-code', { username: 'boss', code });
    return browser;
  }
  const submit = (browser: Browser, url: string, fields: Record<string, string>) =>
    browser.request(url, {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf(fields),
    });

  /** Returns the method that an application learns. */
  async function methodFor(browser: Browser) {
    const { headers } = await browser.request(`/api/app-redirect?appId=${apps.campus.id}`);
    const ticketId = new URL(headers.location ?? '').searchParams.get('ticketId') ?? '';
    const query = new URLSearchParams({
      ticketId,
      appId: apps.campus.id,
      appSecret: apps.campus.secret,
    });
    return (await world.send({ url: `/api/ticket?${query}` })).json().data.AUTH_METHOD;
  }

  test('with a new passkey is neither strong nor a sign-in with a passkey', async () => {
    const browser = await recover();
    const call = (url: string, payload: object) =>
      browser.request(url, { method: 'POST', headers: ours, payload });
    const { options } = (await call('/api/recovery/passkey/options', {})).json();
    const passkey = new Passkey();
    const credential = passkey.create(options);
    expect((await call('/api/recovery/passkey', { credential })).statusCode).toBe(200);
    const [session] = await world.db.selectFrom('sessions').selectAll().execute();
    expect(session).toMatchObject({ method: 'passkey', amr: 'otp' });
    expect([await isStrong(browser), await methodFor(browser)]).toEqual([false, 'PASSWORD']);
    world.clock.now += minute;
    const next = createBrowser(world.server);
    next.take(await createPasskeySteps(world).signIn(passkey));
    expect([await isStrong(next), await methodFor(next)]).toEqual([true, 'PASSKEY']);
  });

  test('with a new password and a new app is not strong', async () => {
    const browser = await recover();
    const page = await browser.request('/uk/recovery/set-up');
    const { userHash: pendingUser } = recoveryPropsOf('recovery-set-up', page.body);
    await submit(browser, '/uk/recovery/set-up', { newPassword: chosen, pendingUser });
    await createSetUpSteps(world).turnOn(browser);
    expect(await isStrong(browser)).toBe(false);
  });
});
