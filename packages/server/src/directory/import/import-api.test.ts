import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import type { Database } from '../../database/connect.ts';
import { grantRole } from '../../users/roles/role-store.ts';
import type { SourceRecord } from './plan/source-record.ts';
import { approveImport, startImport } from './run-import.ts';

const person = (externalId: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
  externalId,
  facts: { fullName: `Особа ${externalId}` },
  username: `person${externalId}`,
  memberships: [],
  ...given,
});

const limited = { limits: { leavers: { count: 0 }, created: { count: 0 }, changed: { count: 0 } } };

const rowsIn = async (db: Database, type: string) =>
  (
    await db
      .selectFrom('events')
      .select('details')
      .where('type', '=', type as never)
      .execute()
  ).map(({ details }) => JSON.parse(details ?? '{}'));

describeOnDatabases('imports in the administration API', (kind) => {
  let world: World;
  let imports: ReturnType<typeof importsOf>;
  let chief: Caller;

  beforeEach(async () => {
    world = await makeWorld(kind);
    imports = importsOf(world.db, () => world.clock.now);
    await imports.source('students', 1);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterEach(() => world.close());

  const call = async (
    id: Parameters<typeof callRoute>[1],
    input: Parameters<typeof callRoute>[3] = {},
    caller = chief,
  ) => {
    const answer = await callRoute(world, id, caller, input);
    return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
  };

  test('a waiting import is shown and approved, and a server is to write it at once', async () => {
    const { id } = await imports.compare('students', [person('1'), person('2')]);
    const { body } = await call('readImport', { params: { id } });
    expect(body).toMatchObject({
      source: 'students',
      state: 'waiting',
      startedBy: 'root',
      stops: [{ code: 'first-import', count: null, limit: null, field: null }],
      counts: { created: 2 },
      obstacle: null,
    });
    const approved = await call('approveImport', { params: { id } });
    expect(approved.body).toMatchObject({ state: 'running', decidedBy: 'chief' });
    const again = await call('approveImport', { params: { id } });
    expect([again.status, again.body.fields]).toEqual([
      409,
      { id: 'does not wait for a decision' },
    ]);
  });

  test('who has started an import does not approve it, also by a token', async () => {
    const [source] = (await call('listSources')).body.items;
    expect(source).toMatchObject({ name: 'students', persons: 0, lastImport: null });
    const by = { actor_id: chief.userId, token_id: 'a token', system_user: null };
    const { id } = await imports.compare('students', [person('1')], { by });
    const { body } = await call('readImport', { params: { id } });
    expect([body.startedBy, body.obstacle]).toEqual(['chief', 'own-import']);
    const own = await call('approveImport', { params: { id } });
    expect(own.body.fields).toEqual({
      id: 'is your own import: another administrator approves it',
    });
    const refused = await call('refuseImport', { params: { id } });
    expect(refused.body).toMatchObject({ state: 'refused', decidedBy: 'chief', obstacle: null });
  });

  test('a new administrator does not approve an import', async () => {
    const { id } = await imports.compare('students', [person('1')]);
    const { now } = world.clock;
    const userId = await addCaller(world, 'second', []);
    await grantRole(world.db, { userId, role: 'administrator', at: now - 23 * 3_600_000 });
    const second = await strongSession(world, 'second');
    const obstacle = async () =>
      (await call('readImport', { params: { id } }, second)).body.obstacle;
    const createdAt = (at: number) =>
      world.db
        .updateTable('users')
        .set({ created_at: at })
        .where('username', '=', 'chief')
        .execute();
    await world.db.updateTable('users').set({ created_at: now }).execute();
    // on the first day of an installation all administrators are new
    expect(await obstacle()).toBeNull();
    await createdAt(now - 25 * 3_600_000);
    expect(await obstacle()).toBe('new-administrator');
    const refused = await call('approveImport', { params: { id } }, second);
    expect(refused.body.fields).toEqual({
      id: 'can be approved only by a user who has been an administrator for 24 hours',
    });
    world.clock.now = now + 3_600_000;
    const approved = await call(
      'approveImport',
      { params: { id } },
      await strongSession(world, 'second'),
    );
    expect(approved.body.state).toBe('running');
  });

  test('changed settings, or another import, make a waiting import outdated', async () => {
    const { id } = await imports.compare('students', [person('1')]);
    const { body: stored } = await call('readSource', { params: { name: 'students' } });
    const body = { title: null, position: 5, settings: stored.settings, mapping: null };
    const changed = await call('updateSource', { params: { name: 'students' }, body });
    expect(changed.body).toMatchObject({ position: 5, version: 2 });
    expect(await rowsIn(world.db, 'source.changed')).toEqual([
      { source: 'students', fields: ['position'] },
    ]);
    expect((await call('readImport', { params: { id } })).body.obstacle).toBe('outdated');
    const refused = await call('approveImport', { params: { id } });
    expect(refused.body.fields).toEqual({ id: 'the source has changed since the comparison' });
    // the version of another person is not overwritten
    const lost = await call('updateSource', { params: { name: 'students' }, body });
    expect(lost.status).toBe(412);
  });

  test('a mapping that no import can use is refused by field', async () => {
    const settings = { overlapDays: 7 };
    const mapping = { version: 1, username: { rule: '{given}' }, fields: { fullName: 'ПІБ' } };
    const body = { title: null, position: 1, settings, mapping };
    const refused = await call('updateSource', { params: { name: 'students' }, body });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
      400,
      ['mapping.fields.externalId'],
    ]);
  });

  test('a source does not match by usernames that a rule makes of names', async () => {
    const mapping = {
      version: 1,
      username: { rule: '{given}.{family}' },
      fields: { externalId: 'Код', fullName: 'ПІБ' },
    };
    const body = { title: null, position: 1, settings: { matchBy: 'username' }, mapping };
    const params = { name: 'students' };
    const refused = await call('updateSource', { params, body });
    const reason = { 'settings.matchBy': 'needs a column of usernames in the mapping' };
    expect([refused.status, refused.body.fields]).toEqual([400, reason]);
    const byColumn = { ...body, mapping: { ...mapping, username: { column: 'Логін' } } };
    expect((await call('updateSource', { params, body: byColumn })).status).toBe(200);
  });

  test('rows come in pages by kind, without tax numbers, and reading them is one event in an hour', async () => {
    await imports.run('students', [person('1'), person('2'), person('3')]);
    const { id } = await imports.compare(
      'students',
      [
        person('1', { facts: { fullName: 'Нове імʼя' }, taxIdHash: 'the hash' }),
        { line: 3, rejected: 'invalid-email', field: 'email', externalId: '2' },
        { line: 4, rejected: 'formula', externalId: '3' },
      ],
      limited,
    );
    const params = { id };
    const { body: changed } = await call('listImportRows', { params, query: { kind: 'changed' } });
    expect(changed.items).toMatchObject([
      {
        line: 2,
        username: 'person1',
        changes: [
          { field: 'fullName', before: 'Особа 1', after: 'Нове імʼя', isKept: false },
          { field: 'taxId', before: null, after: null, isKept: false },
        ],
      },
    ]);
    const query = { kind: 'rejected', limit: '1' };
    const { body: first } = await call('listImportRows', { params, query });
    expect(first.items).toMatchObject([{ line: 3, code: 'invalid-email', field: 'email' }]);
    const next = await call('listImportRows', { params, query: { ...query, cursor: first.next } });
    expect(next.body).toMatchObject({ items: [{ line: 4, code: 'formula' }], next: null });
    expect(await rowsIn(world.db, 'import.viewed')).toEqual([{ source: 'students', import: id }]);
    world.clock.now += 3_600_001;
    const { headers } = await tokenOf(world, chief.userId, { roles: ['administrator'] });
    const token = { userId: chief.userId, headers };
    await call('listImportRows', { params, query: { kind: 'rejected' } }, token);
    expect(await rowsIn(world.db, 'import.viewed')).toHaveLength(2);
  });

  test('a derived Latin name is marked, and no reason to compare the person again', async () => {
    const fullNameEn = 'Osoba 1';
    const named = (isLatinDerived?: true) =>
      person('1', { facts: { fullName: 'Особа 1', fullNameEn }, isLatinDerived });
    const { id } = await imports.run('students', [named(true)]);
    const { body } = await call('listImportRows', { params: { id } });
    const [row] = body.items;
    expect(row.changes).toContainEqual({
      field: 'fullNameEn',
      before: null,
      after: fullNameEn,
      isKept: false,
      isDerived: true,
    });
    const again = await imports.run('students', [named()]);
    const { body: rows } = await call('listImportRows', { params: { id: again.id } });
    expect(rows.items).toEqual([]);
  });

  test('who has a new id is decided from the rejected row', async () => {
    const taxIdHash = 'number';
    await imports.run('students', [person('1', { taxIdHash }), person('2')]);
    const { id } = await imports.run('students', [person('9', { taxIdHash }), person('2')]);
    const rowOf = async () => (await call('listImportRows', { params: { id } })).body.items[0];
    const { candidates, decision, ...row } = await rowOf();
    expect(row).toMatchObject({ kind: 'rejected', code: 'changed-id', fullName: 'Особа 1' });
    expect(decision).toBeNull();
    expect(candidates).toMatchObject([{ username: 'person1' }]);
    const [{ userId }] = candidates;
    const params = { name: 'students' };
    const given = await call('linkPerson', { params, body: { externalId: '9', userId } });
    expect(given.status).toBe(204);
    expect((await rowOf()).decision).toMatchObject({ user: { userId } });
  });

  test('counts by group who joins, who leaves and whose membership ends later, and new users without a group', async () => {
    await world.db
      .insertInto('groups')
      .values([
        { name: 'one', created_at: 0 },
        { name: 'two', created_at: 0 },
      ])
      .execute();
    const member = (externalId: string, groups: string[]) =>
      person(externalId, {
        memberships: groups.map((group) => ({ group, validFrom: null, validUntil: null })),
      });
    await imports.run('students', [
      member('1', ['one']),
      member('2', ['one']),
      member('5', ['two']),
    ]);
    const { id } = await imports.compare(
      'students',
      [member('1', ['two']), member('2', ['one']), member('3', ['one']), member('4', [])],
      limited,
    );
    const { body } = await call('readImportGroups', { params: { id } });
    const lastEnd = new Date(world.clock.now + 14 * 24 * 3_600_000).toISOString();
    const none = { title: null, leaving: 0, ending: 0, lastEnd: null };
    expect(body).toEqual({
      groups: [
        { ...none, name: 'one', members: 2, joining: 1, leaving: 1 },
        { ...none, name: 'two', members: 1, joining: 1, ending: 1, lastEnd },
      ],
      withoutGroup: 1,
    });
  });

  test('lists imports of a source by state, the newest first', async () => {
    const first = await imports.run('students', [person('1')]);
    world.clock.now += 1000;
    const dry = await imports.compare('students', [person('1')], { isDryRun: true });
    world.clock.now += 1000;
    const { id } = await imports.compare('students', [person('1'), person('2')], limited);
    const list = async (query: Record<string, string>) =>
      (await call('listImports', { query })).body;
    const all = await list({ source: 'students', limit: '2' });
    expect(all.items.map((one: { id: string }) => one.id)).toEqual([id, dry.id]);
    const rest = await list({ source: 'students', limit: '2', cursor: all.next });
    expect(rest.items).toMatchObject([{ id: first.id, state: 'done' }]);
    expect((await list({ state: 'compared' })).items).toMatchObject([{ isDryRun: true }]);
    const { items } = (await call('listSources')).body;
    expect(items[0]).toMatchObject({
      persons: 1,
      lastImport: { id, state: 'waiting' },
      lastDoneAt: new Date(world.clock.now - 2000).toISOString(),
    });
  });

  test('an import that another one of the source precedes is refused while that runs', async () => {
    const { id } = await imports.compare('students', [person('1')]);
    // a command writes what it approves: the server of the test leaves it alone
    const approver = { userId: null, systemUser: 'another' };
    await imports.change((change) => approveImport(imports.deps, change, id, approver));
    const source = { name: 'students', version: 1 } as never;
    const by = { actor_id: null, token_id: null, system_user: 'root' };
    const start = startImport(imports.deps, imports.change, {
      source,
      isDryRun: false,
      options: { limits: {}, isIncrement: false },
      fileName: null,
      mapping: null,
      by,
    });
    await expect(start).rejects.toMatchObject({ code: 'another-import' });
  });
});
