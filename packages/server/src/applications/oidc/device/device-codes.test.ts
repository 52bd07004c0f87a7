// Device codes (RFC 8628) that are invented, late, used, guessed, polled too often, from another client, or used
// twice.

import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/support/databases.ts';
import {
  createDevice,
  type DeviceStage,
  kiosk,
  makeDeviceStage,
  pageOf,
} from '../../../../test/support/oidc/device.ts';
import { said } from '../../../../test/support/oidc/raw.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import { WriteBatch } from '../../../database/write-batch.ts';
import { EventStore } from '../../../events/store.ts';
import { GrantStore } from '../adapters/grants.ts';
import { DeviceCodeStore } from './device-codes.ts';

describe.each(databaseKinds)('device codes, on %s', (kind) => {
  let stage: DeviceStage;
  let world: DeviceStage['world'];
  let device: DeviceStage['device'];

  beforeAll(async () => {
    stage = await makeDeviceStage(kind);
    world = stage.world;
    device = stage.device;
  });
  beforeEach(() => stage.beginAnew());
  afterAll(() => world.close());

  const pending = '400 authorization_pending';
  const invalid = '400 invalid_grant';

  test('an unknown, an expired and a used code get different errors', async () => {
    const person = await stage.student();
    expect((await person.type('BCDF-GHJK')).body).toContain('не знаємо');
    expect((await person.type('short')).body).toContain('вісім букв');
    const late = await device.ask();
    world.clock.now += 600_000;
    expect((await person.type(late.user_code)).body).toContain('пізно');
    expect(said(await device.poll(late.device_code))).toBe('400 expired_token');
    const { asked } = await stage.letIn();
    expect((await person.type(asked.user_code)).body).toContain('уже був');
  });

  test('a code that expires before the decision is rejected', async () => {
    const asked = await device.ask();
    const person = await stage.student();
    const page = await person.type(asked.user_code);
    world.clock.now += 600_000;
    expect((await person.answer(page.body, 'confirm')).body).toContain('пізно');
    expect(said(await device.poll(asked.device_code))).toBe('400 expired_token');
  });

  test('wrong codes count for the rate limit of this user only', async () => {
    const asked = await device.ask();
    const guesser = await stage.student();
    const page = await guesser.type(asked.user_code);
    for (let tries = 0; tries < 20; tries += 1) await guesser.type('BCDF-GHJK');
    // nor past our question
    for (const refused of [
      await guesser.type(asked.user_code),
      await guesser.answer(page.body, 'confirm'),
    ]) {
      expect(refused.body).toContain('забагато');
      expect([refused.status, refused.retryAfter]).toEqual([429, '30']);
    }
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    expect(pageOf((await stage.stranger().type(asked.user_code)).body)).toBe('device-confirm');
  });

  test('concurrent attempts are all counted', async () => {
    const guesser = await stage.student();
    const tries = Array.from({ length: 40 }, () => guesser.type('BCDF-GHJK'));
    const { length } = (await Promise.all(tries)).filter(({ status }) => status === 404);
    expect(length).toBeLessThanOrEqual(20);
  });

  test('attempts without the confirmation page are counted too', async () => {
    const asked = await device.ask();
    const guesser = await stage.student();
    const { body } = await guesser.type(asked.user_code);
    const wrong = body.replaceAll(asked.user_code, 'BCDF-GHJK');
    for (let tries = 0; tries < 20; tries += 1) await guesser.answer(wrong, 'confirm');
    expect((await guesser.answer(body, 'confirm')).body).toContain('забагато');
  });

  test('a device that polls too often gets slow_down', async () => {
    const asked = await device.ask();
    const slow = '400 slow_down';
    expect(said(await device.poll(asked.device_code))).toBe(pending);
    world.clock.now += 2000;
    expect(said(await device.poll(asked.device_code))).toBe(slow);
    world.clock.now += 4000;
    expect(said(await device.poll(asked.device_code))).toBe(slow);
    world.clock.now += 15_000;
    expect(said(await device.poll(asked.device_code))).toBe(pending);
  });

  test('another client cannot poll with the device code', async () => {
    const { asked } = await stage.letIn();
    expect(said(await createDevice(world, kiosk).poll(asked.device_code))).toBe(invalid);
    expect(said(await device.poll(asked.device_code))).toBe('200');
  });

  test('the handle of a device code cannot be polled', async () => {
    const asked = await device.ask();
    const handle = `#${hashSecret(asked.device_code)}`;
    expect(said(await device.poll(handle))).toBe(invalid);
    await (await stage.student()).decide(asked.user_code);
    expect(said(await device.poll(handle))).toBe(invalid);
    expect(said(await device.poll(asked.device_code))).toBe('200');
  });

  test('disconnecting one device of a user keeps the other device connected', async () => {
    const [one, two] = [await device.ask(), await device.ask()];
    const person = await stage.student();
    await person.decide(one.user_code);
    await person.decide(two.user_code);
    const tokens = (await device.poll(one.device_code)).json();
    const others = (await device.poll(two.device_code)).json();
    await device.poll(one.device_code);
    expect(said(await stage.userinfo(tokens.access_token))).toBe('401 invalid_token');
    expect(said(await stage.userinfo(others.access_token))).toBe('200');
  });

  test('a reused code is rejected, and its tokens are revoked', async () => {
    const { asked } = await stage.letIn();
    const tokens = (await device.poll(asked.device_code)).json();
    expect(said(await device.poll(asked.device_code))).toBe(invalid);
    expect(said(await stage.userinfo(tokens.access_token))).toBe('401 invalid_token');
    expect(said(await device.refresh(tokens.refresh_token))).toBe(invalid);
  });

  test('a device authorization request that is too large is rejected', async () => {
    const before = (await stage.rows()).length;
    const fields = { scope: 'openid', login_hint: 'x'.repeat(17_000) };
    expect(said(await device.call('/oidc/device/auth', fields))).toBe('400 invalid_request');
    expect(await stage.rows()).toHaveLength(before);
  });

  const store = () => {
    const now = () => world.clock.now;
    const key = createSecretKey(Buffer.alloc(32));
    const encryption = createEncryption(world.keys.data);
    return new DeviceCodeStore({
      db: world.db,
      grants: new GrantStore(world.db, now, 1e9),
      events: new EventStore(world.db, now),
      applicationIdOf: async () => undefined,
      encryption,
      key,
      now,
    });
  };

  test('only one of concurrent decisions and one of concurrent uses succeed', async () => {
    const codes = store();
    const { device_code } = await device.ask();
    const payload = { clientId: 'any', error: 'access_denied' };
    const all = Array.from({ length: 4 }, () => 0);
    const decided = all.map(() => codes.decide(hashSecret(device_code), payload, undefined));
    expect((await Promise.all(decided)).filter(Boolean)).toHaveLength(1);
    const taken = await Promise.allSettled(
      all.map(() => {
        const writes = new WriteBatch(world.db);
        codes.addConsume(writes, device_code, () => Promise.reject(new Error('used before')));
        return writes.commit();
      }),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a decision in an ended session creates no grant', async () => {
    const codes = store();
    const { device_code } = await device.ask();
    const grant = { id: crypto.randomUUID(), sid: crypto.randomUUID() };
    await world.signIn();
    const { uid } = await world.db
      .selectFrom('sessions')
      .select('uid')
      .where('user_id', '=', world.olena)
      .executeTakeFirstOrThrow();
    const yes = (sessionUid: string | undefined) =>
      codes.decide(
        hashSecret(device_code),
        { clientId: 'any', accountId: world.olena, sessionUid },
        grant,
      );
    const granted = () =>
      world.db.selectFrom('oidc_grants').select('id').where('id', '=', grant.id).execute();
    for (const gone of ['gone', undefined]) expect(await yes(gone)).toBe(false);
    expect(await granted()).toEqual([]);
    expect(await yes(uid)).toBe(true);
    expect(await granted()).toEqual([{ id: grant.id }]);
  });

  test('expired codes are deleted after a delay', async () => {
    const codes = store();
    await codes.deleteExpired(1000);
    await device.ask();
    world.clock.now += 19 * 60_000;
    await codes.deleteExpired(1000);
    expect(await stage.rows()).not.toEqual([]);
    world.clock.now += 60_000;
    await codes.deleteExpired(1000);
    expect(await stage.rows()).toEqual([]);
  });
});
