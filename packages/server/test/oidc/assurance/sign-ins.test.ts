// What applications learn about each way to sign in with a second factor, through the pages that users see.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../support/diia/world.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../support/google/world.ts';
import { addOidcApplications } from '../../support/oidc/applications.ts';
import { createClient } from '../../support/oidc/client.ts';
import type { Passkey } from '../../support/passkeys/authenticator.ts';
import { createPasskeySteps } from '../../support/passkeys/world.ts';
import { createSecondFactorSteps, stepMs } from '../../support/second-factor/steps.ts';
import { ours, type World } from '../../support/world.ts';

const account = 'urn:brama:acr:1';
const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';

type Browser = ReturnType<typeof createBrowser>;

const essential = (acr: string) =>
  JSON.stringify({ id_token: { acr: { essential: true, value: acr } } });

/** A client that reads what the session of a browser proves. */
async function createReader(world: World) {
  const client = await createClient(world.server);

  /** Requests a level, provides what is missing, and returns the claims. */
  async function stepUp(
    browser: Browser,
    acr: string,
    provide: (query: string) => Promise<unknown>,
  ) {
    const attempt = await client.begin({ claims: essential(acr) });
    const waiting = new URL((await browser.go(attempt.address)).url);
    await provide(waiting.search);
    const { location } = await browser.go(`/api/app-redirect${waiting.search}`);
    const claims = (await client.finish(`${location}`, attempt)).claims();
    return { page: waiting.pathname, claims };
  }

  /** Returns the claims of a request without the user, and the error for the level of Diia. */
  async function read(browser: Browser) {
    const attempt = await client.begin({ prompt: 'none' });
    const { location } = await browser.go(attempt.address);
    const { acr, amr, auth_time } =
      (await client.finish(`${location}`, attempt)).claims() ?? ({} as never);
    const diia = await client.begin({ prompt: 'none', claims: essential(person) });
    const end = new URL(`${(await browser.go(diia.address)).location}`);
    return { acr, amr, auth_time, diia: end.searchParams.get('error') ?? 'reached' };
  }
  return { stepUp, read };
}

