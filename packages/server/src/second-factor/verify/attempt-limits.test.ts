// Limits of attempts with codes: an attacker who knows the password gets few, and does not lock the user out.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcome } from '../../../test/support/attempts.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';

const wrong = '000000';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const recoveryPage = 'second-factor/recovery-code';

describeOnDatabases('limits of attempts with codes', (kind) => {
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
    await world.db.deleteFrom('rate_limits').execute();
    codeOf = await steps.addApp(olena);
    world.clock.now += dayMs;
  });
  afterAll(() => world.close());

  /** Sends wrong codes in sign-ins of their own, so that none of them ends. */
  async function guess(count: number, from = '192.0.2.1') {
    const outcomes: (string | number)[] = [];
    for (let times = 0; times < count; times += 1) {
      const browser = await steps.pendingBrowser();
      outcomes.push(outcome(await steps.send(browser, olena, wrong, { from })));
    }
    return outcomes;
  }

  /** A browser in which the user has signed in before. Its next sign-in waits for a code. */
  async function trustedBrowser(username = 'o.shevchenko', owner = olena, code = codeOf()) {
    const browser = await steps.pendingBrowser(username);
    const answer = await steps.send(browser, owner, code);
    if (answer.statusCode !== 303) throw new Error(answer.body);
    world.clock.now += stepMs;
    browser.forget('brama_session');
    await steps.enterPassword(browser, username);
    return browser;
  }

  const tryRight = async (browser: Browser, from = '192.0.2.1') =>
    outcome(await steps.send(browser, olena, codeOf(), { from }));

  test('let five wrong codes pass from one network, then make it wait', async () => {
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 'wait 15']);
    world.clock.now += 15_000;
    expect(await guess(2)).toEqual([401, 'wait 30']);
  });

  test('also refuse the right code, and say how long to wait', async () => {
    const browser = await steps.pendingBrowser();
    await guess(5);
    const answer = await steps.send(browser, olena, codeOf(), { from: '192.0.2.1' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '15']);
    expect(verifyPropsOf(answer.body).message).toBe('До наступного: 15 секунд.');
    world.clock.now += 15_000;
    expect(await tryRight(browser)).toBe(303);
  });

  test('forget wrong codes after a right one', async () => {
    await guess(4);
    expect(await tryRight(await steps.pendingBrowser())).toBe(303);
    world.clock.now += stepMs;
    expect(await guess(5)).toEqual(Array(5).fill(401));
  });

  test('let thirty codes a day pass from all networks together', async () => {
    let passed = 0;
    const end = world.clock.now + dayMs;
    for (let network = 0; world.clock.now < end; network += 1) {
      const [first] = await guess(1, `198.51.${network % 250}.1`);
      if (first === 401) passed += 1;
      world.clock.now += 25 * 60_000;
    }
    expect(passed).toBeGreaterThan(25);
    expect(passed).toBeLessThanOrEqual(30);
  });

  test('leave the browser of the user free while others guess', async () => {
    const browser = await trustedBrowser();
    for (let network = 1; network <= 12; network += 1) await guess(1, `192.0.2.${network}`);
    expect(await guess(1, '192.0.2.99')).toEqual([expect.stringMatching(/^wait/)]);
    // also from a network that has none left
    expect(await tryRight(browser, '192.0.2.1')).toBe(303);
  });

  test('count a browser in which only another user has signed in as a stranger', async () => {
    const taras = await addUser(world.db, { username: `taras-${kind}` }, world.passwordHash);
    const codeOfTaras = await steps.addApp(taras);
    const browser = await trustedBrowser(`taras-${kind}`, taras, codeOfTaras());
    browser.forget('brama_session');
    await steps.enterPassword(browser);
    await guess(5);
    expect(await tryRight(browser)).toBe('wait 15');
  });

  async function markedDevices() {
    const rows = await world.db
      .selectFrom('trusted_devices')
      .select('second_factor_at')
      .where('user_id', '=', olena)
      .where('second_factor_at', 'is not', null)
      .execute();
    return rows.length;
  }

  test('count a browser that signed in without a second factor as a stranger', async () => {
    await world.db.deleteFrom('totp_factors').execute();
    await world.db.deleteFrom('trusted_devices').execute();
    const browser = steps.browser();
    await steps.enterPassword(browser);
    expect(browser.cookie('brama_device')).toBeDefined();
    expect(await markedDevices()).toBe(0);
    codeOf = await steps.addApp(olena);
    browser.forget('brama_session');
    await steps.enterPassword(browser);
    await guess(5);
    expect(await tryRight(browser)).toBe('wait 15');
  });

  test('trust a browser whose session is raised, under a new secret', async () => {
    await world.db.deleteFrom('totp_factors').execute();
    const browser = steps.browser();
    await steps.enterPassword(browser);
    const before = browser.cookie('brama_device');
    codeOf = await steps.addApp(olena);
    expect(await tryRight(browser, '203.0.113.9')).toBe(303);
    expect(browser.cookie('brama_device')).not.toBe(before);
    world.clock.now += stepMs;
    browser.forget('brama_session');
    await steps.enterPassword(browser);
    await guess(5);
    expect(await tryRight(browser)).toBe(303);
  });

  test('let eight wrong codes pass on a trusted device', async () => {
    const browser = await trustedBrowser();
    const outcomes: (string | number)[] = [];
    for (let times = 0; times < 9; times += 1)
      outcomes.push(outcome(await steps.send(browser, olena, wrong)));
    expect(outcomes).toEqual([...Array(8).fill(401), 'wait 15']);
    // strangers have theirs
    expect(await guess(1)).toEqual([401]);
  });

  test('count recovery codes apart', async () => {
    const [code = ''] = await steps.addRecoveryCodes(olena);
    await guess(5);
    const browser = await steps.pendingBrowser();
    const from = '192.0.2.1';
    for (let times = 0; times < 5; times += 1)
      expect(
        outcome(await steps.send(browser, olena, 'aaaaa-aaaaa', { page: recoveryPage, from })),
      ).toBe(401);
    const answer = await steps.send(browser, olena, code, { page: recoveryPage, from });
    expect(outcome(answer)).toBe('wait 15');
    world.clock.now += 15_000;
    const later = await steps.send(browser, olena, code, { page: recoveryPage, from });
    expect(outcome(later)).toBe(303);
  });

  test('count attempts that are sent at the same time', { tags: 'race' }, async () => {
    const browsers = await Promise.all(Array.from({ length: 12 }, () => steps.pendingBrowser()));
    const answers = await Promise.all(
      browsers.map((browser) => steps.send(browser, olena, wrong, { from: '192.0.2.1' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(5);
  });
});
