import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { EventStore } from '../../events/store.ts';
import { removeTaxIds } from '../../users/changes/remove-tax-ids.ts';
import { blankRow } from '../../users/columns.ts';
import { runLifecycle } from '../../users/lifecycle/lifecycle-job.ts';
import { grantRole, listAdministrators, revokeRole } from '../../users/roles/role-store.ts';
import { findSource } from '../../users/sources/source-store.ts';
import { importOptions } from './import-options.ts';
import { countReasons, findImport, pageOfRows } from './import-store.ts';
import type { SourceRecord } from './plan/source-record.ts';
import { ImportFileError } from './reasons.ts';
import { failImport, noteRefusedFile, refuseImport } from './run-import.ts';

const day = 24 * 3_600_000;
const always = { validFrom: null, validUntil: null };

const fivePercent = { percent: 5 };
const ordinary = { leavers: fivePercent, created: fivePercent, changed: fivePercent };

const person = (externalId: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
  externalId,
  facts: { fullName: `Особа ${externalId}`, ...given.facts },
  username: `person${externalId}`,
  memberships: [{ group: 'students', ...always }],
  ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'facts')),
});

describe.each(databaseKinds)('imports, on %s', (kind) => {
  let database: TestDatabase;
  let at: number;
  let imports: ReturnType<typeof importsOf>;

  beforeEach(async () => {
    database = await makeDatabase(kind);
    at = 1_800_000_000_000;
    imports = importsOf(database.db, () => at);
    const groups = ['students', 'staff', 'faculty.a', 'faculty.b'];
    await database.db
      .insertInto('groups')
      .values(groups.map((name) => ({ name, created_at: at })))
      .execute();
    await imports.source('students', 1);
    await imports.source('staff', 2);
  });
  afterEach(() => database.close());

  const user = (username: string) =>
    database.db
      .selectFrom('users')
      .selectAll()
      .where('username_key', '=', username)
      .executeTakeFirst();
  const stateOf = async (username: string) => {
    const row = await user(username);
    return row && { disabled: row.disabled, groups: JSON.parse(row.groups) };
  };
  const rowsOf = async (id: string) =>
    (await pageOfRows(database.db, id, { after: -1, limit: 100 })).map(
      ({ line, kind: what, code, field }) => ({ line, kind: what, code, field }),
    );
  const sourceRow = (name: string) =>
    database.db
      .selectFrom('sources')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
  const passDays = async (days: number) => {
    at += days * day;
    const log = { warn() {}, info() {}, error() {} } as never;
    const events = new EventStore(database.db, () => at);
    const administrators = listAdministrators;
    await runLifecycle({
      db: database.db,
      events,
      revokeUsers,
      administrators,
      now: () => at,
      log,
    });
  };

  test('the first import waits, and writes after another person has approved it', async () => {
    const first = await imports.compare('students', [person('1'), person('2')]);
    expect(first).toMatchObject({ state: 'waiting', stops: [{ code: 'first-import' }] });
    expect(first.counts).toMatchObject({ created: 2, rejected: 0 });
    expect(await user('person1')).toBeUndefined();
    await expect(imports.approve(first.id, 'root')).rejects.toMatchObject({ code: 'own-import' });
    await imports.approve(first.id);
    await imports.write(first.id);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['students'] });
    const again = await imports.compare('students', [person('1'), person('2')]);
    expect(again).toMatchObject({ state: 'running', stops: [] });
    expect(again.counts).toMatchObject({ unchanged: 2, created: 0, changed: 0, left: 0 });
  });

  test('a dry run changes nothing and leaves nothing to write', async () => {
    const dry = await imports.compare('students', [person('1')], { isDryRun: true });
    expect(dry).toMatchObject({ state: 'compared', counts: { created: 1 } });
    await imports.write(dry.id);
    expect(await user('person1')).toBeUndefined();
  });

  test('a new user with the name of another one is marked, and never linked by it', async () => {
    await imports.run('students', [person('1')]);
    const facts = { fullName: 'Особа 1' };
    const { id } = await imports.run('staff', [person('7', { facts }), person('8')]);
    const rows = await rowsOf(id);
    expect(rows.map(({ kind, code }) => [kind, code])).toEqual([
      ['created', 'same-name'],
      ['created', null],
    ]);
  });

  test('who has left before the first import is in no report', async () => {
    const left = person('9', { left: { reason: 'completed', at: null } });
    const { counts } = await imports.run('students', [person('1'), left]);
    expect(counts).toMatchObject({ created: 1, unchanged: 0 });
  });

  test('values that stand in no table are counted', async () => {
    const unmapped = [{ by: 'faculty', value: 'ФПМ' }] as const;
    const given = ['1', '2'].map((id) => ({ line: null, record: person(id), unmapped }));
    const compared = await imports.compare('students', given, { isDryRun: true });
    expect(compared.unmapped_values).toEqual([{ by: 'faculty', value: 'ФПМ', count: 2 }]);
  });

  test('a stored name with another kind of apostrophe is no change', async () => {
    const named = (fullName: string, fullNameEn: string) =>
      person('1', { facts: { fullName, fullNameEn } });
    await imports.run('students', [named("Дем'янюк Мар'яна", "O'Koval")]);
    const same = await imports.run('students', [named('Дем’янюк Мар’яна', 'O’Koval')]);
    expect(same.counts).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await user('person1')).toMatchObject({ full_name: "Дем'янюк Мар'яна" });
    const other = await imports.run('students', [named('Коваль Мар’яна', 'O’Koval')]);
    expect(other.counts).toMatchObject({ unchanged: 0, changed: 1 });
    expect(await user('person1')).toMatchObject({ full_name: 'Коваль Мар’яна' });
  });

  test('who is missing keeps the account for the days of grace, then it is disabled', async () => {
    await imports.run('students', [person('1'), person('2')]);
    await imports.run('students', [person('2')]);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['students'] });
    await passDays(15);
    expect(await stateOf('person1')).toEqual({ disabled: 1, groups: [] });
    expect(await stateOf('person2')).toEqual({ disabled: 0, groups: ['students'] });
    // the same record brings the same account back
    await imports.run('students', [person('1'), person('2')]);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['students'] });
  });

  test('who is in two sources keeps the account when either ends', async () => {
    const both = { taxIdHash: 'hash of the number' };
    await imports.run('students', [person('1', both), person('9')]);
    const teacher = person('T', {
      ...both,
      facts: { fullName: 'Інше імʼя' },
      memberships: [{ group: 'staff', ...always }],
    });
    await imports.run('staff', [teacher, person('8', { memberships: [] })]);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['staff', 'students'] });
    expect((await user('person1'))?.full_name).toBe('Особа 1');
    await imports.run('students', [person('9')]);
    // the other source decides now
    expect((await user('person1'))?.full_name).toBe('Інше імʼя');
    await passDays(20);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['staff'] });
    await imports.run('staff', [person('8', { memberships: [] })]);
    await passDays(20);
    expect(await stateOf('person1')).toEqual({ disabled: 1, groups: [] });
  });

  test('a membership by hand stays when the source that gave it too ends', async () => {
    await imports.run('students', [person('1', { memberships: [] }), person('2')]);
    const row = await user('person1');
    await database.db
      .updateTable('users')
      .set({ groups: '["faculty.a","students"]' })
      .where('id', '=', row?.id ?? '')
      .execute();
    await imports.run('students', [person('1'), person('2')]);
    await imports.run('students', [person('1', { memberships: [] }), person('2')]);
    expect((await stateOf('person1'))?.groups).toEqual(['faculty.a', 'students']);
  });

  test('users of before the first import stay until a row is linked to them', async () => {
    const by = { id: 'u1', username: 'old', username_key: 'old', full_name: 'Давня' };
    await database.db
      .insertInto('users')
      .values({
        ...blankRow,
        ...by,
        tax_id_hash: 'number',
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await imports.run('students', [person('2')]);
    await imports.run('students', [person('2')]);
    await passDays(100);
    expect((await stateOf('old'))?.disabled).toBe(0);
    await imports.run('students', [person('2'), person('1', { taxIdHash: 'number' })]);
    expect(await stateOf('old')).toEqual({ disabled: 0, groups: ['students'] });
    await imports.run('students', [person('2')]);
    await passDays(20);
    expect((await stateOf('old'))?.disabled).toBe(1);
  });

  test('a source changes neither address, number nor validity of a user with a role', async () => {
    const first = person('1', { facts: { email: 'one@campus.example' } });
    await imports.run('students', [first, person('2')]);
    const row = await user('person1');
    await database.db
      .insertInto('user_roles')
      .values({ user_id: row?.id ?? '', role: 'operator', granted_at: at })
      .execute();
    const changed = person('1', {
      facts: { fullName: 'Нове імʼя', email: 'two@campus.example' },
      taxIdHash: 'another number',
    });
    const second = await imports.run('students', [changed, person('2')]);
    expect(await user('person1')).toMatchObject({
      full_name: 'Нове імʼя',
      email: 'one@campus.example',
      tax_id_hash: null,
    });
    const [report] = await pageOfRows(database.db, second.id, { after: -1, limit: 10 });
    expect(Object.keys(report?.changes ?? {})).toEqual(['fullName', 'kept.email', 'kept.taxId']);
    await imports.run('students', [person('2')]);
    await passDays(20);
    expect((await stateOf('person1'))?.disabled).toBe(0);
  });

  test('a former administrator keeps address and number for a day', async () => {
    const reachable = (email: string) => person('1', { facts: { email } });
    await imports.run('students', [reachable('a@campus.example'), person('2')]);
    const { id: userId } = (await user('person1')) ?? {};
    await new EventStore(database.db, () => at).record(database.db, {
      type: 'role.revoked',
      userId,
      details: { role: 'administrator' },
    } as never);
    const file = [reachable('b@campus.example'), person('2')];
    await imports.run('students', file);
    expect((await user('person1'))?.email).toBe('a@campus.example');
    at += day + 1;
    await imports.run('students', file);
    expect((await user('person1'))?.email).toBe('b@campus.example');
  });

  test('what a role withholds stays in each report, and is written after the role ends', async () => {
    const reachable = (email: string) => person('1', { facts: { email } });
    await imports.run('students', [reachable('a@campus.example'), person('2'), person('3')]);
    const ids = [(await user('person1'))?.id ?? '', (await user('person2'))?.id ?? ''];
    for (const id of ids)
      await database.db
        .insertInto('user_roles')
        .values({ user_id: id, role: 'operator', granted_at: at })
        .execute();
    const file = [reachable('b@campus.example'), person('3')];
    const keptIn = async (id: string) =>
      (await pageOfRows(database.db, id, { after: -1, limit: 10 })).flatMap(({ changes }) =>
        Object.keys(changes ?? {}),
      );
    await imports.run('students', file);
    await passDays(20);
    const again = await imports.run('students', file);
    expect(again.counts).toMatchObject({ unchanged: 3, left: 0, changed: 0 });
    expect(await keptIn(again.id)).toEqual(['kept.email', 'kept.validUntil']);
    await database.db.deleteFrom('user_roles').execute();
    // an increment names no person who has left
    const after = await imports.run('students', [file[0] as SourceRecord], { isIncrement: true });
    expect(after.counts).toMatchObject({ changed: 1, left: 1 });
    expect(await user('person1')).toMatchObject({ email: 'b@campus.example', disabled: 0 });
    expect((await stateOf('person2'))?.disabled).toBe(1);
    const last = await imports.run('students', file);
    expect([last.counts.unchanged, await keptIn(last.id)]).toEqual([2, []]);
  });

  test('who has left with a role loses the account also after another key of tax numbers', async () => {
    await imports.run('students', [person('1', { taxIdHash: 'number' }), person('2')]);
    const userId = (await user('person1'))?.id ?? '';
    await grantRole(database.db, { userId, role: 'operator', at });
    await imports.run('students', [person('2')]);
    await passDays(20);
    await imports.change((change) => removeTaxIds(change, at));
    await revokeRole(database.db, { userId, role: 'operator' });
    await imports.run('students', [person('2')], { isIncrement: true });
    expect((await stateOf('person1'))?.disabled).toBe(1);
  });

  test('a group that was deleted and created again has its members after the next import', async () => {
    const inGroup = person('1', { memberships: [{ group: 'faculty.a', ...always }] });
    await imports.run('students', [inGroup, person('2')]);
    const { db } = database;
    const ofUser = db.updateTable('users').where('username', '=', 'person1');
    await ofUser.set({ groups: '[]' }).execute();
    await db.deleteFrom('groups').where('name', '=', 'faculty.a').execute();
    const without = await imports.run('students', [inGroup, person('2')]);
    expect(await rowsOf(without.id)).toMatchObject([{ kind: 'rejected', code: 'unknown-group' }]);
    at += 1000;
    await db.insertInto('groups').values({ name: 'faculty.a', created_at: at }).execute();
    await imports.run('students', [inGroup, person('2')]);
    expect((await stateOf('person1'))?.groups).toEqual(['faculty.a']);
  });

  test('another order of the sources counts for rows that are the same', async () => {
    const named = (fullName: string) => person('1', { taxIdHash: 'x', facts: { fullName } });
    await imports.run('students', [named('Студент')]);
    await imports.run('staff', [named('Працівник')]);
    const later = { position: 9, version: 2 };
    await database.db.updateTable('sources').set(later).where('name', '=', 'students').execute();
    await imports.run('students', [named('Студент')]);
    expect((await user('person1'))?.full_name).toBe('Працівник');
  });

  test('who comes back within the grace keeps the groups that the file leaves out', async () => {
    await imports.run('students', [person('1'), person('2')]);
    await imports.run('students', [person('2')]);
    const back = person('1', { memberships: undefined });
    await passDays(1);
    await imports.run('students', [back, person('2')]);
    expect((await stateOf('person1'))?.groups).toEqual(['students']);
    await imports.run('students', [person('2')]);
    await passDays(20);
    await imports.run('students', [back, person('2')]);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: [] });
  });

  test('rejects pairs, numbers of others, unknown groups and refused values, and writes the rest', async () => {
    const compared = await imports.run('students', [
      person('1', { taxIdHash: 'same' }),
      person('2', { taxIdHash: 'same' }),
      person('3'),
      person('3'),
      person('4', { memberships: [{ group: 'unknown', ...always }] }),
      person('5', { username: undefined }),
      { line: 8, rejected: 'invalid-email', field: 'email', externalId: '6' },
      person('7', { facts: { fullName: '' } }),
      person('8'),
    ]);
    const rows = await rowsOf(compared.id);
    expect(rows.map(({ line, code }) => [line, code])).toEqual([
      [2, 'duplicate-tax-number'],
      [3, 'duplicate-tax-number'],
      [4, null],
      [5, 'copy-of-row'],
      [6, 'unknown-group'],
      [7, 'no-username'],
      [8, 'invalid-email'],
      [9, 'missing-value'],
      [10, null],
    ]);
    const shown = await pageOfRows(database.db, compared.id, { after: -1, limit: 4 });
    const named = (name: string) => ({ username: null, changes: { fullName: [null, name] } });
    expect(shown[1]).toMatchObject({ ...named('Особа 2'), otherLine: 2 });
    expect(shown[3]).toMatchObject({ ...named('Особа 3'), otherLine: 4 });
    const { rejectedBy } = await countReasons(database.db, compared.id);
    expect(rejectedBy).toEqual([
      { code: 'duplicate-tax-number', count: 2 },
      ...['copy-of-row', 'invalid-email', 'missing-value', 'no-username', 'unknown-group'].map(
        (code) => ({ code, count: 1 }),
      ),
    ]);
    expect(await user('person8')).toBeDefined();
    expect(await user('person1')).toBeUndefined();
    // a number that belongs to the user of another id
    await imports.run('students', [person('8', { taxIdHash: 'x' })]);
    const other = await imports.run('students', [person('8'), person('9', { taxIdHash: 'x' })]);
    expect(await rowsOf(other.id)).toMatchObject([
      { line: 2, kind: 'unchanged' },
      { line: 3, code: 'tax-number-of-another' },
    ]);
  });

  test('usernames are numbered, and never given again', async () => {
    const same = (id: string) => person(id, { username: 'ivan.franko' });
    await imports.run('students', [same('1'), same('2'), same('3')]);
    expect(await user('ivan.franko3')).toBeDefined();
    await imports.run('students', [same('1'), same('2'), same('3'), same('4')]);
    expect(await user('ivan.franko4')).toBeDefined();
  });

  test('many persons of one name get the next free numbers, also after a gap', async () => {
    const same = (id: string) => person(id, { username: 'ivan.franko' });
    const all = Array.from({ length: 30 }, (_, index) => same(`${index}`));
    await imports.run('students', all.slice(0, 12));
    await database.db
      .updateTable('users')
      .set({ username: 'other', username_key: 'other' })
      .where('username_key', '=', 'ivan.franko8')
      .execute();
    await imports.run('students', all);
    const rows = await database.db.selectFrom('users').select('username_key').execute();
    const numbers = rows.map(({ username_key: key }) => Number(key.slice('ivan.franko'.length)));
    const given = numbers.filter((number) => number > 1).sort((a, b) => a - b);
    const expected = Array.from({ length: 28 }, (_, index) => index + 2);
    expect(given).toEqual(expected);
  });

  test('the counts of a written import have all unchanged rows', async () => {
    await imports.run('students', [person('1', { taxIdHash: 'x' }), person('2')]);
    // the record of the first differs, the user does not
    const compared = await imports.compare('students', [person('1'), person('2'), person('3')]);
    await database.db
      .insertInto('former_usernames')
      .values({ username_hash: 'hash of person3', erased_at: at })
      .execute();
    await imports.write(compared.id);
    const done = await findImport(database.db, compared.id);
    expect(done).toMatchObject({ state: 'done', counts: { unchanged: 2, created: 1, changed: 0 } });
    expect(await user('person32')).toBeDefined();
  });

  test('limits stop an import before the first write', async () => {
    const many = Array.from({ length: 100 }, (_, index) => person(`${index}`));
    await imports.run('students', many);
    const limits = ordinary;
    const leaving = await imports.compare('students', many.slice(30), { limits });
    expect(leaving).toMatchObject({
      state: 'waiting',
      stops: [{ code: 'too-many-leavers', count: 30, limit: 20 }],
    });
    const halved = await imports.compare('students', many.slice(60), { limits });
    expect(halved.stops.map(({ code }) => code)).toEqual(['halved', 'too-many-leavers']);
    const refused = { line: 2, rejected: 'invalid-email', externalId: '1' } as never;
    for (const [rows, reason] of [
      [[], 'no-persons'],
      [[refused], 'all-rejected'],
    ] as const)
      await expect(imports.compare('students', rows)).rejects.toMatchObject({ reason });
    // they keep the import that waits
    expect((await findImport(database.db, halved.id))?.state).toBe('waiting');
    const shifted = many.map((one, index) =>
      index < 25 ? { ...one, facts: { ...one.facts, studentId: `КВ-${index}` } } : one,
    );
    const stopped = await imports.compare('students', shifted, { limits });
    expect(stopped.stops.map(({ code, field }) => [code, field])).toEqual([
      ['too-many-changed', undefined],
      ['shifted-column', 'studentId'],
    ]);
    // a later import takes the place of one that waits
    await expect(imports.approve(leaving.id)).rejects.toMatchObject({ code: 'not-waiting' });
  });

  test.each([
    ['ends', () => ({ validUntil: at - day }), ['too-many-leavers', 'shifted-column']],
    ['ends soon', () => ({ validUntil: at + 30 * day }), ['too-many-leavers', 'shifted-column']],
    ['begins later', () => ({ validFrom: at + 300 * day }), ['too-many-leavers', 'shifted-column']],
    ['ends later than any grace', () => ({ validUntil: at + 300 * day }), ['shifted-column']],
  ])('limits stop an import in which the validity of many %s', async (_, validity, expected) => {
    await imports.source('limited', 3, { limits: ordinary });
    const all = (given: Partial<SourceRecord>) =>
      Array.from({ length: 30 }, (_, index) => person(`${index}`, given));
    await imports.run('limited', all({ validUntil: null }));
    const { state, stops } = await imports.compare('limited', all(validity()));
    expect([state, stops.map(({ code }) => code)]).toEqual(['waiting', expected]);
  });

  test('who stands in a rejected row does not leave', async () => {
    await imports.run('students', [person('1'), person('2'), person('3')]);
    const rejected = { line: 3, rejected: 'invalid-email', field: 'email', externalId: '2' };
    const { counts, stops } = await imports.run('students', [person('1'), rejected as never]);
    expect(counts).toMatchObject({ left: 1, rejected: 1, unchanged: 1 });
    expect(stops).toEqual([]);
  });

  test('a row without a readable id keeps all users, and an administrator must know it', async () => {
    await imports.run('students', [person('1'), person('2')]);
    const file = [person('1'), { line: 3, rejected: 'unbalanced-quotes' }];
    const compared = await imports.run('students', file);
    expect(compared.counts).toMatchObject({ left: 0, rejected: 1, unchanged: 1 });
    expect(compared.stops).toEqual([{ code: 'leavers-withheld', count: 1 }]);
    // an increment never says who is missing, and no person is missing here
    const increment = await imports.compare('students', file, { isIncrement: true });
    expect(increment.stops).toEqual([]);
    await imports.write(increment.id);
    const whole = await imports.compare('students', [...file, person('2')]);
    expect(whole.stops).toEqual([]);
  });

  test('an approval before the clock went back begins no new sum', async () => {
    await imports.source('limited', 3, { limits: ordinary });
    const all = Array.from({ length: 100 }, (_, index) => person(`${index}`));
    at += day;
    await imports.run('limited', all);
    at -= day;
    const first = await imports.compare('limited', all.slice(12));
    await imports.write(first.id);
    expect(await imports.compare('limited', all.slice(21))).toMatchObject({ state: 'waiting' });
  });

  test('small imports of one week fall under the limits together', async () => {
    await imports.source('limited', 3, { limits: ordinary });
    const all = Array.from({ length: 100 }, (_, index) => person(`${index}`));
    await imports.run('limited', all);
    const compare = async (from: number, to = 100) => {
      at += 1000;
      const compared = await imports.compare('limited', all.slice(from, to));
      if (compared.state === 'running') await imports.write(compared.id);
      return compared;
    };
    expect((await compare(12)).state).toBe('running');
    const second = await compare(21);
    expect(second).toMatchObject({
      state: 'waiting',
      stops: [{ code: 'too-many-leavers-of-week', count: 21, limit: 20 }],
    });
    // one that adds nothing to the sum goes on
    expect((await compare(12)).state).toBe('running');
    const third = await compare(22);
    await imports.approve(third.id);
    await imports.write(third.id);
    // the approval begins a new sum
    expect((await compare(24)).state).toBe('running');
    at += 8 * day;
    expect((await compare(43)).state).toBe('running');
  });

  test('no import is approved while another one of the source is compared', async () => {
    await imports.run('students', [person('1'), person('2')]);
    const { updated_at: before } = await sourceRow('students');
    at += day;
    const limits = { leavers: { count: 0 } };
    const waiting = await imports.compare('students', [person('1')], { limits });
    async function* approving() {
      yield { line: 2, record: person('1') };
      const approval = imports.approve(waiting.id);
      await expect(approval).rejects.toMatchObject({ code: 'another-import' });
      yield { line: 3, record: person('2') };
    }
    const compared = await imports.compareRows('students', approving());
    expect(compared).toMatchObject({ state: 'running', counts: { unchanged: 2, left: 0 } });
    expect(await findImport(database.db, waiting.id)).toMatchObject({ state: 'replaced' });
    // an import is no change of the source
    expect((await sourceRow('students')).updated_at).toBe(before);
  });

  test('each end of an import is an event', async () => {
    const { db } = database;
    const compare = async (given: Parameters<typeof imports.compare>[2] = {}) => {
      at += day;
      return (await imports.compare('students', [person('1')], given)).id;
    };
    const replaced = await compare();
    const refused = await compare();
    const by = { userId: null, systemUser: 'root' };
    at += day;
    await imports.change((change) => refuseImport(imports.deps, change, refused, by));
    const interrupted = await compare();
    await db
      .updateTable('imports')
      .set({ state: 'comparing' })
      .where('id', '=', interrupted)
      .execute();
    const done = await compare();
    await imports.approve(done);
    await imports.write(done);
    const conflict = await compare();
    const { deps, change } = imports;
    at += day;
    await failImport(deps, change, conflict, 'conflict', { state: 'running' });
    const refusedFile = new ImportFileError('empty-file');
    const source = await findSource(db, 'students');
    if (!source) throw new Error('no source');
    const mapping = null;
    const options = importOptions.parse({});
    const start = { source, isDryRun: false, options, fileName: null, mapping };
    const systemUser = { actor_id: null, token_id: null, system_user: 'root' };
    at += day;
    await noteRefusedFile(deps, change, { ...start, by: systemUser }, refusedFile);
    const types = ['replaced', 'refused', 'failed', 'finished'].map((end) => `import.${end}`);
    const events = await db
      .selectFrom('events')
      .select(['type', 'details'])
      .where('type', 'in', types)
      .orderBy('at')
      .execute();
    const ends = events.map(({ type, details }) => {
      const { import: id, reason } = JSON.parse(details ?? '{}');
      return [type, id, reason];
    });
    expect(ends).toEqual([
      ['import.replaced', replaced, undefined],
      ['import.refused', refused, undefined],
      ['import.failed', interrupted, 'interrupted'],
      ['import.finished', done, undefined],
      ['import.failed', conflict, 'conflict'],
      ['import.failed', expect.any(String), 'empty-file'],
    ]);
  });

  test('an import is not written with settings that have changed during the comparison', async () => {
    await imports.run('students', [person('1'), person('2')]);
    async function* changing() {
      yield { line: 2, record: person('1') };
      await database.db
        .updateTable('sources')
        .set({ version: 2 })
        .where('name', '=', 'students')
        .execute();
    }
    const compared = await imports.compareRows('students', changing());
    expect(compared).toMatchObject({ state: 'failed', error: 'outdated' });
    expect((await stateOf('person2'))?.groups).toEqual(['students']);
  });

  test('a file with too many rejected rows is not read to its end', async () => {
    await imports.source('limited', 3);
    const rejected = (line: number) => ({ line, rejected: 'unbalanced-quotes' }) as const;
    const rows = Array.from({ length: 20_001 }, (_, index) => rejected(index + 2));
    const reading = imports.compare('limited', [person('1'), ...rows, person('2')]);
    await expect(reading).rejects.toMatchObject({ reason: 'too-many-rejected', row: 20_002 });
  });

  test('what a source says of leaving counts, not the absence', async () => {
    await imports.run('students', [person('1'), person('2')]);
    const expelled = person('1', { left: { reason: 'withdrawn', at: null } });
    await imports.run('students', [expelled], { isIncrement: true });
    expect(await stateOf('person1')).toEqual({ disabled: 1, groups: [] });
    expect(await stateOf('person2')).toEqual({ disabled: 0, groups: ['students'] });
    await imports.run('students', [person('1')], { isIncrement: true });
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['students'] });
  });

  test('who leaves on a coming day is held until then; of two days, the earlier one counts', async () => {
    const leaving = (days: number) =>
      person('1', { left: { reason: 'withdrawn', at: at + days * day } });
    await imports.run('students', [person('1'), person('2')]);
    for (const days of [5, 3, 9])
      await imports.run('students', [leaving(days)], { isIncrement: true });
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: ['students'] });
    await passDays(3);
    expect(await stateOf('person1')).toEqual({ disabled: 1, groups: [] });
  });

  test('a group that was deleted does not keep a person from another source', async () => {
    const both = { taxIdHash: 'hash of the number' };
    const inGroup = { memberships: [{ group: 'faculty.a', ...always }] };
    await imports.run('students', [person('1', { ...both, ...inGroup }), person('2')]);
    await imports.run('students', [person('2')]);
    await passDays(20);
    await database.db.deleteFrom('membership_periods').execute();
    await database.db.deleteFrom('groups').where('name', '=', 'faculty.a').execute();
    await imports.run('staff', [person('T', { ...both, memberships: [] })]);
    expect(await stateOf('person1')).toEqual({ disabled: 0, groups: [] });
  });

  test('a mover has the new groups before the old ones end', async () => {
    await imports.source('movers', 3, { overlapDays: 7 });
    const member = (group: string) => person('1', { memberships: [{ group, ...always }] });
    await imports.run('movers', [member('faculty.a')]);
    await imports.run('movers', [member('faculty.b')]);
    expect((await stateOf('person1'))?.groups).toEqual(['faculty.a', 'faculty.b']);
    await passDays(8);
    expect((await stateOf('person1'))?.groups).toEqual(['faculty.b']);
  });
});
