// Who a person of a source is: known users are found by the tax number or an agreed id, and administrators decide about the others.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { blankRow } from '../../users/columns.ts';
import { findSource } from '../../users/sources/source-store.ts';
import { countReasons, pageOfRows } from './import-store.ts';
import { linkPerson } from './link-person.ts';
import type { SourceRecord } from './plan/source-record.ts';

const at = 1_800_000_000_000;
const day = 24 * 3_600_000;

const person = (externalId: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
  externalId,
  username: `person${externalId}`,
  memberships: [],
  ...given,
  facts: { fullName: `Особа ${externalId}`, ...given.facts },
});

let database: TestDatabase;
let imports: ReturnType<typeof importsOf>;

beforeEach(async () => {
  database = await makeDatabase('sqlite');
  imports = importsOf(database.db, () => at);
});
afterEach(() => database.close());

const victim = {
  id: 'victim',
  username: 'olena.shevchenko',
  username_key: 'olena.shevchenko',
  full_name: 'Шевченко Олена',
  email: 'olena@campus.example',
  email_key: 'olena@campus.example',
  tax_id_hash: 'number of Olena',
  student_id: 'КВ-1',
};

async function addUser(given: Partial<typeof victim> = {}): Promise<void> {
  const times = { version: 1, created_at: at, updated_at: at };
  await database.db
    .insertInto('users')
    .values({ ...blankRow, ...victim, ...given, ...times })
    .execute();
}

const userOf = (id: string) =>
  database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
const countUsers = async () =>
  (await database.db.selectFrom('users').select('id').execute()).length;

async function importAll(given: readonly SourceRecord[]) {
  const { id, counts } = await imports.run('people', given);
  const rows = await pageOfRows(database.db, id, { after: -1, limit: 10 });
  const shown = rows.map(({ externalId, kind, code }) => [externalId, kind, code]);
  return { rows: shown, counts };
}

/** Imports one person. Returns its row in the report. */
async function rowOf(record: SourceRecord, source = 'people') {
  // an increment, because a file in which each row is rejected fails
  const { id } = await imports.run(source, [record], { isIncrement: true });
  const [row] = await pageOfRows(database.db, id, { after: -1, limit: 10 });
  return row;
}

const other = { taxIdHash: 'another number', facts: { email: 'other@campus.example' } };

test('a username that a rule has made of the name links to no user', async () => {
  await imports.source('people', 1, { matchBy: 'username' });
  await addUser();
  const row = await rowOf(person('9', { ...other, username: 'olena.shevchenko' }));
  expect(row).toMatchObject({ kind: 'created', username: 'olena.shevchenko2' });
  expect(await userOf('victim')).toMatchObject(victim);
});

test.each([
  ['username', { username: 'Olena.Shevchenko', isUsernameGiven: true as const }],
  ['studentId', { facts: { studentId: 'КВ-1' } }],
] as const)(
  'an agreed %s links to the user, and the row says what else changes',
  async (matchBy, id) => {
    await imports.source('people', 1, { matchBy });
    await addUser();
    const row = await rowOf(person('9', id));
    expect(row).toMatchObject({ kind: 'linked', userId: 'victim' });
    expect(row?.changes).toEqual({ fullName: ['Шевченко Олена', 'Особа 9'] });
  },
);

test('an empty address of the source removes that of a linked user, and the report says so', async () => {
  await imports.source('people', 1, { matchBy: 'studentId' });
  await addUser();
  const facts = { studentId: 'КВ-1', fullName: victim.full_name, email: null };
  const { id } = await imports.run('people', [person('9', { facts }), person('8')]);
  const [row] = await pageOfRows(database.db, id, { after: -1, limit: 1 });
  const changes = { email: [victim.email, null] };
  expect(row).toMatchObject({ kind: 'linked', code: 'address-removed', changes });
  expect((await countReasons(database.db, id)).removedAddresses).toBe(1);
  const notices = await database.db.selectFrom('queued_notices').select('former_email').execute();
  expect(notices).toEqual([{ former_email: victim.email }]);
});

