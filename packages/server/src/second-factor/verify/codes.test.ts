// The code of an authenticator app and recovery codes, as the second step of a sign-in.

import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { eventsIn, plain } from '../../../test/support/events.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../../test/support/web-build.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';

const recoveryPage = 'second-factor/recovery-code';
const wrong = '000000';

/** Returns the status and where the browser goes. */
const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

describeOnDatabases('a second factor at sign-in', (kind) => {
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
    for (const table of ['sessions', 'pending_sign_ins', 'rate_limits', 'events'] as const)
      await world.db.deleteFrom(table).execute();
    codeOf = await steps.addApp(olena);
    world.clock.now += 10 * stepMs;
    world.lines.length = 0;
  });
  afterAll(() => world.close());

  const refusalsInLog = () =>
    eventsIn(world.lines)
      .filter(({ event }) => event === 'second-factor.refused')
      .map(({ reason }) => reason);

  describe('the first factor alone', () => {
    test('starts no session', async () => {
      const browser = steps.browser();
      const answer = await steps.enterPassword(browser);
      expect(answer.json()).toEqual({ next: 'second-factor' });
      expect(browser.cookie('brama_session')).toBeUndefined();
      expect(await steps.sessionsOf(olena)).toEqual([]);
      expect((await browser.request('/user')).statusCode).toBe(401);
    });

    test('shows the page, for this user and without a cache', async () => {
      const browser = await steps.pendingBrowser();
      const page = await browser.request('/en/second-factor?appId=7&state=s&junk=1');
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBe('private, no-store');
      expect(page.body).toContain('data-page="second-factor"');
      expect(verifyPropsOf(page.body)).toEqual({
        message: '',
        isOver: false,
        username: 'O.Shevchenko',
        userHash: steps.userHashOf(olena),
        isSignedIn: false,
        hasRecoveryCodes: false,
        continueHref: '',
        hasApp: true,
        hasPasskey: false,
        rememberDays: 30,
        remember: false,
      });
    });

    test('sends the applications page to the second factor, with the request', async () => {
      const browser = await steps.pendingBrowser();
      const answer = await browser.request('/uk/apps?appId=7&state=s');
      expect(outcome(answer)).toBe('302 /uk/second-factor?appId=7&state=s');
    });
  });

  test('the right code signs the user in and returns to the request', async () => {
    const browser = await steps.pendingBrowser();
    const answer = await steps.send(browser, olena, codeOf(), { query: '?appId=7&state=s&junk=1' });
    expect(outcome(answer)).toBe('303 /uk/apps?appId=7&state=s');
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({ method: 'password', amr: 'pwd otp mfa', shared_computer: 0 }),
    ]);
    expect(await steps.pending()).toEqual([]);
    expect(browser.cookie('brama_pending')).toBeUndefined();
    expect((await browser.request('/user')).json().fullName).toBe('Шевченко Олена');
  });

  test('the time of the sign-in is that of the first factor', async () => {
    const verifiedAt = world.clock.now;
    const browser = await steps.pendingBrowser();
    world.clock.now += 4 * stepMs;
    await steps.send(browser, olena, codeOf());
    expect(await steps.sessionsOf(olena)).toEqual([
      expect.objectContaining({ verified_at: verifiedAt, assured_at: verifiedAt }),
    ]);
  });

  test.each([
    ['one step early', -1, 303],
    ['one step late', 1, 303],
    ['two steps early', -2, 401],
    ['two steps late', 2, 401],
  ])('a clock that is %s', async (_what, drift, status) => {
    const browser = await steps.pendingBrowser();
    const code = codeOf(world.clock.now + drift * stepMs);
    expect((await steps.send(browser, olena, code)).statusCode).toBe(status);
    expect(await steps.sessionsOf(olena)).toHaveLength(status === 303 ? 1 : 0);
  });

  test.each([
    ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`, 303],
    ['between spaces', (code: string) => ` ${code} `, 303],
    ['of five digits', (code: string) => code.slice(0, 5), 401],
    ['with a seventh digit', (code: string) => `${code}0`, 401],
    [
      'in other digits',
      (code: string) => code.replaceAll(/\d/g, (d) => '٠١٢٣٤٥٦٧٨٩'[+d] ?? ''),
      401,
    ],
    ['that is long', () => '1'.repeat(10_000), 401],
  ])('a code %s', async (_what, spell, status) => {
    const browser = await steps.pendingBrowser();
    expect((await steps.send(browser, olena, spell(codeOf()))).statusCode).toBe(status);
  });

  test.each([
    ['second-factor', 'Шість цифр.'],
    [recoveryPage, 'Один із кодів.'],
  ] as const)('an empty code on the page %s is asked for again', async (page, message) => {
    const browser = await steps.pendingBrowser();
    for (const code of ['', '  ']) {
      const answer = await steps.send(browser, olena, code, { page });
      expect(answer.statusCode).toBe(400);
      expect(verifyPropsOf(answer.body)).toMatchObject({ message, isOver: false });
    }
  });

  test('a wrong code shows the page again, is logged and counted', async () => {
    const node = await world.node();
    const browser = steps.browser(node);
    await steps.enterPassword(browser);
    const answer = await steps.send(browser, olena, wrong, { remember: true });
    expect(answer.statusCode).toBe(401);
    expect(verifyPropsOf(answer.body)).toMatchObject({
      message: 'Неправильний код.',
      remember: true,
      isOver: false,
    });
    expect(browser.cookie('brama_session')).toBeUndefined();
    expect(eventsIn(world.lines).map(plain)).toContainEqual({
      level: 'info',
      event: 'second-factor.refused',
      user: olena,
      reason: 'wrong-app-code',
      network: '127.0.0.1',
    });
    expect(world.lines.join()).not.toContain(wrong);
    // stores what it has counted
    await node.close();
    const events = world.db.selectFrom('events').select(['type', 'user_id', 'actor', 'count']);
    expect(await events.execute()).toContainEqual({
      type: 'second-factor.refused',
      user_id: olena,
      actor: 'unknown',
      count: 1,
    });
  });

  test('a code of an app works once, and none of an earlier step works after it', {
    tags: 'race',
  }, async () => {
    const [first, second, third] = [
      await steps.pendingBrowser(),
      await steps.pendingBrowser(),
      await steps.pendingBrowser(),
    ];
    const code = codeOf();
    const earlier = codeOf(world.clock.now - stepMs);
    expect((await steps.send(first, olena, code)).statusCode).toBe(303);
    expect((await steps.send(second, olena, code)).statusCode).toBe(401);
    expect((await steps.send(third, olena, earlier)).statusCode).toBe(401);
    world.clock.now += stepMs;
    expect((await steps.send(third, olena, codeOf())).statusCode).toBe(303);
  });

  test('of many simultaneous requests with one code, in browsers of their own, one wins', {
    tags: 'race',
  }, async () => {
    const other = await world.node();
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const browser = steps.browser(index % 2 ? other : world.server);
        await steps.enterPassword(browser);
        return browser;
      }),
    );
    const code = codeOf();
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        steps.send(browser, olena, code, { from: `192.0.2.${index}` }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([303, ...Array(7).fill(401)]);
    expect(await steps.sessionsOf(olena)).toHaveLength(1);
    // the others wait for another code
    expect(await steps.pending()).toHaveLength(7);
  });

  test('of many simultaneous requests of one browser, one starts a session', {
    tags: 'race',
  }, async () => {
    const browser = await steps.pendingBrowser();
    const code = codeOf();
    const query = '?appId=7';
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        steps.send(browser, olena, code, { query, from: `192.0.2.${index}` }),
      ),
    );
    expect(await steps.sessionsOf(olena)).toHaveLength(1);
    expect(outcome(await browser.request('/uk/second-factor?appId=7'))).toBe(
      '302 /uk/apps?appId=7',
    );
    for (const { statusCode, headers } of answers) {
      if (statusCode !== 303 || headers.location === '/uk/apps?appId=7') continue;
      const location = '/uk/?session=ended&appId=7';
      expect(headers.location).toBe(location);
      expect(outcome(await browser.request(location))).toBe('302 /uk/apps?session=ended&appId=7');
    }
  });

  test('the code of another user is wrong', async () => {
    const codeOfTaras = await steps.addApp(taras);
    const browser = await steps.pendingBrowser();
    expect((await steps.send(browser, olena, codeOfTaras())).statusCode).toBe(401);
    // and was not used up
    const own = await steps.pendingBrowser('taras');
    expect((await steps.send(own, taras, codeOfTaras())).statusCode).toBe(303);
  });

  test('a form of another user is refused, and its code stays', async () => {
    const browser = await steps.pendingBrowser();
    for (const user of [steps.userHashOf(taras), '', 'x']) {
      const answer = await steps.send(browser, olena, codeOf(), { user });
      expect(answer.statusCode).toBe(409);
      expect(answer.body).toContain('changed');
    }
    expect((await steps.send(browser, olena, codeOf())).statusCode).toBe(303);
  });

  describe('a pending sign-in', () => {
    test('ends after ten minutes', async () => {
      const browser = await steps.pendingBrowser();
      world.clock.now += 10 * 60_000 - 1;
      expect((await browser.request('/uk/second-factor')).statusCode).toBe(200);
      world.clock.now += 1;
      const page = await browser.request('/uk/second-factor?appId=7');
      expect(outcome(page)).toBe('302 /uk/?appId=7');
      const answer = await steps.send(browser, olena, codeOf(), { query: '?appId=7' });
      expect(outcome(answer)).toBe('303 /uk/?session=ended&appId=7');
      expect(await steps.sessionsOf(olena)).toEqual([]);
    });

    test('ends after ten wrong codes', async () => {
      const browser = await steps.pendingBrowser();
      for (let times = 1; times <= 10; times += 1) {
        // from another network each time, so that no limit of attempts interferes
        const answer = await steps.send(browser, olena, wrong, { from: `192.0.2.${times}` });
        expect(answer.statusCode).toBe(401);
        expect(verifyPropsOf(answer.body).isOver).toBe(times === 10);
      }
      expect(browser.cookie('brama_pending')).toBeUndefined();
      expect(await steps.pending()).toEqual([]);
    });

    test('is worth nothing in a browser that makes up its cookie', async () => {
      await steps.pendingBrowser();
      const browser = steps.browser();
      browser.take(`brama_pending=${'A'.repeat(43)}`);
      const answer = await steps.send(browser, olena, codeOf());
      expect(outcome(answer)).toBe('303 /uk/?session=ended');
      expect(await steps.sessionsOf(olena)).toEqual([]);
    });

    test('of another user takes no code of this one, in one browser', async () => {
      const codeOfTaras = await steps.addApp(taras);
      const browser = await steps.pendingBrowser();
      await steps.enterPassword(browser, 'taras');
      // the page of the first user, still open in a tab
      expect((await steps.send(browser, olena, codeOf())).statusCode).toBe(409);
      expect((await steps.send(browser, taras, codeOfTaras())).statusCode).toBe(303);
      expect(await steps.sessionsOf(olena)).toEqual([]);
    });

    test.each([
      ['set-up', '/uk/second-factor/set-up'],
      ['recovered', '/uk/recovery/set-up'],
    ])('that lacks the step %s accepts no code', async (step, location) => {
      const browser = await steps.pendingBrowser();
      await world.db.updateTable('pending_sign_ins').set({ step }).execute();
      const page = await browser.request('/uk/second-factor');
      expect(outcome(page)).toBe(`302 ${location}`);
      for (const name of ['second-factor', recoveryPage] as const)
        expect(outcome(await steps.send(browser, olena, codeOf(), { page: name }))).toBe(
          '303 /uk/second-factor',
        );
      expect(await steps.sessionsOf(olena)).toEqual([]);
    });

    test('of a disabled user accepts no code', async () => {
      const browser = await steps.pendingBrowser();
      const set = (disabled: number) =>
        world.db.updateTable('users').set({ disabled }).where('id', '=', olena).execute();
      await set(1);
      const answer = await steps.send(browser, olena, codeOf());
      await set(0);
      expect(outcome(answer)).toBe('303 /uk/?session=ended');
    });

    test('keeps the choice of a shared computer', async () => {
      const browser = await steps.pendingBrowser('o.shevchenko', true);
      await steps.send(browser, olena, codeOf());
      expect(await steps.sessionsOf(olena)).toEqual([
        expect.objectContaining({ shared_computer: 1 }),
      ]);
      expect(browser.cookie('brama_device')).toBeUndefined();
    });
  });

  test('a request of another site is refused', async () => {
    const browser = await steps.pendingBrowser();
    const answer = await browser.request('/uk/second-factor', {
      method: 'POST',
      payload: `code=${codeOf()}&pendingUser=${steps.userHashOf(olena)}`,
      headers: {
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
    });
    expect(answer.json().error.code).toBe('request.foreign-origin');
    expect(await steps.sessionsOf(olena)).toEqual([]);
  });

  describe('a recovery code', () => {
    let codes: string[];
    beforeEach(async () => {
      codes = await steps.addRecoveryCodes(olena);
    });
    const sendCode = (browser: Browser, code: string, from?: string) =>
      steps.send(browser, olena, code, { page: recoveryPage, ...(from && { from }) });

    test('signs the user in, and is reported to the user', async () => {
      const node = await world.node();
      const browser = steps.browser(node);
      await steps.enterPassword(browser);
      const page = await browser.request(`/uk/${recoveryPage}`);
      expect(page.body).toContain('data-page="second-factor-recovery"');
      expect(verifyPropsOf(page.body).hasRecoveryCodes).toBe(true);
      world.letters.length = 0;
      const answer = await sendCode(browser, codes[0] ?? '');
      expect(outcome(answer)).toBe('303 /uk/apps');
      expect(await steps.sessionsOf(olena)).toEqual([
        expect.objectContaining({ method: 'password', amr: 'pwd otp mfa' }),
      ]);
      expect(await steps.recoveryCodes.countLeft(olena)).toBe(9);
      expect(eventsIn(world.lines).map(({ event }) => event)).toContain('recovery-code.used');
      const events = world.db.selectFrom('events').select(['type', 'actor', 'network']);
      expect(await events.where('type', '=', 'recovery-code.used').execute()).toEqual([
        { type: 'recovery-code.used', actor: 'user', network: '127.0.0.1' },
      ]);
      // sends what waits
      await node.close();
      expect(world.letters.map(({ subject }) => subject)).toEqual(['uk recovery-code-used']);
    });

    test('may be typed in capitals, without its dash or with spaces', async () => {
      const [one = '', other = ''] = codes;
      const first = await steps.pendingBrowser();
      expect((await sendCode(first, one.toUpperCase().replace('-', ''))).statusCode).toBe(303);
      const second = await steps.pendingBrowser();
      expect((await sendCode(second, ` ${other.replace('-', ' ')} `)).statusCode).toBe(303);
    });

    test('works once', { tags: 'race' }, async () => {
      const [first, second] = [await steps.pendingBrowser(), await steps.pendingBrowser()];
      expect((await sendCode(first, codes[0] ?? '')).statusCode).toBe(303);
      const again = await sendCode(second, codes[0] ?? '');
      expect(again.statusCode).toBe(401);
      expect(verifyPropsOf(again.body).message).toBe('Немає такого.');
      expect(refusalsInLog()).toEqual(['wrong-recovery-code']);
    });

    test('that is sent often at the same time works once', { tags: 'race' }, async () => {
      const other = await world.node();
      const browsers = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const browser = steps.browser(index % 2 ? other : world.server);
          await steps.enterPassword(browser);
          return browser;
        }),
      );
      const answers = await Promise.all(
        browsers.map((browser, index) => sendCode(browser, codes[0] ?? '', `192.0.2.${index}`)),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([303, ...Array(7).fill(401)]);
      expect(await steps.sessionsOf(olena)).toHaveLength(1);
      expect(await steps.recoveryCodes.countLeft(olena)).toBe(9);
    });

    test('of another user, and the code of an app, are wrong', async () => {
      const [codeOfTaras = ''] = await steps.addRecoveryCodes(taras);
      const browser = await steps.pendingBrowser();
      expect((await sendCode(browser, codeOfTaras)).statusCode).toBe(401);
      expect((await sendCode(browser, codeOf())).statusCode).toBe(401);
      expect((await steps.send(browser, olena, codes[0] ?? '')).statusCode).toBe(401);
      expect(await steps.recoveryCodes.countLeft(taras)).toBe(10);
      expect(await steps.recoveryCodes.countLeft(olena)).toBe(10);
    });

    test('is worth nothing without the first factor', async () => {
      const answer = await sendCode(steps.browser(), codes[0] ?? '');
      expect(outcome(answer)).toBe('303 /uk/?session=ended');
      expect(await steps.recoveryCodes.countLeft(olena)).toBe(10);
    });
  });
});
