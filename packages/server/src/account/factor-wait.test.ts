// “This wasn’t me” in a session that has not shown the second factor: new factors do not count for seven days. The other person may have sent
// the request. Decision 0060.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCaller, callRoute, weakSession } from '../../test/support/admin/callers.ts';
import { createBrowser } from '../../test/support/browser.ts';
import { addCasApplication } from '../../test/support/cas/applications.ts';
import { loginAddress } from '../../test/support/cas/steps.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../test/support/diia/world.ts';
import type { Passkey } from '../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../test/support/second-factor/set-up.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../../test/support/second-factor/steps.ts';
import { accountPropsOf, codesPropsOf } from '../../test/support/web-build.ts';
import { apps, ours } from '../../test/support/world.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { resetFactors } from '../factors/remove-factors.ts';
import { grantRole } from '../users/roles/role-store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: DiiaWorld;
let steps: SecondFactorSteps;
let setUp: ReturnType<typeof createSetUpSteps>;
let passkeys: ReturnType<typeof createPasskeySteps>;

beforeEach(async () => {
  world = await makeDiiaWorld('sqlite', {
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@campus.example',
  });
  steps = createSecondFactorSteps(world);
  setUp = createSetUpSteps(world);
  passkeys = createPasskeySteps(world);
  await world.db
    .updateTable('applications')
    .set({ minimum_level: 'urn:brama:acr:mfa' })
    .where('id', '=', apps.campus.id)
    .execute();
  await world.db
    .updateTable('users')
    .set({ email: 'taras@campus.example' })
    .where('id', '=', world.taras)
    .execute();
  await grantRole(world.db, { userId: world.taras, role: 'operator', at: 1 });
});
afterEach(() => world.close());

async function enterPassword() {
  const browser = createBrowser(world.server);
  await steps.enterPassword(browser, 'taras');
  return browser;
}
async function enterDiia() {
  const browser = createBrowser(world.server);
  browser.take((await world.signedIn()).session);
  return browser;
}
async function usePasskey(passkey: Passkey) {
  const browser = createBrowser(world.server);
  browser.take(await passkeys.signIn(passkey));
  return browser;
}
const addPasskey = async (browser: Browser) => (await passkeys.addNew(browser.cookies())).passkey;

async function click(browser: Browser) {
  const answer = await browser.request('/api/account/secure', { method: 'POST', headers: ours });
  expect(answer.statusCode).toBe(200);
  // the user has chosen a new password
  await world.db
    .updateTable('users')
    .set({ password_hash: world.passwordHash })
    .where('id', '=', world.taras)
    .execute();
  world.clock.now += minute;
}

/** A thief of the mailbox, or the user, clicks in a session that has shown no factor. */
async function loseFactors() {
  await addPasskey(await enterPassword());
  world.clock.now += minute;
  await click(await enterPassword());
}

/** Sets up an app, and returns it: the browser, what the app shows, and a recovery code. */
async function addApp(browser: Browser) {
  const { offered, answer } = await setUp.turnOn(browser);
  world.clock.now += minute;
  return {
    codeOf: () => setUp.codeOf(offered),
    recoveryCode: codesPropsOf(answer.body).codes[0] ?? '',
  };
}

async function enterCode(code: string, page?: 'second-factor/recovery-code') {
  const browser = await enterPassword();
  await steps.send(browser, world.taras, code, page && { page });
  expect((await browser.request('/user')).statusCode).toBe(200);
  return browser;
}

/** Returns where an application with the level of two factors leads. */
async function opened(browser: Browser): Promise<string> {
  const { url, location, body } = await browser.go(`/api/app-redirect?appId=${apps.campus.id}`);
  if (location !== undefined) return 'opened';
  return /<p>([^<]*)<\/p>/.exec(body)?.[1] ?? new URL(url).pathname;
}

async function isStrong(browser: Browser): Promise<boolean> {
  const caller = { headers: { cookie: browser.cookies(), 'sec-fetch-site': 'same-origin' } };
  return (await callRoute(world, 'readSelf', caller)).json().strongUntil !== null;
}

const countFrom = async (browser: Browser) => {
  const { body } = await browser.request('/uk/account');
  return accountPropsOf(body).newFactorsCountFrom;
};