test('an agreed id counts only if the source has it', async () => {
  await imports.source('people', 1);
  await addUser();
  expect(await rowOf(person('9', { facts: { studentId: 'КВ-1' } }))).toMatchObject({
    kind: 'created',
  });
});

test('an agreed id does not count against another tax number', async () => {
  await imports.source('people', 1, { matchBy: 'studentId' });
  await addUser();
  const record = person('9', { ...other, facts: { ...other.facts, studentId: 'КВ-1' } });
  const waiting = { kind: 'waiting', code: 'tax-number-differs', userId: 'victim' };
  expect(await rowOf(record)).toMatchObject(waiting);
  expect(await userOf('victim')).toMatchObject(victim);
});

test('an agreed id counts for a user without a tax number', async () => {
  await imports.source('people', 1, { matchBy: 'studentId' });
  await addUser({ tax_id_hash: null as never });
  const record = person('9', { ...other, facts: { studentId: 'КВ-1' } });
  expect(await rowOf(record)).toMatchObject({ kind: 'linked', userId: 'victim' });
});

test('a person waits whom several users fit', async () => {
  await imports.source('people', 1, { matchBy: 'studentId' });
  await addUser();
  const second = { id: 'second', username: 'second', username_key: 'second', student_id: 'КВ-2' };
  await addUser({ ...second, tax_id_hash: 'number of the second' });
  const record = person('9', {
    taxIdHash: 'number of Olena',
    facts: { studentId: 'КВ-2', email: 'new@campus.example' },
  });
  expect(await rowOf(record)).toMatchObject({ kind: 'waiting', code: 'several-matches' });
  expect([await countUsers(), (await userOf('victim'))?.email]).toEqual([2, victim.email]);
});

test('a person with the address of a user waits, and becomes no user', async () => {
  await imports.source('people', 1);
  await addUser();
  const record = person('9', { facts: { email: 'Olena@campus.example' } });
  const waiting = { kind: 'waiting', code: 'possible-duplicate', userId: 'victim' };
  // what the file says about the person, for the decision
  const changes = { fullName: [null, 'Особа 9'], email: [null, 'Olena@campus.example'] };
  expect(await rowOf(record)).toMatchObject({ ...waiting, changes });
  expect(await countUsers()).toBe(1);
});

test('a username that a source gives is not numbered', async () => {
  await imports.source('people', 1);
  await addUser();
  const record = person('9', { username: 'olena.shevchenko', isUsernameGiven: true });
  const rejected = { kind: 'rejected', code: 'username-taken', field: 'username' };
  expect(await rowOf(record)).toMatchObject(rejected);
  expect(await countUsers()).toBe(1);
});

