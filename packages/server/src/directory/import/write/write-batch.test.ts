// The writing of an import beside other writers: what was approved is written, and no decision of an administrator is lost.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilWaiting } from '../../../../test/support/admin/lock-waits.ts';
import {
  databaseKinds,
  makeDatabase,
  type TestDatabase,
} from '../../../../test/support/databases.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import { revokeUsers } from '../../../app/revoke-users.ts';
import { loadTarget } from '../../../users/changes/target.ts';
import { blankRow } from '../../../users/columns.ts';
import { eraseUser } from '../../../users/lifecycle/erase-user.ts';
import { findSource } from '../../../users/sources/source-store.ts';
import { changeUserBy } from '../../users/change-by-caller.ts';
import { findImport, pageOfRows } from '../import-store.ts';
import { linkPerson } from '../link-person.ts';
import type { SourceRecord } from '../plan/source-record.ts';
import { writeBatch } from './write-batch.ts';

const noGrace = { grace: { completed: 0, withdrawn: 0, unknown: 0 } };

const person = (externalId: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
  externalId,
  username: `person${externalId}`,
  memberships: [],
  ...given,
  facts: { fullName: `Особа ${externalId}`, ...given.facts },
});

let database: TestDatabase;
let at: number;
let imports: ReturnType<typeof importsOf>;

async function open(kind: (typeof databaseKinds)[number]) {
  database = await makeDatabase(kind);
  at = 1_800_000_000_000;
  imports = importsOf(database.db, () => at);
}
afterEach(() => database.close());

const userOf = (username: string) =>
  database.db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', username)
    .executeTakeFirst();

async function addUser(username: string, given: Record<string, string>) {
  const names = { id: username, username, username_key: username, full_name: username };
  const times = { version: 1, created_at: at, updated_at: at };
  await database.db
    .insertInto('users')
    .values({ ...blankRow, ...names, ...given, ...times })
    .execute();
}

const rowsOf = async (id: string) =>
  (await pageOfRows(database.db, id, { after: -1, limit: 10 })).map(
    ({ externalId, kind, code, userId }) => ({ externalId, kind, code, userId }),
  );

describe.each(databaseKinds)('an import beside other changes, on %s', (kind) => {
  beforeEach(() => open(kind));

  test('it ends if the source is changed between the comparison and the write', async () => {
    await imports.source('people');
    await addUser('victim', { student_id: 'КВ-1', email: 'victim@campus.example' });
    const facts = { fullName: 'Особа', studentId: 'КВ-1', email: 'other@campus.example' };
    const { id } = await imports.compare('people', [person('9', { facts })]);
    await imports.approve(id);
    await database.db
      .updateTable('sources')
      .set({ settings: JSON.stringify({ matchBy: 'studentId' }), version: 2 })
      .execute();
    await imports.write(id);
    expect(await findImport(database.db, id)).toMatchObject({ state: 'failed', error: 'outdated' });
    expect((await userOf('victim'))?.email).toBe('victim@campus.example');
  });

  test('a row is not written to another user than the one of the report', async () => {
    await imports.source('people');
    const numbered = (id: string) => person(id, { taxIdHash: `number ${id}` });
    const { id, counts } = await imports.compare('people', ['1', '2'].map(numbered));
    expect(counts).toMatchObject({ created: 2 });
    await imports.approve(id);
    await addUser('known', { tax_id_hash: 'number 1' });
    await imports.write(id);
    expect(await userOf('known')).toMatchObject({ full_name: 'known' });
    expect(await rowsOf(id)).toMatchObject([
      { externalId: '1', kind: 'rejected', code: 'match-changed', userId: null },
      { externalId: '2', kind: 'created', code: null },
    ]);
    const done = await findImport(database.db, id);
    expect(done).toMatchObject({ state: 'done', counts: { created: 1, rejected: 1 } });
    // the next import of the source shows whom it links
    const next = await imports.compare('people', ['1', '2'].map(numbered));
    expect(next.counts).toMatchObject({ linked: 1, unchanged: 1 });
  });

  test('a row that changes nothing any more counts as unchanged', async () => {
    await imports.source('people');
    await imports.run('people', [person('1'), person('2')]);
    const renamed = person('1', { facts: { fullName: 'Нове імʼя' } });
    const { id, counts } = await imports.compare('people', [renamed, person('2')]);
    expect(counts).toMatchObject({ changed: 1, unchanged: 1 });
    await database.db
      .updateTable('users')
      .set({ full_name: 'Нове імʼя', version: 2 })
      .where('username', '=', 'person1')
      .execute();
    await imports.write(id);
    const done = await findImport(database.db, id);
    expect(done?.counts).toMatchObject({ changed: 0, unchanged: 2 });
  });

  test('who is erased while another source waits does not come back', async () => {
    await imports.source('students', 1);
    await imports.source('staff', 2);
    const email = 'one@campus.example';
    const one = (given: Partial<SourceRecord>) => person('1', { facts: { email }, ...given });
    const byAddress = await imports.compare('staff', [one({ facts: { email } }), person('2')]);
    await imports.source('guests', 3);
    const byNumber = await imports.compare('guests', [person('7', { taxIdHash: 'number' })]);
    await imports.run('students', [one({ taxIdHash: 'number', facts: { email } })]);
    const { id = '', username = '' } = (await userOf('person1')) ?? {};
    const { hashUsername, hashExternalId } = imports.deps;
    await imports.change(({ queries }) =>
      eraseUser(queries, { id, username, usernameKey: username }, {
        revokeUsers,
        hashUsername,
        hashExternalId,
        forgetResponses: async () => {},
        at,
      } as never),
    );
    expect(await rowsOf(byNumber.id)).toEqual([]);
    expect(await rowsOf(byAddress.id)).toMatchObject([{ externalId: '2' }]);
    for (const waiting of [byAddress, byNumber]) {
      await imports.approve(waiting.id);
      await imports.write(waiting.id);
    }
    const users = await database.db.selectFrom('users').select('full_name').execute();
    expect(users.map((user) => user.full_name).sort()).toEqual(['Особа 2']);
  });
});

