// Who a person of a source is: known users are found by the tax number or an agreed id, and administrators decide about the others.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { blankRow } from '../../users/columns.ts';
import { pageOfRows } from './import-store.ts';
import type { SourceRecord } from './plan/source-record.ts';

const at = 1_800_000_000_000;

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

/** Imports one person. Returns its row in the report. */
async function rowOf(record: SourceRecord, source = 'people') {
  const { id } = await imports.run(source, [record]);
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
