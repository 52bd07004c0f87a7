import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { deriveKey } from '../crypto/keys.ts';
import { grantRole } from '../users/roles/role-store.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, TotpFactors, totpUri } from './totp.ts';

const stepMs = 30_000;

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: the secret “12345678901234567890”, of whose codes an app shows the last six digits
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ])('at %i seconds', async (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(await matchingStep({ secret }, code, seconds * 1000)).toBe(step);
    expect(
      await matchingStep({ secret }, ` ${code.slice(0, 3)} ${code.slice(3)} `, seconds * 1000),
    ).toBe(step);
  });

  test('the clocks may differ by one step, and a used step does not work again', {
    tags: 'race',
  }, async () => {
    const now = 1_800_000_000_000;
    const codeAt = (steps: number) =>
      generateSync({ secret, epoch: (now + steps * stepMs) / 1000 });
    const step = now / stepMs;
    const found = await Promise.all(
      [-2, -1, 0, 1, 2].map((one) => matchingStep({ secret }, codeAt(one), now)),
    );
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(await matchingStep({ secret, after: step }, codeAt(0), now)).toBeUndefined();
    expect(await matchingStep({ secret, after: step }, codeAt(1), now)).toBe(step + 1);
  });

  test.each(['', '28708', '2870822', 'abcdef', '２８７０８２', `287082${' '.repeat(40)}`])(
    'refuses %j',
    async (typed) => {
      expect(await matchingStep({ secret }, typed, 59_000)).toBeUndefined();
    },
  );

  test('a new secret has 160 bits, and its address names the organisation and the user', async () => {
    const [one, other] = await Promise.all([newTotpSecret(), newTotpSecret()]);
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    const uri = new URL(await totpUri(one, 'Університет', 'o.shevchenko'));
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Університет:o.shevchenko');
    expect(uri.searchParams.get('secret')).toBe(one);
    expect(uri.searchParams.get('issuer')).toBe('Університет');
  });
});

