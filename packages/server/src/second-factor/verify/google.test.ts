// The second factor after a sign-in with Google.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../../test/support/google/world.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import {
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';

describeOnDatabases('a second factor after Google', (kind) => {
  let world: GoogleWorld;
  let steps: SecondFactorSteps;
  let codeOf: Awaited<ReturnType<SecondFactorSteps['addApp']>>;
  beforeAll(async () => {
    world = await makeGoogleWorld(kind);
    steps = createSecondFactorSteps(world);
    codeOf = await steps.addApp(world.olena);
  });
  beforeEach(async () => {
    await world.db.deleteFrom('sessions').execute();
    world.clock.now += 10 * stepMs;
  });
  afterAll(() => world.close());

  /** Passes the second factor with the pending sign-in of this cookie. */
  async function enterCode(pending: string | undefined) {
    const browser = steps.browser();
    browser.take(`brama_pending=${pending}`);
    const answer = await steps.send(browser, world.olena, codeOf(), { query: '?appId=7' });
    expect(answer.headers.location).toBe('/uk/apps?appId=7');
  }

  test('starts the session, whose level has both', async () => {
    const browser = world.createBrowser();
    const answer = await browser.finish(world.google.choose(await browser.begin(), olena));
    expect([answer.statusCode, answer.json()]).toEqual([200, { next: 'second-factor' }]);
    expect(await steps.sessionsOf(world.olena)).toEqual([]);
    await enterCode(browser.jar.get('brama_pending'));
    expect(await steps.sessionsOf(world.olena)).toEqual([
      expect.objectContaining({ method: 'google', amr: 'google otp mfa' }),
    ]);
  });

  test('is asked for without JavaScript', async () => {
    const browser = world.createBrowser();
    const returned = world.google.choose(await browser.begin('?appId=7&state=s'), olena);
    const payload = new URLSearchParams(returned).toString();
    const answer = await world.post('/google/auth', payload, { ...form, cookie: browser.cookie() });
    expect(answer.headers.location).toBe('/uk/second-factor?appId=7&state=s');
    const pending = answer.cookies.find(({ name }) => name === 'brama_pending');
    await enterCode(pending?.value);
    expect(await steps.sessionsOf(world.olena)).toHaveLength(1);
  });
});
