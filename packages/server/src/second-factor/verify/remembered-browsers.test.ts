// Browsers in which a user is not asked for a second factor.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, ours, password, type World } from '../../../test/support/world.ts';

const dayMs = 86_400_000;
const cookieName = 'brama_remembered';

describeOnDatabases('a remembered browser', (kind) => {
  let world: World;
  let steps: SecondFactorSteps;
  let olena: string;
  let codeOf: Awaited<ReturnType<SecondFactorSteps['addApp']>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    steps = createSecondFactorSteps(world);
    ({ olena } = world);
  });
  beforeEach(async () => {
    for (const table of ['sessions', 'remembered_browsers', 'rate_limits', 'events'] as const)
      await world.db.deleteFrom(table).execute();
    codeOf = await steps.addApp(olena);
    world.clock.now += 10 * stepMs;
  });
  afterAll(() => world.close());

  const rows = () => world.db.selectFrom('remembered_browsers').selectAll().execute();

  /** Signs in with a code in a new browser, and wants no further codes there. The session ends. */
  async function remember(shared = false): Promise<Browser> {
    const browser = await steps.pendingBrowser('o.shevchenko', shared);
    const answer = await steps.send(browser, olena, codeOf(), { remember: true });
    if (answer.statusCode !== 303) throw new Error(answer.body);
    world.clock.now += stepMs;
    browser.forget('brama_session');
    return browser;
  }

  const isAsked = async (browser: Browser, username?: string, shared?: boolean) =>
    (await steps.enterPassword(browser, username, shared)).json().next === 'second-factor';

  test('is not asked, and its sign-in has the level of the password', async () => {
    const browser = await remember();
    expect(await rows()).toEqual([
      expect.objectContaining({
        user_id: olena,
        expires_at: world.clock.now - stepMs + 30 * dayMs,
      }),
    ]);
    await world.db.deleteFrom('sessions').execute();
    expect(await isAsked(browser)).toBe(false);
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({ method: 'password', amr: null }),
    ]);
  });

  test('is stored as an event, with its cookie for thirty days', async () => {
    const browser = await steps.pendingBrowser();
    const answer = await steps.send(browser, olena, codeOf(), { remember: true });
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({
        name: cookieName,
        httpOnly: true,
        path: '/',
        sameSite: 'Lax',
        maxAge: 30 * 86_400,
      }),
    );
    const [{ secret_hash } = { secret_hash: '' }] = await rows();
    expect(secret_hash).not.toBe(browser.cookie(cookieName));
    const types = await world.db.selectFrom('events').select('type').execute();
    expect(types).toContainEqual({ type: 'browser.remembered' });
  });

  test.each([
    ['without the choice', (browser: Browser) => steps.send(browser, olena, codeOf())],
    [
      'after a recovery code, whose page has no choice',
      async (browser: Browser) => {
        const [code = ''] = await steps.addRecoveryCodes(olena);
        const page = 'second-factor/recovery-code';
        return steps.send(browser, olena, code, { page, remember: true });
      },
    ],
  ])('does not exist %s', async (_what, verify) => {
    const browser = await steps.pendingBrowser();
    expect((await verify(browser)).statusCode).toBe(303);
    expect(await rows()).toEqual([]);
    expect(browser.cookie(cookieName)).toBeUndefined();
  });

  test('is asked again after thirty days', async () => {
    const browser = await remember();
    world.clock.now += 30 * dayMs - stepMs;
    expect(await isAsked(browser)).toBe(true);
  });

  test('is not used by another user', async () => {
    const username = `taras-${kind}`;
    const taras = await addUser(world.db, { username }, world.passwordHash);
    await steps.addApp(taras);
    const browser = await remember();
    expect(await isAsked(browser, username)).toBe(true);
    expect(await isAsked(browser)).toBe(false);
  });

  test('is not used in a sign-in on a shared computer', async () => {
    const browser = await remember();
    expect(await isAsked(browser, 'o.shevchenko', true)).toBe(true);
  });

  test('cannot be a shared computer', async () => {
    const browser = await steps.pendingBrowser('o.shevchenko', true);
    const page = await browser.request('/uk/second-factor');
    expect(verifyPropsOf(page.body).rememberDays).toBe(0);
    await remember(true);
    expect(await rows()).toEqual([]);
  });

  test('is asked after the user has revoked it', async () => {
    const [browser, other] = [await remember(), await remember()];
    const [first] = await world.db
      .selectFrom('remembered_browsers')
      .select('id')
      .orderBy('created_at')
      .execute();
    await steps.enterPassword(other);
    const revoked = await other.request('/api/second-factor/browsers/forget', {
      method: 'POST',
      payload: `browser=${first?.id}&userHash=${steps.userHashOf(olena)}`,
      headers: { ...ours, ...form },
    });
    expect(revoked.statusCode).toBe(303);
    expect(await isAsked(browser)).toBe(true);
    expect(await isAsked(other)).toBe(false);
  });

  test('is asked after the password has changed', async () => {
    const [browser, other] = [await remember(), await remember()];
    expect(await isAsked(browser)).toBe(false);
    await world.confirmSessions();
    const newPassword = 'річка, обрій і 7 лелек';
    const answer = await browser.request('/api/password', {
      method: 'POST',
      payload: { currentPassword: password, newPassword },
      headers: ours,
    });
    expect(answer.statusCode).toBe(200);
    expect(await rows()).toEqual([]);
    await world.db
      .updateTable('users')
      .set({ password_hash: world.passwordHash })
      .where('id', '=', olena)
      .execute();
    for (const one of [browser, other]) {
      one.forget('brama_session');
      expect(await isAsked(one)).toBe(true);
    }
  });

  test('is asked if its cookie is made up', async () => {
    await remember();
    const browser = steps.browser();
    browser.take(`${cookieName}=${'A'.repeat(43)}`);
    expect(await isAsked(browser)).toBe(true);
  });
});

test('with 0 days no browser is remembered', async () => {
  const world = await makeWorld('sqlite', { SECOND_FACTOR_REMEMBER_DAYS: '0' });
  const steps = createSecondFactorSteps(world);
  const codeOf = await steps.addApp(world.olena);
  const browser = await steps.pendingBrowser();
  const page = await browser.request('/uk/second-factor');
  expect(verifyPropsOf(page.body).rememberDays).toBe(0);
  expect((await steps.send(browser, world.olena, codeOf(), { remember: true })).statusCode).toBe(
    303,
  );
  expect(await world.db.selectFrom('remembered_browsers').selectAll().execute()).toEqual([]);
  await world.close();
});