describeOnDatabases('second factors, as applications learn about them', (kind) => {
  let world: DiiaWorld;
  let reader: Awaited<ReturnType<typeof createReader>>;
  let steps: ReturnType<typeof createSecondFactorSteps>;
  let passkeySteps: ReturnType<typeof createPasskeySteps>;
  let codeOf: () => string;

  beforeAll(async () => {
    world = await makeDiiaWorld(kind, {}, { now: Date.now() });
    await addOidcApplications(world.db);
    reader = await createReader(world);
    steps = createSecondFactorSteps(world);
    passkeySteps = createPasskeySteps(world);
  });
  beforeEach(async () => {
    for (const table of ['sessions', 'pending_sign_ins', 'totp_factors', 'passkeys'] as const)
      await world.db.deleteFrom(table).execute();
    // the ID tokens of the library have the time of the machine
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  const seconds = (at: number) => Math.floor(at / 1000);

  async function byPassword() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('taras'));
    return browser;
  }
  async function byDiia() {
    const browser = createBrowser(world.server);
    browser.take((await world.signedIn()).session);
    return browser;
  }
  async function addApp() {
    codeOf = await steps.addApp(world.taras);
  }
  const enterCode = async (browser: Browser, query = '') => {
    const answer = await steps.send(browser, world.taras, codeOf(), { query });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/uk/apps${query}`]);
  };

  /** Confirms with a passkey as a second factor. */
  async function confirm(browser: Browser, passkey: Passkey) {
    const post = (url: string, payload: object) =>
      browser.request(url, { method: 'POST', payload, headers: ours });
    const { options } = (await post('/api/second-factor/passkey/options', {})).json();
    const answer = await post('/api/second-factor/passkey', { credential: passkey.get(options) });
    expect(answer.statusCode, answer.body).toBe(200);
  }

  test('a password, then a code at sign-in', async () => {
    await addApp();
    const signedInAt = world.clock.now;
    const browser = await steps.pendingBrowser('taras');
    world.clock.now += 2 * stepMs;
    await enterCode(browser);
    expect(await reader.read(browser)).toEqual({
      acr: mfa,
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: seconds(signedInAt),
      diia: 'login_required',
    });
  });

  test('a password, then a recovery code at sign-in', async () => {
    await addApp();
    const [code = ''] = await steps.addRecoveryCodes(world.taras);
    const browser = await steps.pendingBrowser('taras');
    await steps.send(browser, world.taras, code, { page: 'second-factor/recovery-code' });
    expect(await reader.read(browser)).toMatchObject({
      acr: mfa,
      amr: ['pwd', 'otp', 'mfa'],
      diia: 'login_required',
    });
  });

  test('a remembered browser has no second factor, until an application asks for it', async () => {
    await addApp();
    const browser = await steps.pendingBrowser('taras');
    await steps.send(browser, world.taras, codeOf(), { remember: true });
    browser.forget('brama_session');
    world.clock.now += stepMs;
    await steps.enterPassword(browser, 'taras');
    const before = await reader.read(browser);
    expect(before).toMatchObject({ acr: account, amr: ['pwd'], diia: 'login_required' });
    const { page, claims } = await reader.stepUp(browser, mfa, (query) =>
      enterCode(browser, query),
    );
    expect(page).toBe('/uk/second-factor');
    expect(claims).toMatchObject({
      acr: mfa,
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: before.auth_time,
    });
  });

  test('a code in the session of a password, inside the request', async () => {
    const browser = await byPassword();
    await addApp();
    const signedInAt = world.clock.now;
    world.clock.now += 4 * stepMs;
    const { page, claims } = await reader.stepUp(browser, mfa, (query) =>
      enterCode(browser, query),
    );
    expect(page).toBe('/uk/second-factor');
    expect(claims).toMatchObject({
      acr: mfa,
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: seconds(signedInAt),
    });
    expect((await reader.read(browser)).diia).toBe('login_required');
  });

  test('a code after Diia: both levels', async () => {
    const browser = await byDiia();
    await addApp();
    const { claims } = await reader.stepUp(browser, mfa, (query) => enterCode(browser, query));
    expect(claims).toMatchObject({ acr: mfa, amr: ['diia', 'otp', 'mfa'] });
    expect(await reader.read(browser)).toMatchObject({ acr: person, diia: 'reached' });
  });

  test.each([
    ['of one device', { isSynchronised: false }, 'hwk', 'password'],
    ['of several devices', { isSynchronised: true }, 'swk', 'password'],
    ['that stands for Diia', { isSynchronised: false }, 'hwk', 'diia'],
  ] as const)('a passkey %s as a second factor', async (_what, options, amr, addedAfter) => {
    const adding = addedAfter === 'diia' ? await byDiia() : await byPassword();
    const { passkey } = await passkeySteps.addNew(adding.cookies(), options);
    const browser = await byPassword();
    const { page, claims } = await reader.stepUp(browser, mfa, () => confirm(browser, passkey));
    expect(page).toBe('/uk/second-factor');
    expect(claims).toMatchObject({ acr: mfa, amr: ['pwd', amr, 'user', 'mfa'] });
    // alone, the last one reaches the level of Diia; as a second factor none does
    expect((await reader.read(browser)).diia).toBe('login_required');
    browser.take(await passkeySteps.signIn(passkey, browser.cookies()));
    expect(await reader.read(browser)).toMatchObject({
      amr: [amr, 'user', 'mfa'],
      diia: addedAfter === 'diia' ? 'reached' : 'login_required',
    });
  });

  test('a sign-in with Diia replaces a second factor', async () => {
    const browser = await byPassword();
    await addApp();
    await enterCode(browser);
    const { page, claims } = await reader.stepUp(browser, person, async () => {
      browser.take((await byDiia()).cookies());
    });
    expect(page).toBe('/uk/');
    expect(claims).toMatchObject({ acr: person, amr: ['diia'] });
  });

  test('Google, then a code at sign-in', async () => {
    const withGoogle: GoogleWorld = await makeGoogleWorld(kind);
    withGoogle.clock.now = Date.now();
    await addOidcApplications(withGoogle.db);
    const ofGoogle = createSecondFactorSteps(withGoogle);
    const code = (await ofGoogle.addApp(withGoogle.olena))();
    const atGoogle = withGoogle.createBrowser();
    await atGoogle.signIn(olena);
    const browser = createBrowser(withGoogle.server);
    for (const cookie of atGoogle.cookie().split('; ')) browser.take(cookie);
    expect((await ofGoogle.send(browser, withGoogle.olena, code)).statusCode).toBe(303);
    expect(await (await createReader(withGoogle)).read(browser)).toMatchObject({
      acr: mfa,
      amr: ['google', 'otp', 'mfa'],
      // no method of this instance reaches it
      diia: 'unmet_authentication_requirements',
    });
    await withGoogle.close();
  });
});