describe('rows of one file', () => {
  beforeEach(() => imports.source('people', 1));

  test('a username of one row that is the address of another one rejects both, and no other', async () => {
    const named = person('1', { username: 'bob@campus.example', isUsernameGiven: true });
    const addressed = person('2', { facts: { email: 'Bob@campus.example' } });
    const { rows } = await importAll([named, addressed, person('3')]);
    expect(rows).toEqual([
      ['1', 'rejected', 'email-is-username'],
      ['2', 'rejected', 'email-is-username'],
      ['3', 'created', null],
    ]);
  });

  test('new users with one address wait, until an administrator decides', async () => {
    const facts = { email: 'same@campus.example' };
    const both = [person('1', { facts }), person('2', { facts })];
    const { rows } = await importAll(both);
    expect(rows).toEqual([
      ['1', 'waiting', 'duplicate-email'],
      ['2', 'waiting', 'duplicate-email'],
    ]);
    await decide('1', null);
    const { rows: decided } = await importAll(both);
    expect(decided).toEqual([
      ['1', 'created', null],
      ['2', 'waiting', 'duplicate-email'],
    ]);
  });

  test('a known user does not get the address of another one', async () => {
    await addUser();
    await importAll([person('1'), person('2')]);
    const facts = { email: 'olena@campus.example' };
    const { rows } = await importAll([person('1', { facts }), person('2')]);
    expect(rows).toEqual([['1', 'rejected', 'email-of-another']]);
  });

  test('a tax number does not move between persons', async () => {
    const pair = (first: string, second: string) => [
      person('1', { taxIdHash: first }),
      person('2', { taxIdHash: second }),
      person('3'),
    ];
    await importAll(pair('A', 'B'));
    const swapped = await importAll(pair('B', 'A'));
    expect(swapped.rows.map(([, , code]) => code)).toEqual(['tax-id-taken', 'tax-id-taken']);
    const moved = await importAll(pair('C', 'A'));
    expect(moved.rows).toEqual([
      ['1', 'changed', null],
      ['2', 'rejected', 'tax-id-taken'],
    ]);
  });

  test('rows with one id are all rejected, also beside one that is rejected or changes nothing', async () => {
    const rejected = { line: 9, rejected: 'invalid-email', externalId: '1' } as const;
    const first = await importAll([person('1'), rejected as never, person('2')]);
    expect(first.rows).toEqual([
      ['1', 'rejected', 'duplicate-external-id'],
      ['1', 'rejected', 'invalid-email'],
      ['2', 'created', null],
    ]);
    await importAll([person('1'), person('2')]);
    const renamed = person('1', { facts: { fullName: 'Інше імʼя' } });
    const second = await importAll([person('1'), person('2'), renamed]);
    expect(second.rows).toEqual([
      ['1', 'rejected', 'duplicate-external-id'],
      ['1', 'rejected', 'duplicate-external-id'],
    ]);
    expect(second.counts).toMatchObject({ unchanged: 1, rejected: 2, changed: 0, left: 0 });
  });
});

describe('a known user with a new id in the source', () => {
  const named = (id: string, taxIdHash: string | undefined = undefined) =>
    person(id, { taxIdHash, facts: { fullName: 'Олена' } });
  const before = [named('100', 'number'), person('1')];
  const after = [named('200', 'number'), person('1')];
  const endOf = async () =>
    (await database.db.selectFrom('users').select('valid_until').execute()).map(
      ({ valid_until: end }) => end,
    );

  beforeEach(async () => {
    await imports.source('people', 1);
    await importAll(before);
  });

  test('the row is rejected, no user leaves, and a decision links the new id', async () => {
    const { rows, counts } = await importAll(after);
    expect(rows).toEqual([['200', 'rejected', 'changed-id']]);
    expect([counts.left, await endOf()]).toEqual([0, [null, null]]);
    const { userId = '' } = (await rowOf(named('200', 'number'))) ?? {};
    expect(await decide('200', userId)).toBeUndefined();
    expect((await importAll(after)).counts).toMatchObject({ unchanged: 2, rejected: 0, left: 0 });
    expect(await countUsers()).toBe(2);
    expect((await importAll([person('1')])).counts.left).toBe(1);
  });

  test.each([
    ['300', { externalId: ['300', '200'] }],
    ['3184710691', {}],
  ])('the row says the former id, but not one like a tax number: %s', async (former, shown) => {
    await importAll([...before, named(former, 'another')]);
    const { id } = await imports.run('people', [...before, named('200', 'another')]);
    const [row] = await pageOfRows(database.db, id, { after: -1, limit: 10 });
    expect(row?.code).toBe('changed-id');
    expect(row?.changes).toEqual({ fullName: [null, 'Олена'], ...shown });
  });

  test('two rows with new ids name each other', async () => {
    const twice = ['200', '300'].map((id) => named(id, 'number'));
    const { id } = await imports.run('people', [...twice, person('1')]);
    const rows = await pageOfRows(database.db, id, { after: -1, limit: 10 });
    const code = 'changed-id';
    expect(rows).toMatchObject([
      { code, line: 2, otherLine: 3 },
      { code, line: 3, otherLine: 2 },
    ]);
  });

  test('another id of the file keeps its user', async () => {
    const { id } = await imports.run('people', [...before, named('200', 'number')]);
    const [row] = await pageOfRows(database.db, id, { after: -1, limit: 10 });
    expect(row?.code).toBe('duplicate-tax-number');
    const { rows } = await importAll([person('100'), person('1'), named('200', 'number')]);
    expect(rows).toContainEqual(['200', 'rejected', 'tax-number-of-another']);
    const { user_id: userId } = await database.db
      .selectFrom('source_links')
      .select('user_id')
      .where('external_id', '=', '100')
      .executeTakeFirstOrThrow();
    expect(await decide('200', userId, true)).toBe('another-person');
  });

  test('a row that waits for the address can be linked before the user leaves', async () => {
    const byAddress = (id: string) => person(id, { facts: { email: 'olena@campus.example' } });
    await importAll([byAddress('100'), person('1')]);
    const waiting = await imports.compare('people', [byAddress('200'), person('1')], {
      limits: { leavers: { count: 0 } },
    });
    const rows = await pageOfRows(database.db, waiting.id, { after: -1, limit: 10 });
    expect(rows.map(({ kind }) => kind)).toEqual(['waiting', 'left']);
    const userId = rows[0]?.userId ?? '';
    expect(await decide('1', userId)).toBe('linked-already');
    expect(await decide('200', userId)).toBeUndefined();
    await imports.approve(waiting.id);
    await imports.write(waiting.id);
    expect(await endOf()).toEqual([null, null]);
    const { counts } = await importAll([byAddress('200'), person('1')]);
    expect(counts).toMatchObject({ changed: 1, created: 0, left: 0 });
  });

  test('who comes back after the end of the account gets it again', async () => {
    await importAll([person('1')]);
    const { rows } = await importAll(after);
    expect(rows).toEqual([['200', 'rejected', 'changed-id']]);
    const { user_id: userId } = await database.db
      .selectFrom('source_links')
      .select('user_id')
      .where('external_id', '=', '100')
      .executeTakeFirstOrThrow();
    expect(await decide('200', userId)).toBeUndefined();
    const { counts } = await importAll(after);
    expect([counts.created, counts.changed, await endOf()]).toEqual([0, 1, [null, null]]);
  });
});

