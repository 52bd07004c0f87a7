// A passkey is a second factor of the rule of changes, whatever the policy is. A thief of the password neither sets up an own app nor
// changes another way to sign in. The passkey or a recovery code leads the user on.

import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { form } from '../../../test/support/oidc/raw.ts';
import { Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { createSetUpSteps } from '../../../test/support/second-factor/set-up.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { makeWorld, ours, password, type World } from '../../../test/support/world.ts';
import { grantRole } from '../../users/roles/role-store.ts';

const again = '/uk/?reauthenticate=account';
const account = '/uk/account#sign-in-methods';
const newPassword = 'zq7fW2mXc9Kt';
const settings = {
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'a@campus.example',
};
const json = { ...ours, accept: 'application/json' };

const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

describe('a user with a passkey and no app', () => {
  let world: World;
  let steps: SecondFactorSteps;
  let setUp: ReturnType<typeof createSetUpSteps>;
  let passkey: Passkey;
  let passkeyId: string;
  afterEach(() => world.close());

  async function start(policy: string) {
    world = await makeWorld('sqlite', { ...settings, SECOND_FACTOR: policy });
    steps = createSecondFactorSteps(world);
    setUp = createSetUpSteps(world);
  }
  async function addPasskey() {
    const { passkey: own, added } = await createPasskeySteps(world).addNew(await world.signIn());
    passkey = own;
    passkeyId = added.id;
  }
  const ways = async () => {
    const tables = [
      'totp_factors',
      'passkeys',
      'recovery_codes',
      'linked_identities',
      'secondary_emails',
      'api_tokens',
      'user_roles',
    ] as const;
    const rows = tables.map((table) => world.db.selectFrom(table).selectAll().execute());
    const hashes = world.db.selectFrom('users').select(['id', 'password_hash']).execute();
    return [await hashes, ...(await Promise.all(rows))];
  };
  const levels = async () =>
    (await steps.sessionsOf(world.olena)).map(({ amr }) => amr).filter((amr) => amr !== null);
  const post = (browser: Browser, url: string, fields: Record<string, string> = {}) =>
    browser.submit(url, {
      method: 'POST',
      payload: new URLSearchParams(fields).toString(),
      headers: { ...ours, ...form },
    });
  const call = (browser: Browser, method: 'POST' | 'DELETE', url: string, payload: object = {}) =>
    browser.request(url, { method, payload, headers: json });

  async function confirmByPasskey(browser: Browser) {
    const asked = await call(browser, 'POST', '/api/second-factor/passkey/options');
    const credential = passkey.get(asked.json().options);
    return call(browser, 'POST', '/api/second-factor/passkey', { credential });
  }

  test.each([
    ['offered', 'user'],
    ['offered', 'administrator'],
    ['off', 'user'],
  ] as const)('under %s the password alone changes nothing of a %s', async (policy, who) => {
    await start(policy);
    const thief = steps.browser();
    await steps.enterPassword(thief);
    // a page that was opened before the user had a passkey
    const offered = policy === 'off' ? undefined : await setUp.open(thief);
    await addPasskey();
    await steps.addRecoveryCodes(world.olena);
    if (who === 'administrator')
      await grantRole(world.db, { userId: world.olena, role: 'administrator', at: 1 });
    const before = await ways();
    if (offered) {
      expect(outcome(await setUp.confirm(thief, offered, setUp.codeOf(offered)))).toBe(
        `303 ${again}`,
      );
      expect(outcome(await thief.request('/uk/second-factor/set-up'))).toBe(`302 ${again}`);
    }
    for (const url of ['/api/second-factor/turn-off', '/uk/second-factor/codes'])
      expect(outcome(await post(thief, url))).toBe(`303 ${again}`);
    const refused = [
      await call(thief, 'POST', '/api/passkeys/options'),
      await call(thief, 'POST', '/api/passkeys/remove', { passkey: passkeyId }),
      await call(thief, 'POST', '/api/google/link'),
      await call(thief, 'DELETE', '/api/google/link'),
      await call(thief, 'POST', '/api/password', { currentPassword: password, newPassword }),
    ];
    for (const answer of refused)
      expect([answer.statusCode, answer.json().error.code]).toEqual([
        403,
        'session.second-factor-missing',
      ]);
    const email = 'thief@example.org';
    for (const path of ['', '/remove'])
      expect((await post(thief, `/uk/secondary-email${path}`, { email })).statusCode).toBe(403);
    expect(await ways()).toEqual(before);
    expect(await levels()).toEqual([]);
    const token = { name: 'x', scopes: ['users.read'], expiresAt: '2026-12-01T00:00:00Z' };
    const administration = await call(thief, 'POST', '/api/admin/tokens', token);
    expect(administration.statusCode).toBe(403);
    // what the forms lead to: the step that the thief lacks
    expect(outcome(await thief.request(again))).toBe('302 /uk/second-factor');
    const page = verifyPropsOf((await thief.request('/uk/second-factor')).body);
    expect(page).toMatchObject({ hasApp: false, hasPasskey: true, hasRecoveryCodes: true });
  });

  test.each(['the passkey', 'a recovery code'])(
    '%s leads back to the account, where changes are possible',
    async (way) => {
      await start('offered');
      await addPasskey();
      const [code = ''] = await steps.addRecoveryCodes(world.olena);
      const browser = steps.browser();
      await steps.enterPassword(browser);
      expect(outcome(await browser.request(again))).toBe('302 /uk/second-factor');
      const page = 'second-factor/recovery-code';
      if (way === 'the passkey') expect((await confirmByPasskey(browser)).statusCode).toBe(200);
      else
        expect(outcome(await steps.send(browser, world.olena, code, { page }))).toBe(
          '303 /uk/apps',
        );
      expect(outcome(await browser.request('/uk/apps'))).toBe(`302 ${account}`);
      const removed = await post(browser, '/api/passkeys/remove', { passkey: passkeyId });
      expect(outcome(removed)).toBe(`303 ${account}`);
      // the codes have ended with the last factor: the app comes with new ones
      expect(await steps.recoveryCodes.countLeft(world.olena)).toBe(0);
      expect((await setUp.turnOn(browser)).answer.statusCode).toBe(200);
      expect(await steps.recoveryCodes.countLeft(world.olena)).toBe(10);
    },
  );

  test('a sign-in with the passkey itself may change everything', async () => {
    await start('offered');
    await addPasskey();
    await world.db.updateTable('users').set({ password_hash: null }).execute();
    const cookie = await createPasskeySteps(world).signIn(passkey);
    const added = await createPasskeySteps(world).addNew(cookie);
    const headers = { ...json, cookie };
    const first = await world.post('/api/password', { newPassword }, headers);
    expect(first.statusCode).toBe(200);
    expect(added.passkey).toBeInstanceOf(Passkey);
  });

  test('a sign-in that waits for the set-up does not outlive the first passkey', async () => {
    await start('offered');
    await world.db
      .insertInto('groups')
      .values({ name: 'students', created_at: 0, second_factor: 'required' })
      .execute();
    const thief = await steps.pendingBrowser();
    const offered = await setUp.open(thief);
    await world.db.deleteFrom('groups').where('name', '=', 'students').execute();
    await addPasskey();
    const answer = await setUp.confirm(thief, offered, setUp.codeOf(offered));
    expect(answer.statusCode).toBe(303);
    const skipped = await post(thief, '/uk/second-factor/skip', { enrolment: offered.enrolment });
    expect(skipped.statusCode).toBe(303);
    expect(await steps.totp.find(world.olena)).toBeUndefined();
    expect((await thief.request('/user')).statusCode).toBe(401);
  });

  test('codes that an earlier release left are void with the first factor', async () => {
    await start('offered');
    const [code = ''] = await steps.addRecoveryCodes(world.olena);
    const browser = await setUp.browser();
    expect((await setUp.turnOn(browser)).answer.statusCode).toBe(200);
    const pending = await steps.pendingBrowser();
    const page = 'second-factor/recovery-code';
    expect((await steps.send(pending, world.olena, code, { page })).statusCode).toBe(401);
    await world.db.deleteFrom('totp_factors').execute();
    await addPasskey();
    expect(await steps.recoveryCodes.countLeft(world.olena)).toBe(0);
  });

  test('a stored passkey that is off here is no factor', async () => {
    await start('offered');
    await addPasskey();
    const [row] = await world.db.selectFrom('passkeys').selectAll().execute();
    await world.close();
    world = await makeWorld('sqlite', { ...settings, PASSKEYS: '0' });
    steps = createSecondFactorSteps(world);
    setUp = createSetUpSteps(world);
    if (!row) throw new Error('no passkey');
    await world.db
      .insertInto('passkeys')
      .values({ ...row, id: randomUUID(), user_id: world.olena })
      .execute();
    const browser = steps.browser();
    await steps.enterPassword(browser);
    expect((await setUp.turnOn(browser)).answer.statusCode).toBe(200);
  });
});
