// What a source owns of a user is read-only elsewhere: in the administration API, in bulk changes, and in manifests.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { grantRole, revokeRole } from '../../users/roles/role-store.ts';
import { byHandOfUsers } from '../../users/sources/link-store.ts';
import { type ApplyDeps, apply } from '../apply/apply.ts';
import { issueLine } from '../apply/parse/issue.ts';
import { createUserEntry } from '../apply/parse/user-entry.ts';
import type { SourceRecord } from '../import/plan/source-record.ts';

const day = 24 * 3_600_000;
const always = { validFrom: null, validUntil: null };
const until2030 = '2030-01-01T00:00:00.000Z';

describe.each(databaseKinds)('what a source owns, on %s', (kind) => {
  let world: World;
  let admin: Caller;
  let imports: ReturnType<typeof importsOf>;
  let id: string;
  const ivan = (given: Partial<SourceRecord> = {}): SourceRecord => ({
    externalId: '1',
    facts: { fullName: 'Іван', email: 'ivan@campus.example', data: { course: '2' } },
    username: 'ivan',
    taxIdHash: '1111111111',
    memberships: [{ group: 'students', ...always }],
    ...given,
  });
  const other: SourceRecord = { externalId: '2', facts: { fullName: 'Інша' }, username: 'other' };

  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
    await world.db
      .insertInto('groups')
      .values(['students', 'choir'].map((name) => ({ name, created_at: 0 })))
      .onConflict((on) => on.doNothing())
      .execute();
    imports = importsOf(world.db, () => world.clock.now);
    await imports.source('register', 1, { grace: { completed: 0, withdrawn: 0, unknown: 14 } });
    await imports.run('register', [ivan(), other]);
    id = (await user()).id;
  });
  afterEach(() => world.close());

  const user = () =>
    world.db
      .selectFrom('users')
      .selectAll()
      .where('username_key', '=', 'ivan')
      .executeTakeFirstOrThrow();
  async function call(route: Parameters<typeof callRoute>[1], body: object, group?: string) {
    const { version } = await user();
    const params = { id, ...(group !== undefined && { group }) };
    const headers = { 'if-match': `"${version}"` };
    const response = await callRoute(world, route, admin, { params, body, headers });
    const { code, errors } = response.body === '' ? {} : response.json();
    return { status: response.statusCode, code, errors };
  }
  const refused = (...fields: string[]) => ({
    status: 409,
    code: 'admin.conflict',
    errors: fields.map((field) => ({
      pointer: `/${field}`,
      code: 'state',
      detail: 'належить джерелу register',
    })),
  });

  test('the user says what belongs to which source', async () => {
    const sources = async () =>
      (await callRoute(world, 'readUser', admin, { params: { id } })).json().sources;
    const common = { source: 'register', title: null, externalId: '1' };
    expect(await sources()).toEqual([
      {
        ...common,
        state: 'present',
        reason: null,
        endsAt: null,
        fields: [
          'fullName',
          'email',
          'taxId',
          'validFrom',
          'validUntil',
          'sponsorId',
          'data.course',
        ],
        groups: ['students'],
      },
    ]);
    await imports.run('register', [other]);
    expect(await sources()).toEqual([
      {
        ...common,
        state: 'left',
        reason: 'unknown',
        endsAt: new Date(world.clock.now + 14 * day).toISOString(),
        fields: ['fullName', 'email', 'taxId', 'data.course'],
        groups: ['students'],
      },
    ]);
    await grantRole(world.db, { userId: id, role: 'operator', at: 1 });
    expect((await sources())[0].fields).toEqual(['fullName', 'data.course']);
    const responses = await callRoute(world, 'readUser', admin, { params: { id: admin.userId } });
    expect(responses.json().sources).toEqual([]);
  });

  test('the check of typed fields names what belongs to a source', async () => {
    const check = async (body: object) => {
      const response = await callRoute(world, 'validateUser', admin, { body: { id, ...body } });
      const { code, errors } = response.body === '' ? {} : response.json();
      return { status: response.statusCode, code, errors };
    };
    expect(await check({ fullName: 'Інший' })).toEqual(refused('fullName'));
    expect((await check({ validUntil: until2030, data: { course: '3' } })).errors).toHaveLength(2);
    const fine = { status: 204, code: undefined, errors: undefined };
    expect(await check({ fullName: 'Іван', email: 'ivan@campus.example' })).toEqual(fine);
    expect(await check({ givenName: 'Іван' })).toEqual(fine);
  });

  test('a request that changes an owned field is refused, one that repeats it is not', async () => {
    const changes = [
      { fullName: 'Інше', email: 'x@campus.example' },
      { data: { course: '3' } },
      { data: null },
      { taxId: null },
      { validUntil: until2030 },
      { validFrom: '2020-01-01T00:00:00.000Z' },
    ];
    for (const body of changes)
      expect(await call('updateUser', body)).toEqual(refused(...Object.keys(body)));
    const repeated = { fullName: 'Іван', email: 'ivan@campus.example', validUntil: null };
    expect(await call('updateUser', repeated)).toMatchObject({ status: 200 });
    const free = { givenName: 'Іване', data: { course: '2', room: '7' }, disabled: true };
    expect(await call('updateUser', free)).toMatchObject({ status: 200 });
    expect(await user()).toMatchObject({ given_name: 'Іване', disabled: 1, full_name: 'Іван' });
  });

  test('an owned membership stays, others change', async () => {
    expect(await call('putMembership', { validUntil: until2030 }, 'students')).toEqual(
      refused('group'),
    );
    expect(await call('removeMembership', {}, 'students')).toEqual(refused('group'));
    expect(await call('putMembership', {}, 'students')).toMatchObject({ status: 200 });
    expect(await call('putMembership', {}, 'choir')).toMatchObject({ status: 200 });
    // the next import keeps it
    await imports.run('register', [ivan({ facts: { fullName: 'Іван Франко' } }), other]);
    expect(JSON.parse((await user()).groups)).toEqual(['choir', 'students']);
    expect(await call('removeMembership', {}, 'choir')).toMatchObject({ status: 204 });
  });

  test('of a user with a role, the ways to sign in and the validity are not owned', async () => {
    await grantRole(world.db, { userId: id, role: 'operator', at: 1 });
    const ways = { email: 'ivan@work.example', validUntil: until2030 };
    expect(await call('updateUser', ways)).toMatchObject({ status: 200 });
    expect(await call('updateUser', { fullName: 'Інше' })).toEqual(refused('fullName'));
    // after the role, the same file counts again
    await revokeRole(world.db, { userId: id, role: 'operator' });
    await imports.run('register', [ivan(), other]);
    expect(await user()).toMatchObject({ email: 'ivan@campus.example', valid_until: null });
  });

  test('an administrator keeps a user whom the source no longer names', async () => {
    await imports.run('register', [other]);
    expect(await call('updateUser', { validUntil: until2030 })).toMatchObject({ status: 200 });
    // the group is held until the end of the grace
    expect(await call('removeMembership', {}, 'students')).toEqual(refused('group'));
    world.clock.now += 20 * day;
    admin = await strongSession(world, 'admin');
    expect(await call('putMembership', {}, 'students')).toMatchObject({ status: 200 });
    expect(await call('updateUser', { fullName: 'Інше' })).toMatchObject({ status: 200 });
    expect((await byHandOfUsers(world.db, [id])).get(id)).toEqual({
      covered: [{ group: 'students', ...always }],
      keptUntil: Date.parse(until2030),
      sponsor: undefined,
    });
    await imports.run('register', [ivan(), other]);
    await imports.run('register', [other]);
    expect(await user()).toMatchObject({ valid_until: Date.parse(until2030), full_name: 'Іван' });
    expect(JSON.parse((await user()).groups)).toEqual(['students']);
  });

  test('the check of the sign-in names the source that gave the date', async () => {
    const obstacles = async () =>
      (await callRoute(world, 'checkSignIn', admin, { params: { id } })).json().obstacles;
    const left = ivan({ left: { reason: 'withdrawn', at: null } });
    await imports.run('register', [left, other]);
    expect(await obstacles()).toContainEqual(
      expect.objectContaining({ code: 'expired', source: 'register' }),
    );
    await world.db.updateTable('users').set({ valid_until: 5 }).where('id', '=', id).execute();
    expect(await obstacles()).toContainEqual(
      expect.objectContaining({ code: 'expired', source: null }),
    );
  });

  test('the preview of a bulk change says so', async () => {
    const preview = async (act: object) => {
      const body = { act, users: { usernames: ['ivan'] } };
      const { id: bulk } = (await callRoute(world, 'previewBulkChange', admin, { body })).json();
      const rows = await callRoute(world, 'listBulkChangeRows', admin, { params: { id: bulk } });
      return rows.json().items[0].code;
    };
    expect(await preview({ type: 'set-end', validUntil: until2030 })).toBe('owned-by-source');
    expect(await preview({ type: 'remove-from-group', group: 'students' })).toBe('owned-by-source');
    expect(await preview({ type: 'add-to-group', group: 'choir' })).toBeNull();
    expect(await preview({ type: 'disable' })).toBeNull();
  });

  async function applied(entry: object) {
    const deps: ApplyDeps = {
      db: world.db,
      rules: {
        entry: createUserEntry(() => undefined),
        hashTaxId: (taxId) => taxId,
        validateTaxId: () => undefined,
        taxIdKeyFingerprint: '',
      },
      hashUsername: (key) => key,
      passwords: { hash: async () => 'hash', verify: async () => false, concurrency: 1 },
      revokeUsers,
      recordEvents: async () => undefined,
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
    };
    const manifest = { users: [{ username: 'ivan', ...entry }] };
    const outcome = await apply(JSON.stringify(manifest), undefined, deps);
    return 'issues' in outcome ? outcome.issues.map(issueLine) : Object.keys(outcome)[0];
  }

  test('a manifest that differs has an issue, one that repeats has none', async () => {
    expect(
      await applied({
        fullName: 'Інше',
        taxId: '2222222222',
        data: { course: '3' },
        groups: ['choir'],
        validUntil: '2030-01-01',
        disabled: true,
      }),
    ).toEqual([
      'users[0].fullName (ivan): belongs to the source register',
      'users[0].taxId (ivan): belongs to the source register',
      'users[0].validUntil (ivan): belongs to the source register',
      'users[0].data (ivan): belongs to the source register',
      'users[0].groups (ivan): the group students belongs to the source register',
    ]);
    const repeated = { fullName: 'Іван', email: 'ivan@campus.example', taxId: '1111111111' };
    const free = {
      givenName: 'Іване',
      groups: ['students', 'choir'],
      data: { course: '2', a: '1' },
    };
    expect(await applied({ ...repeated, ...free })).toBe('summary');
    expect(await user()).toMatchObject({ given_name: 'Іване', groups: '["choir","students"]' });
  });

  test('a later import does not undo an earlier end of a user whom the source has left', async () => {
    const left = (fullName: string) =>
      ivan({ facts: { fullName }, left: { reason: 'unknown', at: null } });
    const endIn = (days: number) => new Date(world.clock.now + days * day).toISOString();
    const ways = [
      (validUntil: string) => call('updateUser', { validUntil }),
      (validUntil: string) => applied({ validUntil }),
    ];
    await imports.run('register', [left('Іван'), other]);
    for (const [index, set] of ways.entries()) {
      const end = endIn(9 - index);
      await set(end);
      await imports.run('register', [left(`Іван ${index}`), other]);
      const { full_name, valid_until } = await user();
      expect([full_name, valid_until]).toEqual([`Іван ${index}`, Date.parse(end)]);
    }
  });

  test('what a manifest gives a user whom the source has left is by hand', async () => {
    await imports.run('register', [ivan({ left: { reason: 'withdrawn', at: null } }), other]);
    expect((await user()).disabled).toBe(1);
    expect(await applied({ validUntil: null, groups: ['students'] })).toBe('summary');
    expect(await user()).toMatchObject({ disabled: 0, groups: '["students"]' });
    await imports.run('register', [ivan(), other]);
    await imports.run('register', [ivan({ left: { reason: 'withdrawn', at: null } }), other]);
    expect(await user()).toMatchObject({ disabled: 0, groups: '["students"]' });
  });
});
