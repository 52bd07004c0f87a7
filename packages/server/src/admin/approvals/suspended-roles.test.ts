// Roles give no rights after a recovery by the secondary address, until an administrator restores them or a day has passed.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { createBrowser } from '../../../test/support/browser.ts';
import { form, formOf } from '../../../test/support/oidc/raw.ts';
import { Passkey } from '../../../test/support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { recoveryPropsOf } from '../../../test/support/web-build.ts';
import { makeWorld, ours, type World } from '../../../test/support/world.ts';
import { createRecoveryStores } from '../../recovery/compose.ts';

type Browser = ReturnType<typeof createBrowser>;

const minute = 60_000;
const day = 24 * 60 * minute;
const chosen = 'zq7fW2mXc9Kt';

let world: World;
let boss: string;
beforeEach(async () => {
  world = await makeWorld('sqlite', {
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'a@campus.example',
  });
  boss = await addCaller(world, 'boss', ['administrator']);
});
afterEach(() => world.close());

const stores = () => createRecoveryStores(world.db, world.keys, () => world.clock.now);
const submit = (browser: Browser, url: string, fields: Record<string, string>) =>
  browser.request(url, {
    method: 'POST',
    headers: { ...ours, ...form },
    payload: formOf(fields),
  });

/** Opens a link that the secondary address of the user has received. */
async function byAddress(userId = boss): Promise<Browser> {
  const at = world.clock.now - 8 * day;
  await world.db
    .insertInto('secondary_emails')
    .values({
      user_id: userId,
      email: 'own@mail.example',
      created_at: at,
      confirmed_at: at,
      token_hash: null,
      token_expires_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const browser = createBrowser(world.server);
  await submit(browser, '/uk/recovery/link', { code: await stores().links.issue(userId) });
  return browser;
}

async function byCode(): Promise<Browser> {
  const issued = { userId: boss, ttlMs: day, issuedBy: 'support', reason: 'lost phone' };
  const code = await stores().accessCodes.issue(world.db, issued);
  const browser = createBrowser(world.server);
  await submit(browser, '/uk/recovery/access-code', { username: 'boss', code });
  return browser;
}

async function choosePassword(browser: Browser) {
  const page = await browser.request('/uk/recovery/set-up');
  const { userHash: pendingUser } = recoveryPropsOf('recovery-set-up', page.body);
  const answer = await submit(browser, '/uk/recovery/set-up', { newPassword: chosen, pendingUser });
  expect(answer.statusCode).toBe(303);
}

/** Signs in with a passkey that the recovery adds: a strong session. */
async function addPasskeyAndSignIn(browser: Browser): Promise<Caller> {
  const call = (url: string, payload: object) =>
    browser.request(url, { method: 'POST', headers: ours, payload });
  const { options } = (await call('/api/recovery/passkey/options', {})).json();
  const passkey = new Passkey();
  const credential = passkey.create(options);
  expect((await call('/api/recovery/passkey', { credential })).statusCode).toBe(200);
  world.clock.now += minute;
  const cookie = await createPasskeySteps(world).signIn(passkey);
  return { userId: boss, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}

const token = () => tokenOf(world, boss, { roles: ['administrator'] });
const codeOf = async (caller: Caller) => {
  const answer = await callRoute(world, 'readSelf', caller);
  return answer.statusCode === 200 ? 'done' : answer.json().code;
};
const events = async () => {
  const rows = await world.db
    .selectFrom('events')
    .select(['type', 'actor'])
    .where('user_id', '=', boss)
    .where('type', 'in', ['role.suspended', 'role.restored', 'approval.given'])
    .orderBy('at')
    .execute();
  return rows.map(({ type, actor }) => `${type} ${actor}`);
};
const notices = () => world.letters.filter(({ subject }) => subject === 'Ролі призупинено');
const pending = () =>
  world.db.selectFrom('approvals').select('action').where('decided_at', 'is', null).execute();

test('neither a new strong session nor a token has rights for a day', async () => {
  const caller = await addPasskeyAndSignIn(await byAddress());
  for (const one of [caller, await token()])
    expect(await codeOf(one)).toBe('admin.roles-suspended');
  world.clock.now += day - minute - 1;
  expect(await codeOf(await token())).toBe('admin.roles-suspended');
  world.clock.now += 1;
  expect(await codeOf(await token())).toBe('done');
  expect(await events()).toEqual(['role.suspended unknown']);
});

describe('with other administrators', () => {
  let second: Caller;
  beforeEach(async () => {
    await addCaller(world, 'second', ['administrator']);
    await addCaller(world, 'helper', ['operator']);
    second = await strongSession(world, 'second');
  });

  test('they get an email, and one of them restores the rights', async () => {
    const caller = await addPasskeyAndSignIn(await byAddress());
    await expect.poll(notices).toHaveLength(1);
    const [notice] = notices();
    expect(notice?.to).toBe('second@campus.example');
    expect(notice?.paragraphs[0]).toContain('boss до ');
    expect(JSON.stringify(notice)).not.toContain('href');

    const { items } = (await callRoute(world, 'listApprovals', second)).json();
    expect(items).toMatchObject([{ action: 'roles.restore', username: 'boss', reason: '' }]);
    const roles = (await callRoute(world, 'listRoles', second)).json().items;
    const suspended = roles.filter((one: { suspendedUntil: unknown }) => one.suspendedUntil);
    expect(suspended).toMatchObject([{ username: 'boss' }]);
    const params = { id: items[0].id };
    expect((await callRoute(world, 'approveAction', caller, { params })).statusCode).toBe(403);
    expect(await codeOf(caller)).toBe('admin.roles-suspended');
    const approved = await callRoute(world, 'approveAction', second, { params });
    expect([approved.statusCode, approved.json()]).toEqual([200, { action: 'roles.restore' }]);
    expect(await codeOf(caller)).toBe('done');
    expect(await events()).toEqual(
      expect.arrayContaining(['approval.given administrator', 'role.restored administrator']),
    );
  });

  test('the approval outlives another password, and a withdrawn one leaves the roles suspended', async () => {
    await choosePassword(await byAddress());
    await choosePassword(await byAddress());
    expect(await pending()).toEqual([{ action: 'roles.restore' }]);
    const [{ id }] = (await callRoute(world, 'listApprovals', second)).json().items;
    await callRoute(world, 'withdrawApproval', second, { params: { id } });
    expect(await codeOf(await token())).toBe('admin.roles-suspended');
  });

  test('who is suspended is asked for no approval', async () => {
    await choosePassword(await byAddress());
    await addCaller(world, 'third', ['administrator']);
    const third = await strongSession(world, 'third');
    await callRoute(world, 'issueAccessCode', third, {
      params: { id: second.userId },
      body: { reason: 'lost phone' },
    });
    await world.server.close();
    const asked = world.letters.filter(({ subject }) => subject === 'Підтвердження');
    expect(asked).toEqual([]);
  });

  test('a temporary access code is approved already, and restores the rights', async () => {
    await choosePassword(await byAddress());
    expect(await codeOf(await token())).toBe('admin.roles-suspended');
    await choosePassword(await byCode());
    expect(await codeOf(await token())).toBe('done');
    expect([await pending(), await events()]).toEqual([
      [],
      ['role.suspended unknown', 'role.restored unknown'],
    ]);
  });

  test('a user without a role is nothing to them', async () => {
    const browser = await byAddress(world.olena);
    await choosePassword(browser);
    expect((await browser.request('/user')).statusCode).toBe(200);
    await world.server.close();
    expect([await pending(), notices()]).toEqual([[], []]);
  });
});