describe('who leaves a source, while another source gives what belongs to another user', () => {
  const taxIdHash = 'number';
  const own = { email: 'own@campus.example' };
  const rest = person('2');

  test.each([
    ['email-of-another', { taxIdHash, facts: own }, { taxIdHash, facts: { email: victim.email } }],
    [
      'tax-id-taken',
      { taxIdHash, facts: { studentId: '1' } },
      { taxIdHash: victim.tax_id_hash, facts: { studentId: '1' } },
    ],
  ])('leaves nevertheless: %s', async (code, first, second) => {
    await imports.source('people', 1);
    await imports.source('others', 2, { matchBy: 'studentId' });
    await importAll([person('1', first), rest]);
    await imports.run('others', [person('1', { ...second, taxIdHash })]);
    await imports.run('others', [person('1', second)]);
    await addUser();
    const { rows } = await importAll([rest]);
    expect(rows).toEqual([['1', 'left', code]]);
    const { user_id: userId } = await database.db
      .selectFrom('source_links')
      .select('user_id')
      .where('source', '=', 'people')
      .where('external_id', '=', '1')
      .executeTakeFirstOrThrow();
    const { email = null } = first.facts as typeof own;
    expect(await userOf(userId ?? '')).toMatchObject({ email, tax_id_hash: taxIdHash });
    await database.db.deleteFrom('users').where('id', '=', 'victim').execute();
    await importAll([rest]);
    const { email: free = null } = second.facts as typeof own;
    expect(await userOf(userId ?? '')).toMatchObject({
      email: free,
      tax_id_hash: second.taxIdHash,
    });
  });
});

