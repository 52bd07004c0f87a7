// A second factor raises the session of a signed-in user.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';

const recoveryPage = 'second-factor/recovery-code';

const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

describeOnDatabases('a second factor in a session', (kind) => {
  let world: World;
  let steps: SecondFactorSteps;
  let olena: string;
  let taras: string;
  let codeOf: Awaited<ReturnType<SecondFactorSteps['addApp']>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    steps = createSecondFactorSteps(world);
    ({ olena } = world);
    taras = await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    for (const table of ['sessions', 'totp_factors', 'rate_limits', 'events'] as const)
      await world.db.deleteFrom(table).execute();
    world.clock.now += 10 * stepMs;
  });
  afterAll(() => world.close());

  /** Signs in with the password alone, before the user sets up an app. */
  async function signedIn(): Promise<Browser> {
    const browser = steps.browser();
    await steps.enterPassword(browser);
    codeOf = await steps.addApp(olena);
    return browser;
  }

  test('is asked for on the same page, without the choice to remember the browser', async () => {
    const browser = await signedIn();
    const page = await browser.request('/uk/second-factor?request=r');
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(verifyPropsOf(page.body)).toMatchObject({
      isSignedIn: true,
      hasApp: true,
      rememberDays: 0,
      username: 'O.Shevchenko',
      userHash: steps.userHashOf(olena),
    });
  });

  test('raises this session under a new secret, and keeps the time of the sign-in', async () => {
    const browser = await signedIn();
    const [before] = await steps.sessionsOf(olena);
    const old = browser.cookies();
    world.clock.now += 4 * stepMs;
    const answer = await steps.send(browser, olena, codeOf(), {
      query: '?request=r',
      remember: true,
    });
    expect(outcome(answer)).toBe('303 /uk/apps?request=r');
    const [after, ...others] = await steps.sessionsOf(olena);
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      uid: before?.uid,
      method: 'password',
      amr: 'pwd otp mfa',
      verified_at: before?.verified_at,
      assured_at: before?.verified_at,
    });
    expect(browser.cookies()).not.toBe(old);
    expect((await browser.request('/user')).statusCode).toBe(200);
    expect((await world.send({ url: '/user', headers: { cookie: old } })).statusCode).toBe(401);
    expect(await world.db.selectFrom('remembered_browsers').selectAll().execute()).toEqual([]);
  });

  test('leaves other sessions of the user as they are', async () => {
    const other = steps.browser();
    await steps.enterPassword(other);
    const browser = await signedIn();
    await steps.send(browser, olena, codeOf());
    const levels = (await steps.sessionsOf(olena)).map(({ amr }) => amr).sort();
    expect(levels).toEqual(['pwd otp mfa', null].sort());
  });

  test('can be a recovery code', async () => {
    const browser = await signedIn();
    const [code = ''] = await steps.addRecoveryCodes(olena);
    const page = await browser.request(`/uk/${recoveryPage}`);
    expect(verifyPropsOf(page.body).isSignedIn).toBe(true);
    const answer = await steps.send(browser, olena, code, { page: recoveryPage });
    expect(outcome(answer)).toBe('303 /uk/apps');
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({ amr: 'pwd otp mfa' }),
    ]);
  });

  test('a wrong code leaves the session', async () => {
    const browser = await signedIn();
    const answer = await steps.send(browser, olena, '000000');
    expect(answer.statusCode).toBe(401);
    expect(verifyPropsOf(answer.body)).toMatchObject({ isOver: false, isSignedIn: true });
    expect(await steps.sessionsOf(olena)).toEqual([expect.objectContaining({ amr: null })]);
    expect((await browser.request('/user')).statusCode).toBe(200);
  });

  test('is not answered by another user who has signed in meanwhile', async () => {
    const browser = await signedIn();
    await steps.enterPassword(browser, 'taras');
    const codeOfTaras = await steps.addApp(taras);
    // the page of the first user, still open in a tab
    for (const code of [codeOf(), codeOfTaras()])
      expect((await steps.send(browser, olena, code)).statusCode).toBe(409);
    expect(await steps.sessionsOf(taras)).toEqual([expect.objectContaining({ amr: null })]);
  });

  test('is not a code of another user', async () => {
    const browser = await signedIn();
    const codeOfTaras = await steps.addApp(taras);
    expect((await steps.send(browser, olena, codeOfTaras())).statusCode).toBe(401);
    expect(await steps.sessionsOf(olena)).toEqual([expect.objectContaining({ amr: null })]);
  });

  test('is not asked for twice', async () => {
    const browser = await signedIn();
    await steps.send(browser, olena, codeOf());
    const page = await browser.request('/uk/second-factor?appId=7');
    expect(outcome(page)).toBe('302 /uk/apps?appId=7');
  });

  test('a page of a sign-in that another tab has finished leads to the applications', async () => {
    const browser = await signedIn();
    await steps.enterPassword(browser);
    const pending = browser.cookie('brama_pending');
    const code = codeOf();
    await steps.send(browser, olena, code);
    browser.take(`brama_pending=${pending}`);
    const answer = await steps.send(browser, olena, code, { query: '?appId=7' });
    expect(outcome(answer)).toBe('303 /uk/apps?appId=7');
  });

  test('a user without one is sent to set it up', async () => {
    const browser = steps.browser();
    await steps.enterPassword(browser);
    const page = await browser.request('/uk/second-factor?appId=7');
    expect(outcome(page)).toBe('302 /uk/second-factor/set-up?appId=7');
  });

  test('without a session and a pending sign-in, the sign-in begins again', async () => {
    const browser = steps.browser();
    const page = await browser.request('/en/second-factor?appId=7');
    expect(outcome(page)).toBe('302 /en/?appId=7');
  });

  test('a session that has ended meanwhile is not raised, and the code stays', async () => {
    const browser = await signedIn();
    await world.db.deleteFrom('sessions').execute();
    const answer = await steps.send(browser, olena, codeOf());
    expect(outcome(answer)).toBe('303 /uk/?session=ended');
    const [row] = await world.db.selectFrom('totp_factors').select('last_step').execute();
    expect(row?.last_step).toBe(0);
  });
});
