// First and last days, sponsors and former usernames in manifests.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenOf } from '../../../test/support/admin/callers.ts';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { EventStore } from '../../events/store.ts';
import { grantRole, lockAdministrators } from '../../users/roles/role-store.ts';
import { lockUser } from '../../users/ways-in.ts';
import { type ApplyDeps, type ApplyOptions, apply } from './apply.ts';
import { issueLine } from './parse/issue.ts';
import { createUserEntry } from './parse/user-entry.ts';
import { changeLines } from './plan/record-change.ts';

const guest = { username: 'guest', fullName: 'Гість', validUntil: '2026-12-31' };
const sponsored = { ...guest, sponsor: 'O.SHEVCHENKO' };
const groups = ['staff', 'students'];

describe.each(databaseKinds)('lifecycle in manifests, on %s', (kind) => {
  let world: World;
  beforeEach(async () => {
    // its clock stands at 2026-11-20T12:00:00Z
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  const deps = (): ApplyDeps => ({
    db: world.db,
    rules: {
      entry: createUserEntry(() => undefined),
      hashTaxId: (taxId) => taxId,
      validateTaxId: () => undefined,
      taxIdKeyFingerprint: '',
    },
    hashUsername: (usernameKey) => `hash of ${usernameKey}`,
    passwords: { hash: async () => 'hash', verify: async () => false, concurrency: 1 },
    revokeUsers,
    recordEvents: (queries, events) =>
      new EventStore(world.db, Date.now).recordMany(queries, events),
    planApplications: async () => ({
      withoutIcon: [],
      created: [],
      updated: [],
      unchanged: 0,
      issues: [],
      warnings: [],
      records: [],
      write: async () => true,
    }),
    progress: { phase: () => () => undefined, complete: () => undefined, end: () => undefined },
    now: () => world.clock.now,
  });
  const run = (manifest: unknown, options?: ApplyOptions) =>
    apply(JSON.stringify(manifest), undefined, deps(), options);
  async function applied(manifest: unknown, options?: ApplyOptions) {
    const outcome = await run(manifest, options);
    if (!('summary' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
    return outcome;
  }
  const unchangedBy = async (manifest: unknown) =>
    expect((await applied(manifest)).summary.users).toMatchObject({ created: [], updated: [] });
  async function refused(...users: object[]) {
    const count = () => world.db.selectFrom('users').selectAll().execute();
    const before = await count();
    const outcome = await run({ groups, users });
    expect(await count()).toEqual(before);
    return 'issues' in outcome ? outcome.issues.map(issueLine) : outcome;
  }
  const user = async (username: string) => {
    const row = await world.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const time = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null);
    return {
      disabled: row.disabled,
      byAdministrator: row.disabled_by_administrator,
      from: time(row.valid_from),
      until: time(row.valid_until),
      next: time(row.changes_at),
      groups: JSON.parse(row.groups),
      sponsor: row.sponsor_id,
    };
  };
  const nothing = { disabled: 0, byAdministrator: 0, from: null, groups: [] };

  test('a guest with a sponsor', async () => {
    const until = '2026-12-31T22:00:00.000Z';
    await applied({ users: [sponsored] });
    const stored = { ...nothing, until, next: until, sponsor: world.olena };
    expect(await user('guest')).toEqual(stored);
    await unchangedBy({ users: [sponsored] });
    await unchangedBy({ users: [{ username: 'guest' }] });
    // a sponsor of the same file
    const boss = { username: 'boss', fullName: 'Керівник' };
    await applied({ users: [{ ...sponsored, sponsor: 'boss' }, boss] });
    const row = world.db.selectFrom('users').select('id').where('username', '=', 'boss');
    expect((await user('guest')).sponsor).toBe((await row.executeTakeFirstOrThrow()).id);
    await applied({ users: [{ username: 'guest', sponsor: null, validUntil: null }] });
    expect(await user('guest')).toEqual({ ...nothing, until: null, next: null, sponsor: null });
  });

  test('a date in the past disables at once and ends sessions', async () => {
    const cookie = await world.signIn();
    const outcome = await applied({
      users: [{ username: 'o.shevchenko', validUntil: '2026-11-19' }],
    });
    expect(outcome.ended).toHaveLength(1);
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
    expect(await user('o.shevchenko')).toMatchObject({
      disabled: 1,
      byAdministrator: 0,
      next: null,
    });
    // enabled by the administrator, but still over
    await applied({ users: [{ username: 'o.shevchenko', disabled: true }] });
    await applied({ users: [{ username: 'o.shevchenko', disabled: false }] });
    expect(await user('o.shevchenko')).toMatchObject({ disabled: 1, byAdministrator: 0 });
    await applied({ users: [{ username: 'o.shevchenko', validUntil: null }] });
    expect(await user('o.shevchenko')).toMatchObject({ disabled: 0, until: null });
  });

  test('users are locked before the administrators', async () => {
    const userIds: string[] = [];
    for (const username of ['first', 'second']) {
      const userId = await addUser(world.db, { username }, 'hash');
      userIds.push(userId);
      await grantRole(world.db, { userId, role: 'administrator', at: 1 });
    }
    const disable = () => applied({ users: [{ username: 'second', disabled: true }] });
    let applying: ReturnType<typeof disable> | undefined;
    await world
      .again()
      .transaction()
      .execute(async (holder) => {
        // SQLite has one writer at a time
        if (kind === 'sqlite') return;
        await lockUser(holder, userIds[1] ?? '');
        applying = disable();
        await untilWaiting(world.db, 1);
        // in the order of all others: the manifest waits for the user, and has not locked the administrators
        await lockAdministrators(holder);
      });
    await (applying ?? disable());
    expect(await user('second')).toMatchObject({ disabled: 1 });
    expect(await run({ users: [{ username: 'first', disabled: true }] })).toEqual({
      conflict: 'last administrator',
    });
  });

  test('memberships with periods; a list of names makes them permanent', async () => {
    const list = [
      'students',
      { name: 'staff', validFrom: '2026-12-01', validUntil: '2026-12-31T10:00:00Z' },
    ];
    const manifest = { groups, users: [{ ...guest, groups: list }] };
    await applied(manifest);
    expect(await user('guest')).toMatchObject({
      groups: ['students'],
      next: '2026-11-30T22:00:00.000Z',
    });
    await unchangedBy(manifest);
    await unchangedBy({ groups, users: [{ ...guest, groups: list.toReversed() }] });
    const permanent = { groups, users: [{ ...guest, groups }] };
    await applied(permanent);
    expect((await user('guest')).groups).toEqual(groups);
    expect(await world.db.selectFrom('membership_periods').selectAll().execute()).toEqual([]);
    await unchangedBy(permanent);
  });

  test('a dry run shows the dates in the form of a manifest', async () => {
    await applied({ groups, users: [{ ...guest, groups: ['students'] }] });
    const { changes } = await applied(
      {
        users: [
          {
            ...sponsored,
            disabled: true,
            validUntil: '2027-01-31',
            groups: [{ name: 'students', validUntil: '2026-12-31' }],
          },
        ],
      },
      { dryRun: true },
    );
    expect(changes.flatMap(changeLines)).toEqual([
      'update user guest',
      '  groups: ["students"] → [{"name":"students","validUntil":"2026-12-31T22:00:00.000Z"}]',
      '  disabled: false → true',
      '  validUntil: "2026-12-31T22:00:00.000Z" → "2027-01-31T22:00:00.000Z"',
      '  sponsor: null → "o.shevchenko"',
    ]);
  });

  test('invalid dates, memberships and sponsors are refused by their paths', async () => {
    expect(
      await refused(
        { ...guest, validFrom: 'tomorrow', validUntil: 20261231 },
        { ...guest, username: 'b', validFrom: '2027-01-01' },
        { ...guest, username: 'c', groups: [{ name: 'staff', until: 'x' }, { validFrom: 'y' }] },
        {
          ...guest,
          username: 'd',
          groups: [
            'staff',
            { name: 'staff' },
            { name: 'students', validFrom: '2', validUntil: '3' },
          ],
        },
        { ...guest, username: 'e', sponsor: 'nobody' },
        { ...guest, username: 'f', sponsor: 'f' },
        { username: 'g', fullName: 'Г', sponsor: 'o.shevchenko' },
        { ...guest, username: 'h', groups: [{ name: 'unknown', validUntil: '2026-12-31' }] },
      ),
    ).toEqual([
      'users[0].validUntil (guest): must be a date such as 2026-12-31, or a date and time with an offset',
      'users[0].validFrom (guest): must be a date such as 2026-12-31, or a date and time with an offset',
      'users[1].validUntil (b): is not after validFrom',
      'users[2].groups[0].until (c): is not a known field',
      'users[2].groups[1].name (c): must be text',
      'users[2].groups[1].validFrom (c): must be a date such as 2026-12-31, or a date and time with an offset',
      'users[3].groups[1] (d): is given twice in this list',
      'users[3].groups[2].validFrom (d): must be a date such as 2026-12-31, or a date and time with an offset',
      'users[3].groups[2].validUntil (d): must be a date such as 2026-12-31, or a date and time with an offset',
      'users[4].sponsor (e): is not the username of a user',
      'users[5].sponsor (f): is the same user',
      'users[6].validUntil (g): is required with a sponsor',
      'users[7].groups (h): there is no group unknown: add it to groups',
    ]);
    await applied({ users: [{ ...sponsored, validFrom: '2026-12-01' }] });
    expect(await refused({ username: 'guest', validUntil: '2026-11-30' })).toEqual([
      'users[0].validUntil (guest): is not after validFrom',
    ]);
    expect(await refused({ username: 'guest', validUntil: null })).toEqual([
      'users[0].validUntil (guest): is required with a sponsor',
    ]);
  });

  test('a disabled user does not become a sponsor', async () => {
    const isRefused = ['users[0].sponsor (guest): is disabled'];
    const off = { username: 'off', fullName: 'Off', disabled: true };
    expect(await refused({ ...guest, sponsor: 'off' }, off)).toEqual(isRefused);
    expect(
      await refused(
        { ...guest, sponsor: 'off' },
        { ...off, disabled: false, validFrom: '2027-01-01' },
      ),
    ).toEqual(isRefused);
    await applied({ users: [off] });
    expect(await refused({ ...guest, sponsor: 'off' })).toEqual(isRefused);
    await applied({
      users: [
        { ...guest, sponsor: 'off' },
        { ...off, disabled: false },
      ],
    });
    // a sponsor who is disabled later stays
    await applied({ users: [off] });
    await unchangedBy({ users: [{ ...guest, sponsor: 'off' }] });
  });

  test('the username of an erased user is refused', async () => {
    await world.db
      .insertInto('former_usernames')
      .values({ username_hash: 'hash of guest', erased_at: 1 })
      .execute();
    expect(
      await refused({ ...guest, username: 'GUEST' }, { username: 'new', fullName: 'Н' }),
    ).toEqual(['users[0].username (GUEST): belonged to an erased user']);
  });

  describe('roles', () => {
    const rolesNow = async () => {
      const rows = await world.db
        .selectFrom('user_roles')
        .innerJoin('users', 'users.id', 'user_id')
        .select(['username', 'role'])
        .orderBy('username')
        .orderBy('role')
        .execute();
      return rows.map(({ username, role }) => `${username}: ${role}`);
    };
    const eventTypes = async () => {
      const events = world.db.selectFrom('events').select(['type', 'details']);
      const rows = await events.where('type', 'like', 'role.%').execute();
      return rows.map(({ type, details }) => `${type} ${JSON.parse(details ?? '').role}`).sort();
    };

    test('are given and taken with their events; the same manifest changes nothing', async () => {
      const users = [
        { username: 'chief', fullName: 'Ч', roles: ['auditor', 'administrator'] },
        { username: 'o.shevchenko', roles: ['operator'] },
      ];
      await applied({ users });
      const given = ['chief: administrator', 'chief: auditor', 'o.shevchenko: operator'];
      expect((await rolesNow()).sort()).toEqual(given);
      expect(await eventTypes()).toEqual([
        'role.granted administrator',
        'role.granted auditor',
        'role.granted operator',
      ]);
      await unchangedBy({ users });
      // a manifest without roles keeps them
      await applied({ users: [{ username: 'chief', givenName: 'Ч' }] });
      expect((await rolesNow()).sort()).toEqual(given);
      await tokenOf(world, world.olena, { roles: ['operator'] });
      await applied({ users: [{ username: 'o.shevchenko', roles: null }] });
      expect(await world.db.selectFrom('api_tokens').selectAll().execute()).toEqual([]);
      expect(await rolesNow()).toEqual(['chief: administrator', 'chief: auditor']);
      expect(await eventTypes()).toContain('role.revoked operator');
    });

    test('one enabled administrator remains', async () => {
      await applied({ users: [{ username: 'o.shevchenko', roles: ['administrator'] }] });
      const taken = { username: 'o.shevchenko', roles: ['auditor'] };
      expect(await refused(taken)).toEqual({ conflict: 'last administrator' });
      const disabled = {
        username: 'second',
        fullName: 'Д',
        roles: ['administrator'],
        disabled: true,
      };
      expect(await refused(taken, disabled)).toEqual({ conflict: 'last administrator' });
      expect(await rolesNow()).toEqual(['o.shevchenko: administrator']);
      await applied({ users: [taken, { ...disabled, disabled: false }] });
      expect((await rolesNow()).sort()).toEqual(['o.shevchenko: auditor', 'second: administrator']);
    });

    test('that are unknown or stand twice are refused by their paths', async () => {
      expect(
        await refused(
          { ...guest, username: 'a', roles: ['root'] },
          { ...guest, username: 'b', roles: ['auditor', 'auditor'] },
          { ...guest, username: 'c', roles: 'auditor' },
        ),
      ).toEqual([
        'users[0].roles[0] (a): must be one of administrator, operator, application-owner, auditor',
        'users[1].roles[1] (b): is given twice in this list',
        'users[2].roles (c): must be a list of roles',
      ]);
    });
  });

  test('the last enabled administrator cannot be disabled', async () => {
    const second = await addUser(world.db, { username: 'second' }, world.passwordHash);
    for (const userId of [world.olena, second])
      await grantRole(world.db, { userId, role: 'administrator', at: 1 });
    const both = [
      { username: 'o.shevchenko', disabled: true },
      { username: 'second', validUntil: '2026-11-01' },
    ];
    expect(await refused(...both)).toEqual({ conflict: 'last administrator' });
    await applied({ users: both.slice(1) });
    expect(await refused(...both)).toEqual({ conflict: 'last administrator' });
    const ends = { username: 'o.shevchenko', validUntil: '2027-11-01' };
    expect(await refused(ends)).toEqual({ conflict: 'last administrator' });
    await applied({ users: [ends, { username: 'second', validUntil: null }] });
  });
});