describe('two rows that fit one user', () => {
  const duplicateUser = (externalId: string) => ({
    externalId,
    code: 'duplicate-user',
    field: 'externalId',
    changes: { fullName: [null, `Особа ${externalId}`] },
  });
  test.each(['КВ-1', 'КВ-2'])('the agreed id %s in two rows rejects both', async (studentId) => {
    const code = 'duplicate-agreed-id';
    await imports.source('people', 1, { matchBy: 'studentId' });
    await addUser();
    const facts = { studentId };
    const both = [person('1', { facts }), person('2', { facts })];
    const { rows } = await importAll([...both, person('3')]);
    expect(rows).toEqual([
      ['1', 'rejected', code],
      ['2', 'rejected', code],
      ['3', 'created', null],
    ]);
    expect(await userOf('victim')).toMatchObject(victim);
  });

  test.each([0, 200])(
    'one by the tax number and one by the id, with %i rows between',
    async (between) => {
      await imports.source('people', 1, { matchBy: 'studentId' });
      await addUser();
      const others = Array.from({ length: between }, (_, index) => person(`n${index}`));
      const { id } = await imports.run('people', [
        person('1', { taxIdHash: victim.tax_id_hash }),
        ...others,
        person('2', { facts: { studentId: 'КВ-1' } }),
        person('3'),
      ]);
      const rejected = await pageOfRows(database.db, id, {
        kind: 'rejected',
        after: -1,
        limit: 10,
      });
      expect(rejected).toMatchObject([
        { ...duplicateUser('1'), line: 2, otherLine: 3 + between },
        { ...duplicateUser('2'), line: 3 + between, otherLine: 2 },
      ]);
      expect(await userOf('victim')).toMatchObject(victim);
    },
  );
});

async function decide(externalId: string, userId: string | null, isForced = false) {
  const source = await findSource(database.db, 'people');
  if (!source) throw new Error('no source');
  const decision = { source, externalId, userId, isForced };
  const { hashExternalId } = imports.deps;
  return imports.change((change) => linkPerson(change, hashExternalId, decision, at));
}

describe('a decision of an administrator', () => {
  const facts = { email: victim.email };
  beforeEach(async () => {
    await imports.source('people', 1);
    await addUser();
  });
  const endOf = async () => (await userOf('victim'))?.valid_until;

  test('the next import writes it', async () => {
    await importAll([person('9', { facts }), person('1')]);
    expect(await decide('9', 'victim')).toBeUndefined();
    expect((await importAll([person('9', { facts }), person('1')])).rows).toEqual([
      ['9', 'linked', null],
    ]);
    expect(await decide('9', null)).toBe('linked-already');
    await importAll([person('1')]);
    expect(await endOf()).toBe(at + 14 * day);
  });

  test('no import ends the user before a row with the id was written', async () => {
    await importAll([person('9', { facts }), person('1')]);
    expect(await decide('8', 'victim')).toBe('no-row');
    expect(await decide('8', 'victim', true)).toBeUndefined();
    const { counts } = await importAll([person('1')]);
    expect([counts.left, await endOf()]).toEqual([0, null]);
    const left = { reason: 'withdrawn', at: null } as const;
    await importAll([person('8', { left }), person('1')]);
    expect(await endOf()).toBeNull();
  });

  test('the last decision about a user counts', async () => {
    await importAll([person('9', { facts }), person('1')]);
    await decide('8', 'victim', true);
    expect(await decide('9', 'victim')).toBeUndefined();
    expect((await importAll([person('9', { facts }), person('1')])).rows).toEqual([
      ['9', 'linked', null],
    ]);
  });
});

test('a begin and an end that an administrator has set before the first link stay', async () => {
  await imports.source('people', 1);
  await addUser({ valid_from: at + 10 * day, valid_until: at + 100 * day } as never);
  const record = person('9', { taxIdHash: victim.tax_id_hash });
  await importAll([record, person('1')]);
  expect(await userOf('victim')).toMatchObject({ valid_from: at + 10 * day, valid_until: null });
  await importAll([person('1')]);
  expect((await userOf('victim'))?.valid_until).toBe(at + 100 * day);
});
