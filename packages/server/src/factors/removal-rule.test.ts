import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import type { SecondFactorPolicy } from '@brama/contract/second-factor/second-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { addUser } from '../../test/support/world.ts';
import { SecondFactors } from './policy.ts';
import { type RemovalRefusal, RemovalRule, type Removed } from './removal-rule.ts';

type Has = 'password' | 'diia' | 'google' | 'app' | 'passkey' | 'another-passkey';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase('sqlite');
});
afterAll(() => database.close());

async function addUserWith(has: readonly Has[]): Promise<string> {
  const { db } = database;
  const username = crypto.randomUUID();
  const userId = await addUser(
    db,
    {
      username,
      passwordHash: has.includes('password') ? 'hash' : null,
      ...(has.includes('diia') && { taxIdHash: username }),
    },
    '',
  );
  const about = { user_id: userId, created_at: 0, last_used_at: null };
  if (has.includes('google'))
    await db
      .insertInto('linked_identities')
      .values({
        method: 'google',
        issuer: 'i',
        subject: username,
        user_id: userId,
        email: null,
        linked_at: 0,
      })
      .execute();
  if (has.includes('app'))
    await db
      .insertInto('totp_factors')
      .values({ ...about, encrypted_secret: '', last_step: 0 })
      .execute();
  for (const name of ['passkey', 'another-passkey'] as const)
    if (has.includes(name))
      await db
        .insertInto('passkeys')
        .values({
          ...about,
          id: `${name} ${userId}`,
          credential_id: `${name} ${userId}`,
          public_key: '',
          counter: 0,
          aaguid: '',
          transports: '',
          backup_eligible: 0,
          backed_up: 0,
          name,
          identity_verified_at: null,
          identity_subject: null,
        })
        .execute();
  return userId;
}

type Case = {
  has: readonly Has[];
  removes: 'passkey' | 'google' | 'app';
  policy?: SecondFactorPolicy;
  off?: readonly MethodId[];
  refusal?: RemovalRefusal;
};

const cases: Case[] = [
  { has: ['passkey'], removes: 'passkey', refusal: 'last-way-in' },
  { has: ['passkey'], removes: 'passkey', policy: 'required', refusal: 'last-way-in' },
  { has: ['passkey', 'app'], removes: 'passkey', refusal: 'last-way-in' },
  { has: ['passkey', 'password'], removes: 'passkey' },
  { has: ['passkey', 'password'], removes: 'passkey', policy: 'offered' },
  { has: ['passkey', 'password'], removes: 'passkey', policy: 'required', refusal: 'last-factor' },
  { has: ['passkey', 'google'], removes: 'passkey', policy: 'required', refusal: 'last-factor' },
  { has: ['passkey', 'password', 'app'], removes: 'passkey', policy: 'required' },
  { has: ['passkey', 'another-passkey'], removes: 'passkey', policy: 'required' },
  { has: ['passkey', 'diia'], removes: 'passkey', policy: 'required' },
  { has: ['passkey', 'diia'], removes: 'passkey', off: ['diia'], refusal: 'last-way-in' },
  { has: ['passkey', 'google'], removes: 'passkey', off: ['google'], refusal: 'last-way-in' },
  {
    has: ['passkey', 'google', 'diia'],
    removes: 'passkey',
    policy: 'required',
    off: ['google'],
  },
  { has: ['google'], removes: 'google', refusal: 'last-way-in' },
  { has: ['google', 'password'], removes: 'google', policy: 'required' },
  { has: ['google', 'diia'], removes: 'google' },
  { has: ['google', 'diia'], removes: 'google', off: ['diia'], refusal: 'last-way-in' },
  { has: ['google', 'passkey'], removes: 'google' },
  { has: ['google', 'passkey'], removes: 'google', off: ['passkey'], refusal: 'last-way-in' },
  { has: ['password', 'app'], removes: 'app' },
  { has: ['password', 'app'], removes: 'app', policy: 'offered' },
  { has: ['password', 'app'], removes: 'app', policy: 'required', refusal: 'last-factor' },
  { has: ['password', 'app', 'passkey'], removes: 'app', policy: 'required' },
  {
    has: ['password', 'app', 'passkey'],
    removes: 'app',
    policy: 'required',
    off: ['passkey'],
    refusal: 'last-factor',
  },
];

test.each(cases)('$removes of a user with $has, $policy, without $off: $refusal', async (given) => {
  const { has, removes, policy = 'off', off = [], refusal } = given;
  const userId = await addUserWith(has);
  const removed: Removed = {
    passkey: { passkey: `passkey ${userId}` },
    google: { method: 'google' } as const,
    app: { factor: 'authenticator-app' } as const,
  }[removes];
  const secondFactors = new SecondFactors({
    settings: { policy, policyOfRoles: 'off', graceMs: 0, hasPasskeys: !off.includes('passkey') },
    now: () => 0,
  });
  const enabled = methodIds.filter((id) => !off.includes(id));
  const rule = new RemovalRule(enabled, secondFactors);
  expect(await rule.refusalOf(database.db, userId, removed)).toBe(refusal);
  // the caller may also remove first
  const { db } = database;
  if (removes === 'passkey')
    await db.deleteFrom('passkeys').where('id', '=', `passkey ${userId}`).execute();
  if (removes === 'google')
    await db
      .updateTable('linked_identities')
      .set({ unlinked_at: 1 })
      .where('user_id', '=', userId)
      .execute();
  if (removes === 'app')
    await db.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  expect(await rule.refusalOf(db, userId, removed)).toBe(refusal);
});
