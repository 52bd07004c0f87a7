// Bulk changes: the preview, the rules for each user, the job, its end and its undo.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { EventStore } from '../../events/store.ts';
import { createLogger } from '../../http/log.ts';
import { grantRole } from '../../users/roles/role-store.ts';
import { runBulkChanges } from './bulk-job.ts';
import { bulkCleanupTasks } from './bulk-store.ts';
import { type BulkJobDeps, runBulkChange } from './run-bulk-change.ts';

const untilJuly = '2027-06-30T21:00:00.000Z';

describeOnDatabases('bulk changes of users', (kind) => {
  let world: World;
  let chief: Caller;
  beforeEach(async () => {
    // the job of the server runs when a test says so
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = await makeWorld(kind);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
    await world.db
      .insertInto('groups')
      .values(['courses', 'students'].map((name) => ({ name, created_at: 0 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  afterEach(async () => {
    await world.close();
    vi.useRealTimers();
  });

  const add = (username: string, more: Partial<Parameters<typeof addUser>[1]> = {}) =>
    addUser(world.db, { username, ...more }, world.passwordHash);

  async function addMany(count: number, prefix = 'many'): Promise<string[]> {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    for (const name of names) await add(name);
    return names;
  }

  const preview = (act: object, users: object, caller = chief) =>
    callRoute(world, 'previewBulkChange', caller, { body: { act, users } });
  const start = (id: string, count?: number, caller = chief) =>
    callRoute(world, 'startBulkChange', caller, { params: { id }, body: { count } });
  const undo = (id: string, count?: number, caller = chief) =>
    callRoute(world, 'undoBulkChange', caller, { params: { id }, body: { count } });
  const read = async (id: string) =>
    (await callRoute(world, 'readBulkChange', chief, { params: { id } })).json();
  const rowsOf = async (id: string, query: Record<string, string> = {}) =>
    (await callRoute(world, 'listBulkChangeRows', chief, { params: { id }, query })).json();
  /** Waits for the job of the server, which looks every second. */
  const ended = async (id: string) => {
    vi.advanceTimersByTime(1000);
    await expect
      .poll(async () => (await read(id)).state, { timeout: 20_000, interval: 50 })
      .not.toBe('running');
    return read(id);
  };
  const resultsOf = async (id: string) =>
    Object.fromEntries(
      (await rowsOf(id)).items.map(
        ({ username, result, code }: { username: string; result: string; code: string | null }) => [
          username,
          code ?? result,
        ],
      ),
    );

  async function run(act: object, users: object, caller = chief) {
    const previewed = await preview(act, users, caller);
    expect([previewed.statusCode, previewed.json().code]).toEqual([201, undefined]);
    const { id, counts } = previewed.json();
    const started = await start(id, counts.waiting, caller);
    expect([started.statusCode, started.json().code]).toEqual([200, undefined]);
    return ended(id);
  }

  const userOf = (username: string) =>
    world.db
      .selectFrom('users')
      .selectAll()
      .where('username_key', '=', username)
      .executeTakeFirstOrThrow();
  const membershipsOf = async (username: string) =>
    world.db
      .selectFrom('membership_periods')
      .select(['group_name', 'valid_until'])
      .where('user_id', '=', (await userOf(username)).id)
      .execute();

  const depsOf = (): BulkJobDeps => ({
    db: world.db,
    now: () => world.clock.now,
    events: new EventStore(world.db, () => world.clock.now),
    revokeUsers,
    enabledMethods: ['password'],
    invitations: undefined,
    log: createLogger('silent'),
  });

  test('pasted usernames get access until a day, and each has a result', async () => {
    await addMany(3);
    await add('member', { groups: ['courses'] });
    const act = { type: 'add-to-group', group: 'courses', validUntil: untilJuly };
    const usernames = ['many-0', ' MANY-1 ', 'many-1', 'many-2', 'nobody', 'member', 'chief'];
    const previewed = (await preview(act, { usernames })).json();
    expect(previewed).toMatchObject({
      state: 'previewed',
      act,
      counts: { total: 6, waiting: 3, refused: 2, unchanged: 1 },
      needsCount: true,
      canUndo: false,
    });
    expect(previewed.exceptions).toEqual([
      { code: 'longer-membership', count: 1 },
      { code: 'own-account', count: 1 },
      { code: 'unknown-user', count: 1 },
    ]);
    // a preview changes no user, and is no job
    expect(await membershipsOf('many-0')).toEqual([]);
    expect((await callRoute(world, 'listBulkChanges', chief)).json().items).toEqual([]);
    const without = await start(previewed.id);
    expect([without.statusCode, without.json().fields]).toEqual([
      400,
      { count: 'is required for so many users' },
    ]);
    expect((await start(previewed.id, 4)).json().fields).toEqual({
      count: 'is not the number of users to change',
    });
    expect((await start(previewed.id, 3)).statusCode).toBe(200);
    const done = await ended(previewed.id);
    expect(done).toMatchObject({
      state: 'done',
      counts: { changed: 3, waiting: 0 },
      canUndo: true,
    });
    expect(await resultsOf(previewed.id)).toEqual({
      'many-0': 'changed',
      'many-1': 'changed',
      'many-2': 'changed',
      member: 'longer-membership',
      nobody: 'unknown-user',
      chief: 'own-account',
    });
    expect(await membershipsOf('many-1')).toEqual([
      { group_name: 'courses', valid_until: Date.parse(untilJuly) },
    ]);
    const events = await world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'details'])
      .where('user_id', '=', (await userOf('many-0')).id)
      .where('type', '=', 'membership.changed')
      .execute();
    expect(events.map((one) => [one.actor_id, JSON.parse(one.details ?? '{}')])).toEqual([
      [chief.userId, { group: 'courses', until: untilJuly, bulk: previewed.id }],
    ]);
    // again: it has been started
    expect((await start(previewed.id, 3)).json()).toMatchObject({ code: 'admin.conflict' });

    const undone = await undo(previewed.id, 3);
    expect([undone.statusCode, undone.json().undoOf]).toEqual([200, previewed.id]);
    expect(await ended(undone.json().id)).toMatchObject({ state: 'done', counts: { changed: 3 } });
    expect(await membershipsOf('many-1')).toEqual([]);
    expect(JSON.parse((await userOf('member')).groups)).toEqual(['courses']);
    expect((await undo(previewed.id, 3)).json().fields).toEqual({ id: 'cannot be undone' });
    expect(await read(previewed.id)).toMatchObject({ canUndo: false, undoneBy: undone.json().id });
  });

  test('an end in the past is refused', async () => {
    await addMany(1);
    const validUntil = new Date(world.clock.now - 1).toISOString();
    for (const act of [
      { type: 'add-to-group', group: 'courses', validUntil },
      { type: 'set-end', validUntil },
    ]) {
      const response = await preview(act, { usernames: ['many-0'] });
      expect([response.statusCode, response.json().fields]).toEqual([
        400,
        { 'act.validUntil': 'must be in the future' },
      ]);
    }
  });

  test('an undo leaves users as they are who have been changed since', async () => {
    await addMany(2);
    const { id } = await run(
      { type: 'disable', reason: 'left' },
      { usernames: ['many-0', 'many-1'] },
    );
    expect((await userOf('many-0')).disabled).toBe(1);
    const params = { id: (await userOf('many-0')).id };
    const body = { disabled: false };
    const headers = { 'if-match': `"${(await userOf('many-0')).version}"` };
    await callRoute(world, 'updateUser', chief, { params, body, headers });
    const undone = (await undo(id, 2)).json();
    await ended(undone.id);
    expect(await resultsOf(undone.id)).toEqual({ 'many-0': 'changed-since', 'many-1': 'changed' });
    expect((await userOf('many-1')).disabled).toBe(0);
  });

  test('an undo of a group gives the former memberships back, with their periods', async () => {
    await add('many-0', { groups: [] });
    await add('member', { groups: ['courses'] });
    await add('guest');
    const until = world.clock.now + 5_000_000;
    const { id: guest } = await userOf('guest');
    await world.db
      .insertInto('membership_periods')
      .values({ user_id: guest, group_name: 'courses', valid_from: null, valid_until: until })
      .execute();
    await world.db
      .updateTable('users')
      .set({ groups: '["courses"]', changes_at: until })
      .where('id', '=', guest)
      .execute();
    const usernames = ['many-0', 'member', 'guest'];
    const state = async () => {
      const all = usernames.map(async (name) => [
        JSON.parse((await userOf(name)).groups),
        (await membershipsOf(name)).map((one) => one.valid_until),
      ]);
      return Promise.all(all);
    };
    const before = await state();
    expect(before).toEqual([
      [[], []],
      [['courses'], []],
      [['courses'], [until]],
    ]);
    const group = 'courses';
    const removed = await run({ type: 'remove-from-group', group }, { usernames });
    expect(removed.counts).toMatchObject({ changed: 2, unchanged: 1 });
    expect((await state()).map(([groups]) => groups)).toEqual([[], [], []]);
    await ended((await undo(removed.id, 2)).json().id);
    expect(await state()).toEqual(before);

    const later = new Date(until + 1000).toISOString();
    const added = await run({ type: 'add-to-group', group, validUntil: later }, { usernames });
    expect(added.counts).toMatchObject({ changed: 2, unchanged: 1 });
    await ended((await undo(added.id, 2)).json().id);
    expect(await state()).toEqual(before);
    // a group that is gone cannot be given back
    const again = await run({ type: 'remove-from-group', group }, { usernames });
    await world.db.deleteFrom('groups').where('name', '=', group).execute();
    const undone = await ended((await undo(again.id, 2)).json().id);
    expect([undone.counts.changed, undone.exceptions]).toEqual([
      0,
      [{ code: 'unknown-group', count: 2 }],
    ]);
  });

  test('an undo of an end date gives the former one back, and is not undone itself', async () => {
    await addMany(2);
    const former = world.clock.now + 9_000_000;
    await world.db
      .updateTable('users')
      .set({ valid_until: former, changes_at: former })
      .where('username_key', '=', 'many-0')
      .execute();
    const usernames = ['many-0', 'many-1'];
    const ends = async () =>
      Promise.all(usernames.map(async (name) => (await userOf(name)).valid_until));
    const { id } = await run({ type: 'set-end', validUntil: untilJuly }, { usernames });
    expect(await ends()).toEqual([Date.parse(untilJuly), Date.parse(untilJuly)]);
    const undone = (await undo(id, 2)).json();
    expect(await ended(undone.id)).toMatchObject({ counts: { changed: 2 }, canUndo: false });
    expect(await ends()).toEqual([former, null]);
    expect((await undo(undone.id, 2)).json().fields).toEqual({ id: 'cannot be undone' });
  });

  test('an undo of disabling enables again, and ended sessions stay ended', async () => {
    await addMany(1);
    await weakSession(world, 'many-0');
    const { id: userId } = await userOf('many-0');
    const sessions = () =>
      world.db.selectFrom('sessions').select('user_id').where('user_id', '=', userId).execute();
    expect(await sessions()).toHaveLength(1);
    const { id } = await run({ type: 'disable', reason: 'left' }, { usernames: ['many-0'] });
    expect([(await userOf('many-0')).disabled, await sessions()]).toEqual([1, []]);
    await ended((await undo(id, 1)).json().id);
    const { disabled, disabled_note } = await userOf('many-0');
    expect([disabled, disabled_note, await sessions()]).toEqual([0, null, []]);
  });

  test('an undo of enabling gives the reasons of disabling back', async () => {
    await addMany(2);
    const usernames = ['many-0', 'many-1'];
    await run({ type: 'disable', reason: 'left' }, { usernames: ['many-0'] });
    await run({ type: 'disable' }, { usernames: ['many-1'] });
    const { id } = await run({ type: 'enable' }, { usernames });
    expect((await userOf('many-0')).disabled_note).toBe(null);
    await ended((await undo(id, 2)).json().id);
    const notes = usernames.map(async (name) => (await userOf(name)).disabled_note);
    expect(await Promise.all(notes)).toEqual(['left', null]);
    expect((await userOf('many-1')).disabled).toBe(1);
  });

  test('to enable a user whose end has passed is named as no help', async () => {
    const id = await add('over');
    const ended = { valid_until: world.clock.now - 1, changes_at: null };
    await world.db.updateTable('users').set(ended).where('id', '=', id).execute();
    await add('plain');
    const usernames = ['over', 'plain'];
    const { id: change, counts } = (await preview({ type: 'enable' }, { usernames })).json();
    expect(await resultsOf(change)).toEqual({ over: 'not-in-period', plain: 'already-so' });
    expect(counts).toMatchObject({ unchanged: 2, refused: 0 });
  });

  test('the rules of one user hold for each', async () => {
    const other = await add('other');
    await grantRole(world.db, { userId: other, role: 'administrator', at: 1 });
    const ends = world.clock.now + 60_000;
    const guest = await add('guest');
    await world.db
      .updateTable('users')
      .set({ sponsor_id: other, valid_until: ends, changes_at: ends })
      .where('id', '=', guest)
      .execute();
    await add('gone', { disabled: true });
    await add('plain');
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const names = ['other', 'guest', 'plain', 'helper'];
    const end = await preview({ type: 'set-end', validUntil: null }, { usernames: names });
    expect((await start(end.json().id, 0)).json().fields).toEqual({ id: 'changes no user' });
    expect(await resultsOf(end.json().id)).toEqual({
      other: 'already-so',
      guest: 'guest-needs-end',
      plain: 'already-so',
      helper: 'already-so',
    });
    const byHelper = await run({ type: 'disable' }, { usernames: names }, helper);
    expect(await resultsOf(byHelper.id)).toEqual({
      other: 'higher-role',
      guest: 'changed',
      plain: 'changed',
      helper: 'own-account',
    });
    expect((await userOf('plain')).disabled).toBe(1);
    // operators give only their own groups
    const foreign = await preview(
      { type: 'add-to-group', group: 'courses' },
      { usernames: ['plain'] },
      helper,
    );
    expect([foreign.statusCode, foreign.json().fields]).toEqual([
      403,
      { 'act.group': 'is not one of your groups' },
    ]);
    const invited = await preview({ type: 'invite' }, { usernames: ['other', 'gone', 'plain'] });
    expect(new Set(Object.values(await resultsOf(invited.json().id)))).not.toContain('waiting');
  });

  test('the preview names the last administrator, in the order of the list', async () => {
    const other = await add('other');
    await grantRole(world.db, { userId: other, role: 'administrator', at: 1 });
    await add('plain');
    const disable = async (usernames: string[]) => {
      const { id, exceptions } = (await preview({ type: 'disable' }, { usernames })).json();
      return { results: await resultsOf(id), exceptions };
    };
    // the caller stays, so that the other administrator can be disabled
    expect((await disable(['chief', 'other'])).results).toEqual({
      chief: 'own-account',
      other: 'waiting',
    });
    expect(await disable(['other', 'plain', 'chief'])).toEqual({
      results: { other: 'waiting', plain: 'waiting', chief: 'last-administrator' },
      exceptions: [{ code: 'last-administrator', count: 1 }],
    });
    const end = { type: 'set-end', validUntil: untilJuly };
    expect(
      await resultsOf((await preview(end, { usernames: ['other', 'chief'] })).json().id),
    ).toEqual({ other: 'waiting', chief: 'own-account' });
    await world.db.updateTable('users').set({ disabled: 1 }).where('id', '=', other).execute();
    const last = (await preview(end, { usernames: ['chief'] })).json();
    expect(last.exceptions).toEqual([{ code: 'last-administrator', count: 1 }]);
    // an act that disables no user
    const enabled = (await preview({ type: 'enable' }, { usernames: ['chief'] })).json();
    expect(enabled.exceptions).toEqual([{ code: 'own-account', count: 1 }]);
  });

  test('the preview of invitations names each refusal of one user, and the job agrees', async () => {
    const blank = { passwordHash: null };
    const former = await add('former', blank);
    await grantRole(world.db, { userId: former, role: 'administrator', at: 1 });
    const params = { id: former, role: 'administrator' };
    const revoked = await callRoute(world, 'revokeRole', chief, { params });
    expect(revoked.statusCode).toBeLessThan(300);
    await grantRole(world.db, { userId: await add('reader', blank), role: 'auditor', at: 1 });
    const later = world.clock.now + 60_000;
    await world.db
      .updateTable('users')
      .set({ valid_from: later, disabled: 1, changes_at: later })
      .where('id', '=', await add('later', blank))
      .execute();
    await world.db
      .updateTable('users')
      .set({ email: null, email_key: null })
      .where('id', '=', await add('unreachable', blank))
      .execute();
    await add('known');
    await add('new', blank);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const usernames = ['former', 'reader', 'later', 'unreachable', 'known', 'new', 'chief'];
    const expected = {
      former: 'higher-role',
      reader: 'higher-role',
      later: 'cannot-sign-in',
      unreachable: 'no-email',
      known: 'has-way-to-sign-in',
      new: 'waiting',
      chief: 'higher-role',
    };
    const { id } = (await preview({ type: 'invite' }, { usernames }, helper)).json();
    expect(await resultsOf(id)).toEqual(expected);
    // the job checks again, as if the preview had let all of them through
    await world.db
      .updateTable('bulk_change_rows')
      .set({ result: 'waiting', code: null })
      .where('bulk_id', '=', id)
      .execute();
    await world.db
      .updateTable('bulk_changes')
      .set({ state: 'running', started_at: world.clock.now, refused: 0 })
      .where('id', '=', id)
      .execute();
    await ended(id);
    expect(await resultsOf(id)).toEqual({ ...expected, new: 'changed' });
    const byChief = (await preview({ type: 'invite' }, { usernames: ['former', 'reader'] })).json();
    expect(await resultsOf(byChief.id)).toEqual({ former: 'administrator', reader: 'waiting' });
  });

  test('invitations are sent once, and counted for each mailbox', async () => {
    for (const name of ['new-1', 'new-2', 'new-3']) await add(name, { passwordHash: null });
    await add('known');
    const { id: third } = await userOf('new-3');
    for (const _ of [1, 2])
      expect(
        (await callRoute(world, 'inviteUser', chief, { params: { id: third } })).statusCode,
      ).toBe(200);
    const { id } = await run(
      { type: 'invite' },
      { usernames: ['new-1', 'new-2', 'new-3', 'known'] },
    );
    expect(await resultsOf(id)).toEqual({
      'new-1': 'changed',
      'new-2': 'changed',
      'new-3': 'too-many-invitations',
      known: 'has-way-to-sign-in',
    });
    await expect.poll(() => world.letters.length).toBe(4);
    expect((await read(id)).canUndo).toBe(false);
    expect((await undo(id, 2)).json().code).toBe('admin.conflict');
    const again = await preview({ type: 'invite' }, { usernames: ['new-1'] });
    expect(again.json().counts.waiting).toBe(1);
  });

  test('a removed group, a full user and a lost group of the operator refuse each user', async () => {
    await addMany(3);
    const groups = Array.from({ length: 100 }, (_, index) => `g${index}`);
    await world.db
      .updateTable('users')
      .set({ groups: JSON.stringify(groups) })
      .where('username_key', '=', 'many-0')
      .execute();
    const act = { type: 'add-to-group', group: 'courses' };
    const full = (await preview(act, { usernames: ['many-0', 'many-1'] })).json();
    expect(await resultsOf(full.id)).toEqual({ 'many-0': 'too-many-groups', 'many-1': 'waiting' });
    await addCaller(world, 'helper', ['operator']);
    await world.db
      .updateTable('users')
      .set({ groups: '["courses"]' })
      .where('username_key', '=', 'helper')
      .execute();
    const helper = await strongSession(world, 'helper');
    const own = (await preview(act, { usernames: ['many-1'] }, helper)).json();
    expect((await start(own.id, 1, helper)).statusCode).toBe(200);
    await world.db
      .updateTable('users')
      .set({ groups: '[]' })
      .where('username_key', '=', 'helper')
      .execute();
    await ended(own.id);
    expect(await resultsOf(own.id)).toEqual({ 'many-1': 'not-your-group' });
    expect((await start(full.id, 1)).statusCode).toBe(200);
    await world.db.deleteFrom('groups').where('name', '=', 'courses').execute();
    await ended(full.id);
    expect((await resultsOf(full.id))['many-1']).toBe('unknown-group');
  });

  test('rights are those of the moment, for each user', async () => {
    await addMany(30);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const act = { type: 'disable' };
    const usernames = Array.from({ length: 30 }, (_, index) => `many-${index}`);
    const { id } = (await preview(act, { usernames }, helper)).json();
    await world.db
      .updateTable('users')
      .set({ disabled: 1 })
      .where('id', '=', helper.userId)
      .execute();
    await world.db
      .updateTable('bulk_changes')
      .set({ state: 'running', started_at: world.clock.now })
      .where('id', '=', id)
      .execute();
    expect(await ended(id)).toMatchObject({
      state: 'stopped',
      counts: { changed: 0, waiting: 30 },
    });
    expect((await userOf('many-0')).disabled).toBe(0);
  });

  test('a job of a token ends with the token, and needs no session', async () => {
    await addMany(2);
    const token = await tokenOf(world, chief.userId, { roles: ['administrator'] });
    const done = await run({ type: 'disable' }, { usernames: ['many-0'] }, token);
    expect(done.counts.changed).toBe(1);
    const { id } = (await preview({ type: 'disable' }, { usernames: ['many-1'] }, token)).json();
    await world.db.deleteFrom('api_tokens').execute();
    await world.db
      .updateTable('bulk_changes')
      .set({ state: 'running', started_at: world.clock.now })
      .where('id', '=', id)
      .execute();
    expect((await ended(id)).state).toBe('stopped');
  });

  test('a start needs a recent sign-in with two factors', async () => {
    await addMany(1);
    const weak = await weakSession(world, 'chief');
    const { id } = (await preview({ type: 'disable' }, { usernames: ['many-0'] }, weak)).json();
    expect((await start(id, 1, weak)).json().code).toBe('admin.authentication-required');
    const auditor = await addCaller(world, 'reader', ['auditor']).then(() =>
      strongSession(world, 'reader'),
    );
    expect((await start(id, 1, auditor)).json().code).toBe('admin.forbidden');
    expect((await rowsOf(id)).items).toHaveLength(1);
  });

  test('a job that was cut off goes on where it was, and each user is changed once', {
    tags: 'race',
  }, async () => {
    await addMany(35);
    const usernames = Array.from({ length: 35 }, (_, index) => `many-${index}`);
    const { id } = (await preview({ type: 'disable' }, { usernames })).json();
    await world.db
      .updateTable('bulk_changes')
      .set({ state: 'running', started_at: world.clock.now })
      .where('id', '=', id)
      .execute();
    // two nodes at once, and one whose transaction fails after the writes
    let fails = true;
    const broken = depsOf();
    const cut = {
      ...broken,
      now: () => {
        if (fails) {
          fails = false;
          throw Object.assign(new Error('cut off'), { code: '57P01' });
        }
        return world.clock.now;
      },
    };
    await expect(runBulkChange(cut, id)).rejects.toThrow('cut off');
    await Promise.all([runBulkChanges(depsOf()), runBulkChanges(depsOf())]);
    expect(await ended(id)).toMatchObject({ state: 'done', counts: { changed: 35, waiting: 0 } });
    const { count } = await world.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('type', '=', 'user.disabled')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(35);
  });

  test('a stopped job leaves the rest as it is, and can be undone', {
    tags: 'race',
  }, async () => {
    await addMany(25);
    const usernames = Array.from({ length: 25 }, (_, index) => `many-${index}`);
    const { id } = (await preview({ type: 'disable' }, { usernames })).json();
    await world.db
      .updateTable('bulk_changes')
      .set({ state: 'running', started_at: world.clock.now })
      .where('id', '=', id)
      .execute();
    await runBulkChange(depsOf(), id);
    const cancelled = await callRoute(world, 'cancelBulkChange', chief, { params: { id } });
    expect(cancelled.json().state).toBe('cancelled');
    const { counts } = await read(id);
    expect(counts.changed).toBeGreaterThan(0);
    expect(counts.changed + counts.waiting).toBe(25);
    await runBulkChanges(depsOf());
    expect((await read(id)).counts).toEqual(counts);
    const undone = (await undo(id, counts.changed)).json();
    expect((await ended(undone.id)).counts.changed).toBe(counts.changed);
    const disabled = world.db.selectFrom('users').select('id').where('disabled', '=', 1);
    expect(await disabled.execute()).toEqual([]);
  });

  test('rows of an erased user are deleted, and expired bulk changes with all rows', async () => {
    await addMany(2);
    const { id } = await run({ type: 'disable' }, { usernames: ['many-0', 'many-1'] });
    const params = { id: (await userOf('many-0')).id };
    expect((await callRoute(world, 'eraseUser', chief, { params })).statusCode).toBe(200);
    expect((await rowsOf(id)).items.map(({ username }: { username: string }) => username)).toEqual([
      'many-1',
    ]);
    world.clock.now += 31 * 24 * 3_600_000;
    for (const task of bulkCleanupTasks(world.db, () => world.clock.now)) await task(200);
    expect(await world.db.selectFrom('bulk_changes').selectAll().execute()).toEqual([]);
  });

  test('a filter finds what the list of users shows', { tags: 'race' }, async () => {
    await addMany(3, 'filtered');
    await add('else');
    const { id, counts } = (
      await preview({ type: 'disable' }, { filter: { q: 'filtered', disabled: false } })
    ).json();
    expect(counts).toMatchObject({ total: 3, waiting: 3 });
    const page = await rowsOf(id, { limit: '2' });
    expect(page.items).toHaveLength(2);
    const rest = await rowsOf(id, { limit: '2', cursor: page.next });
    expect([rest.items.length, rest.next]).toEqual([1, null]);
    expect((await rowsOf(id, { result: 'changed' })).items).toEqual([]);
  });

  test.each([
    [{ type: 'disable' }, {}, 'users'],
    [{ type: 'disable' }, { ids: [crypto.randomUUID()], usernames: ['a'] }, 'users'],
    [{ type: 'disable' }, { usernames: [] }, 'users.usernames'],
    [{ type: 'disable' }, { usernames: ['a\u0000b'] }, 'users.usernames.0'],
    [{ type: 'disable' }, { usernames: Array(2001).fill('a') }, 'users.usernames'],
    [{ type: 'disable' }, { ids: ["1' or 1=1"] }, 'users.ids.0'],
    [{ type: 'disable' }, { filter: { q: '—' } }, 'users.filter.q'],
    [{ type: 'disable' }, { filter: { limit: '5' } }, 'users.filter'],
    [{ type: 'erase' }, { usernames: ['a'] }, 'act.type'],
    [{ type: 'add-to-group', group: 'nowhere' }, { usernames: ['a'] }, 'act.group'],
    [{ type: 'set-end' }, { usernames: ['a'] }, 'act.validUntil'],
    [{ type: 'enable', group: 'courses' }, { usernames: ['a'] }, 'act.group'],
    [
      { type: 'add-to-group', group: 'courses', validFrom: untilJuly, validUntil: untilJuly },
      { usernames: ['a'] },
      'validUntil',
    ],
  ])('refuses %j for %j', async (act, users, field) => {
    const response = await preview(act, users);
    expect([response.statusCode, Object.keys(response.json().fields)[0]]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
    expect(await world.db.selectFrom('bulk_changes').selectAll().execute()).toEqual([]);
  });
});
