// What a disabled or expired user loses besides sessions: refresh tokens, access tokens and device codes; and applications are
// notified. Sessions: edit-users.test.ts and lifecycle-job.test.ts.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCaller, callRoute, strongSession } from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addOidcApplication } from '../../../test/support/oidc/applications.ts';
import { createArena, makeArena } from '../../../test/support/oidc/arena.ts';
import { addDevices, createDevice, createDeviceUser } from '../../../test/support/oidc/device.ts';
import { createListener } from '../../../test/support/oidc/listener.ts';
import { attemptOf, ended, said } from '../../../test/support/oidc/raw.ts';

describe.each(databaseKinds)('what a disabled user loses, on %s', (kind) => {
  let world: Awaited<ReturnType<typeof makeArena>>;
  let listener: Awaited<ReturnType<typeof createListener>>;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = await makeArena(kind);
    // the library has no other clock
    world.clock.now = Date.now();
    listener = await createListener();
    await addCaller(world, 'operator', ['operator']);
    await addDevices(world.db);
  });
  afterEach(async () => {
    await world.close();
    await listener.close();
    vi.useRealTimers();
  });

  async function signInEverywhere() {
    const { tokens, browser } = await world.withTokens();
    const device = createDevice(world);
    const person = createDeviceUser(browser);
    const used = await device.ask({ scope: 'openid offline_access' });
    await person.decide(used.user_code);
    const ofDevice = (await device.poll(used.device_code)).json();
    const approved = await device.ask();
    await person.decide(approved.user_code);
    const party = {
      id: crypto.randomUUID(),
      secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
      callback: `${listener.address}/callback`,
    };
    const metadata = {
      redirect_uris: [party.callback],
      backchannel_logout_uri: `${listener.address}/out`,
    };
    const protocol = { metadata, secret: party.secret };
    await addOidcApplication(world.db, { id: party.id, name: 'listener', protocol });
    expect(ended(await browser.go(attemptOf(party).address))).toBe('code');
    return { tokens, ofDevice, approved, device };
  }

  test.each([
    ['disabled', 0],
    ['expired', 1000],
  ])('%s', async (_, afterMs) => {
    const { tokens, ofDevice, approved, device } = await signInEverywhere();
    const refreshed = (await createArena(world).refresh(tokens.refresh_token)).json();
    const again = (await device.refresh(ofDevice.refresh_token)).json();
    expect([refreshed.refresh_token, again.refresh_token]).toEqual(
      Array(2).fill(expect.any(String)),
    );
    const operator = await strongSession(world, 'operator');
    const validUntil = new Date(world.clock.now + afterMs).toISOString();
    const body = afterMs === 0 ? { disabled: true } : { validUntil };
    const input = { params: { id: world.olena }, body };
    expect((await callRoute(world, 'updateUser', operator, input)).statusCode).toBe(200);
    world.clock.now += afterMs;
    const check = async () => said(await world.userinfo(refreshed.access_token));
    await expect.poll(check, { timeout: 3000, interval: 50 }).toBe('401 invalid_token');
    expect(said(await world.refresh(refreshed.refresh_token))).toBe('400 invalid_grant');
    expect(said(await device.refresh(again.refresh_token))).toBe('400 invalid_grant');
    expect(said(await device.poll(approved.device_code))).toBe('400 invalid_grant');
    // the timer of the notifications
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => listener.tokens.length).toBe(1);
  });
});