describeOnDatabases('second factors', (kind) => {
  let world: World;
  afterEach(() => world.close());

  const now = () => world.clock.now;
  const factorsOf = () => ({
    totp: new TotpFactors(world.db, { encryption: createEncryption(world.keys.data), now }),
    codes: new RecoveryCodes(world.db, {
      key: deriveKey(world.keys.data, 'recovery codes of users'),
      now,
    }),
  });
  const codeNow = (secret: string) => generateSync({ secret, epoch: now() / 1000 });
  /** Proves the password. Returns the response to the exchange of the ticket. */
  async function start(headers: Record<string, string> = {}) {
    const first = await world.post('/api/auth', { username: 'o.shevchenko', password }, headers);
    return world.post('/api/auth/internal', first.json(), headers);
  }
  const cookieNames = (response: Awaited<ReturnType<typeof start>>) =>
    response.cookies.map(({ name }) => name);

  describe('that users may set up', () => {
    beforeEach(async () => {
      world = await makeWorld(kind);
    });

    test('a secret is stored encrypted and bound to its user', async () => {
      const { totp } = factorsOf();
      const secret = await newTotpSecret();
      await totp.set(world.db, world.olena, secret, 0);
      const [row] = await world.db.selectFrom('totp_factors').selectAll().execute();
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(await totp.check(world.olena, codeNow(secret))).toBe(Math.floor(now() / stepMs));
      await world.db.updateTable('totp_factors').set({ encrypted_secret: 'v1.other' }).execute();
      expect(await totp.check(world.olena, codeNow(secret))).toBeUndefined();
    });

    test('of many requests with one code, one wins', { tags: 'race' }, async () => {
      const { totp } = factorsOf();
      const secret = await newTotpSecret();
      await totp.set(world.db, world.olena, secret, 0);
      const step = (await totp.check(world.olena, codeNow(secret))) ?? 0;
      const uses = await Promise.all(
        Array.from({ length: 8 }, () => totp.use(world.db, world.olena, step)),
      );
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await totp.check(world.olena, codeNow(secret))).toBeUndefined();
      expect((await totp.find(world.olena))?.lastUsedAt).toBe(now());
    });

    test('ten recovery codes work once each, however they are typed', {
      tags: 'race',
    }, async () => {
      const { codes } = factorsOf();
      const own = await codes.replace(world.db, world.olena);
      expect(new Set(own).size).toBe(10);
      expect(own.every((code) => /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/.test(code))).toBe(true);
      const stored = JSON.stringify(
        await world.db.selectFrom('recovery_codes').selectAll().execute(),
      );
      for (const code of own) expect(stored).not.toContain(code.replace('-', ''));
      const [first = '', second = ''] = own;
      const uses = await Promise.all(
        Array.from({ length: 8 }, () =>
          codes.use(world.db, world.olena, ` ${first.toLowerCase().replace('-', ' ')} `),
        ),
      );
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await codes.countLeft(world.olena)).toBe(9);
      expect(await codes.use(world.db, 'another user', second)).toBeUndefined();
      await codes.replace(world.db, world.olena);
      expect(await codes.use(world.db, world.olena, second)).toBeUndefined();
    });

    test('a password alone starts a session until the user has an app, then a pending sign-in', async () => {
      const before = await start();
      expect([before.json(), cookieNames(before)]).toEqual([{}, ['brama_session', 'brama_device']]);
      const { totp } = factorsOf();
      await totp.set(world.db, world.olena, await newTotpSecret(), 0);
      const after = await start();
      expect([after.json(), cookieNames(after)]).toEqual([
        { next: 'second-factor' },
        ['brama_pending'],
      ]);
      const pending = `brama_pending=${after.cookies[0]?.value}`;
      expect((await world.send({ url: '/user', headers: { cookie: pending } })).statusCode).toBe(
        401,
      );
      const apps = await world.send({ url: '/uk/apps?appId=x', headers: { cookie: pending } });
      expect(apps.headers.location).toBe('/uk/second-factor?appId=x');
      const sessions = await world.db.selectFrom('sessions').select('uid').execute();
      expect(sessions).toHaveLength(1);
    });

    test('the form continues to the second factor', async () => {
      const { totp } = factorsOf();
      await totp.set(world.db, world.olena, await newTotpSecret(), 0);
      const form = new URLSearchParams({ username: 'o.shevchenko', password }).toString();
      const response = await world.send({
        method: 'POST',
        url: '/uk/?state=x&appId=y',
        payload: form,
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([response.statusCode, response.headers.location]).toEqual([
        303,
        '/uk/second-factor?appId=y&state=x',
      ]);
    });
  });

  test('off asks no user, also one with an app', async () => {
    world = await makeWorld(kind, { SECOND_FACTOR: 'off' });
    const { totp } = factorsOf();
    await totp.set(world.db, world.olena, await newTotpSecret(), 0);
    expect((await start()).json()).toEqual({});
  });

  test('required asks everybody, and the time to set one up begins with the first sign-in', async () => {
    world = await makeWorld(kind, { SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '2' });
    const dueAt = now() + 2 * 24 * 3_600_000;
    const pending = () =>
      world.db.selectFrom('pending_sign_ins').select(['step', 'due_at']).execute();
    expect((await start()).json()).toEqual({ next: 'second-factor' });
    expect(await pending()).toEqual([{ step: 'set-up', due_at: dueAt }]);
    world.clock.now += 24 * 3_600_000;
    await start();
    expect((await pending()).at(-1)).toEqual({ step: 'set-up', due_at: dueAt });
  });

  test.each([
    ['offered', {}, 'second-factor'],
    ['off', { SECOND_FACTOR_ROLES: 'offered' }, undefined],
    ['required', { SECOND_FACTOR_ROLES: 'off' }, 'second-factor'],
  ])('with %s and roles %j a user with a role continues to %s', async (policy, roles, next) => {
    // the worlds of other tests turn it off
    const usual = { SECOND_FACTOR_ROLES: readConfig({}, () => '').secondFactorRoles };
    world = await makeWorld(kind, { SECOND_FACTOR: policy, ...usual, ...roles });
    await grantRole(world.db, { userId: world.olena, role: 'auditor', at: 1 });
    expect((await start()).json().next).toBe(next);
    await world.db.deleteFrom('user_roles').execute();
    await world.db.deleteFrom('pending_sign_ins').execute();
    expect((await start()).json().next).toBe(policy === 'required' ? next : undefined);
  });

  test.each([
    [['students'], 'second-factor'],
    [['staff'], undefined],
    [['staff', 'students'], 'second-factor'],
    [[], undefined],
  ])('the strictest policy of the groups %j counts', async (groups, next) => {
    world = await makeWorld(kind);
    const row = { created_at: 0, second_factor: 'required' };
    await world.db
      .insertInto('groups')
      .values([
        { name: 'students', ...row },
        { name: 'staff', created_at: 0, second_factor: 'off' },
      ])
      .onConflict((c) =>
        c.column('name').doUpdateSet((eb) => ({ second_factor: eb.ref('excluded.second_factor') })),
      )
      .execute();
    await world.db
      .updateTable('users')
      .set({ groups: JSON.stringify(groups) })
      .execute();
    expect((await start()).json().next).toBe(next);
  });
});