describe('after a click in a session that has shown no factor', () => {
  let until: number;
  beforeEach(async () => {
    await loseFactors();
    until = world.clock.now - minute + 7 * day;
  });

  test('the email, the account page and the administration say from when new factors count', async () => {
    const browser = await enterPassword();
    expect(await countFrom(browser)).toBe(new Date(until).toISOString());
    await addCaller(world, 'boss', ['administrator']);
    const boss = await weakSession(world, 'boss');
    const factors = await callRoute(world, 'readFactors', boss, { params: { id: world.taras } });
    expect(factors.json().newFactorsCountFrom).toBe(new Date(until).toISOString());
    const secured = () => world.letters.find(({ subject }) => subject === 'uk account-secured');
    await expect.poll(secured).toBeDefined();
    expect(secured()?.paragraphs).toContainEqual(
      expect.stringContaining('Нові діють з 27 листопада'),
    );
  });

  test('no new factor raises a sign-in or a session', async () => {
    const first = await enterPassword();
    expect(await opened(first)).toBe('factors-wait-diia');
    const { codeOf, recoveryCode } = await addApp(first);
    const passkey = await addPasskey(first);
    world.clock.now += minute;
    const later = await enterCode(codeOf());
    const byCode = await enterCode(recoveryCode, 'second-factor/recovery-code');
    const byPasskey = await usePasskey(passkey);
    for (const browser of [first, later, byCode, byPasskey]) {
      expect(await opened(browser)).toBe('factors-wait-diia');
      expect(await isStrong(browser)).toBe(false);
    }
    const sessions = await steps.sessionsOf(world.taras);
    expect(sessions.map(({ amr }) => amr)).toEqual(['pwd otp', 'pwd otp', 'pwd otp', 'hwk user']);
  });

  test('a form that is sent twice leads on, and raises nothing', async () => {
    const browser = await enterPassword();
    const code = (await steps.addApp(world.taras))();
    for (const _time of ['first', 'second']) {
      const { statusCode, headers } = await steps.send(browser, world.taras, code);
      expect([statusCode, headers.location]).toEqual([303, '/uk/apps']);
    }
    const sessions = await steps.sessionsOf(world.taras);
    expect(sessions.map(({ amr }) => amr)).toEqual(['pwd otp']);
    expect(await opened(browser)).toBe('factors-wait-diia');
  });

  test('no factor that a sign-in must set up or show raises it', async () => {
    const { db, taras } = world;
    const group = { name: 'staff', created_at: 1, second_factor: 'required' };
    await db.insertInto('groups').values(group).execute();
    const user = db.selectFrom('users').select('groups').where('id', '=', taras);
    const { groups } = await user.executeTakeFirstOrThrow();
    const more = JSON.stringify([...JSON.parse(groups), group.name]);
    await db.updateTable('users').set({ groups: more }).where('id', '=', taras).execute();
    const first = await enterPassword();
    expect((await first.request('/user')).statusCode).toBe(401);
    const { codeOf } = await addApp(first);
    expect(await opened(first)).toBe('factors-wait-diia');
    expect(await opened(await enterCode(codeOf()))).toBe('factors-wait-diia');
  });

  test('new factors protect the ways to sign in all the same', async () => {
    const first = await enterPassword();
    const passkey = await addPasskey(first);
    world.clock.now += minute;
    expect(await setUp.open(await enterPassword()).catch(({ message }) => message)).toMatch(/^302/);
    // the passkey has been shown, so its session may
    await addApp(await usePasskey(passkey));
    expect(await countFrom(await usePasskey(passkey))).not.toBeNull();
  });

  test.each([
    ['that has shown a new factor', async (code: string) => enterCode(code)],
    ['of Diia', async () => enterDiia()],
  ])('another click in a session %s does not end it', async (_what, start) => {
    const app = await addApp(await enterPassword());
    await click(await start(app.codeOf()));
    const { codeOf } = await addApp(await enterPassword());
    expect(await opened(await enterCode(codeOf()))).toBe('factors-wait-diia');
  });

  test('a later click begins the wait again, whatever its session has shown', async () => {
    const app = await addApp(await enterPassword());
    world.clock.now += 6 * day;
    const restart = world.clock.now;
    await click(await enterCode(app.codeOf()));
    await click(await enterPassword());
    world.clock.now = until + minute;
    const { codeOf } = await addApp(await enterPassword());
    const browser = await enterCode(codeOf());
    expect(await opened(browser)).toBe('factors-wait-diia');
    expect(Date.parse(`${await countFrom(browser)}`)).toBeGreaterThanOrEqual(restart + 7 * day);
  });

  test('a factor that a node with a slow clock has stored does not count', async () => {
    const { codeOf } = await addApp(await enterPassword());
    await world.db
      .updateTable('totp_factors')
      .set({ created_at: until - 7 * day - 1000 })
      .execute();
    expect(await opened(await enterCode(codeOf()))).toBe('factors-wait-diia');
  });

  test('they count when the time is over, also in a session of before', async () => {
    const first = await enterPassword();
    const { codeOf } = await addApp(first);
    world.clock.now = until - minute;
    const early = await enterCode(codeOf());
    expect(await opened(early)).toBe('factors-wait-diia');
    world.clock.now = until;
    expect(await countFrom(early)).toBeNull();
    expect(await opened(early)).toBe('/uk/second-factor');
    world.clock.now += minute;
    await steps.send(early, world.taras, codeOf());
    expect(await opened(early)).toBe('opened');
    world.clock.now += minute;
    const next = await enterCode(codeOf());
    expect([await opened(next), await isStrong(next)]).toEqual(['opened', true]);
  });

  test('the page offers Diia only where the application accepts it', async () => {
    const service = 'https://password.example/';
    await addCasApplication(world.db, {
      id: crypto.randomUUID(),
      name: 'password-only',
      minimumLevel: 'urn:brama:acr:mfa',
      protocol: { services: [service], signInMethods: ['password'] },
    });
    world.clock.now += minute;
    const browser = await enterPassword();
    const { body } = await browser.go(loginAddress({ service }));
    expect(/<p>([^<]*)<\/p>/.exec(body)?.[1]).toBe('factors-wait');
  });

  test('they count in a session of Diia', async () => {
    const { codeOf } = await addApp(await enterPassword());
    const browser = await enterDiia();
    expect(await opened(browser)).toBe('/uk/second-factor');
    await steps.send(browser, world.taras, codeOf());
    expect(await opened(browser)).toBe('opened');
  });

  test('a removal that Diia confirms does not end it', async () => {
    const first = await enterPassword();
    const { codeOf } = await addApp(first);
    await addPasskey(first);
    const diia = await enterDiia();
    const rows = await world.db.selectFrom('passkeys').select('id').execute();
    for (const passkey of [...rows.map(({ id }) => id), 'unknown'])
      await world.post('/api/passkeys/remove', { passkey }, { cookie: diia.cookies() });
    expect(await countFrom(diia)).toBe(new Date(until).toISOString());
    expect(await opened(await enterCode(codeOf()))).toBe('factors-wait-diia');
  });

  test('a change that Diia confirms ends it', async () => {
    const { codeOf } = await addApp(await enterPassword());
    await addPasskey(await enterDiia());
    const browser = await enterCode(codeOf());
    expect(await countFrom(browser)).toBeNull();
    expect([await opened(browser), await isStrong(browser)]).toEqual(['opened', true]);
  });

  test('a reset by an administrator ends it', async () => {
    await world.db
      .transaction()
      .execute((queries) =>
        resetFactors(queries, revokeUsers, { userId: world.taras, at: world.clock.now }),
      );
    const { codeOf } = await addApp(await enterPassword());
    expect(await opened(await enterCode(codeOf()))).toBe('opened');
  });
});

test('a click in a session that has shown the factor begins no wait', async () => {
  const { codeOf } = await addApp(await enterPassword());
  await click(await enterCode(codeOf()));
  const next = await enterPassword();
  await addApp(next);
  expect(await opened(next)).toBe('opened');
});

test('a click of a user who keeps an older factor begins no wait', async () => {
  const passkey = await addPasskey(await enterPassword());
  world.clock.now += 31 * day;
  await click(await enterPassword());
  const browser = await usePasskey(passkey);
  expect(await countFrom(browser)).toBeNull();
  expect(await opened(browser)).toBe('opened');
});