describe('two writers at once, on postgres', () => {
  beforeEach(() => open('postgres'));

  test('who leaves two sources at the same time loses the account', { tags: 'race' }, async () => {
    await imports.source('students', 1, noGrace);
    await imports.source('staff', 2, noGrace);
    const all = Array.from({ length: 60 }, (_, index) =>
      person(`${index}`, { taxIdHash: `number ${index}` }),
    );
    const stays = person('stays', { taxIdHash: 'number' });
    await imports.run('students', [...all, stays]);
    await imports.run('staff', [...all, stays]);
    const leaving = { limits: { leavers: { percent: 100 } } };
    const isNew = person('new', { taxIdHash: 'new number' });
    const first = await imports.compare('students', [stays, isNew], leaving);
    const second = await imports.compare('staff', [stays], leaving);
    for (const { id, state } of [first, second]) if (state === 'waiting') await imports.approve(id);
    const other = importsOf(database.again(), () => at);
    let writing: Promise<unknown> | undefined;
    const beside = importsOf(database.db, () => at, {
      // called after the first one has read the users
      async recordEvents() {
        writing ??= other.write(second.id);
        await Promise.race([writing, untilWaiting(database.db, 1)]);
      },
    });
    await beside.write(first.id);
    await writing;
    const users = await database.db.selectFrom('users').select(['username', 'disabled']).execute();
    const enabled = users.filter(({ disabled }) => disabled === 0);
    expect(enabled.map(({ username }) => username).sort()).toEqual(['personnew', 'personstays']);
  });

  test('a batch does not wait for one that waits for it', { tags: 'race' }, async () => {
    await imports.source('students', 1);
    await imports.source('staff', 2);
    await imports.run('students', [person('1'), person('2')]);
    const renamed = person('1', { facts: { fullName: 'Нове імʼя' } });
    const first = await imports.compare('students', [renamed, person('2'), person('3')]);
    const second = await imports.compare('staff', [person('7')]);
    await imports.approve(second.id);
    const other = importsOf(database.again(), () => at);
    let writing: Promise<unknown>[] = [];
    await database.db.transaction().execute(async (transaction) => {
      // the first import waits for this user, and the second one for the first
      const users = transaction.selectFrom('users').select('id');
      await users.where('username', '=', 'person1').forUpdate().execute();
      writing = [writeBatch(imports.deps, { importId: first.id, after: -1 })];
      const watching = database.again();
      await untilWaiting(watching, 1);
      writing.push(writeBatch(other.deps, { importId: second.id, after: -1 }));
      await untilWaiting(watching, 2);
    });
    expect(await Promise.all(writing)).toMatchObject([{ rows: 2 }, { rows: 1 }]);
  });

  test('whom a batch creates is no longer open to a decision', { tags: 'race' }, async () => {
    await imports.source('people');
    await addUser('known', {});
    const { id } = await imports.compare('people', [person('5')]);
    await imports.approve(id);
    const administrator = importsOf(database.again(), () => at);
    const source = await findSource(database.db, 'people');
    if (!source) throw new Error('no source');
    const decision = { source, externalId: '5', userId: 'known', isForced: true };
    let deciding: Promise<unknown> | undefined;
    const beside = importsOf(database.db, () => at, {
      async recordEvents() {
        const { hashExternalId } = imports.deps;
        deciding ??= administrator.change((one) => linkPerson(one, hashExternalId, decision, at));
        await Promise.race([deciding, untilWaiting(database.db, 1)]);
      },
    });
    await beside.write(id);
    expect(await deciding).toBe('linked-already');
    const links = await database.db.selectFrom('source_links').select('user_id').execute();
    expect(links).toEqual([{ user_id: (await userOf('person5'))?.id }]);
  });

  test('a decision of an administrator is kept', { tags: 'race' }, async () => {
    await imports.source('people');
    await imports.run('people', [person('1'), person('2')]);
    const left = { reason: 'completed', at: null } as const;
    await imports.run('people', [person('1', { left }), person('2')]);
    const { id = '' } = (await userOf('person1')) ?? {};
    const administrator = importsOf(database.again(), () => at);
    let change: Promise<void> | undefined;
    const beside = importsOf(database.db, () => at, {
      async recordEvents() {
        change ??= administrator.change(async (reports) => {
          const target = await loadTarget(reports.queries, id);
          if (!target) throw new Error('no user');
          await changeUserBy({ revokeUsers, now: () => at }, reports, target, { validUntil: null });
        });
        await Promise.race([change, untilWaiting(database.db, 1)]);
      },
    });
    // the row of the first person differs, the user does not
    const renamed = person('1', { username: 'other', left });
    await beside.run('people', [renamed, person('2'), person('3')]);
    await change;
    const kept = await database.db
      .selectFrom('sourced_users')
      .select(['kept', 'kept_until'])
      .where('user_id', '=', id)
      .executeTakeFirst();
    expect(kept).toEqual({ kept: 1, kept_until: null });
  });
});
