import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { databaseKinds, makeDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { EventStore } from '../../events/store.ts';
import { type ImportJobDeps, runImports } from './import-job.ts';
import { countWritten, findImport, importCleanupTasks, pageOfRows } from './import-store.ts';
import type { SourceRecord, SourceRow } from './plan/source-record.ts';
import { writeBatch } from './write/write-batch.ts';

const start = 1_800_000_000_000;
const silent = { info() {}, warn() {}, error() {} } as never;
const always = { validFrom: null, validUntil: null };

const person = (index: number, group = 'students'): SourceRecord => ({
  externalId: `${index}`,
  facts: { fullName: `Особа ${index}`, studentId: `КВ-${index}` },
  username: `person${index}`,
  memberships: [{ group, ...always }],
});

const people = (count: number) => Array.from({ length: count }, (_, index) => person(index));

/** A database after the first import of 40 persons. */
async function makeImported(kind: (typeof databaseKinds)[number]) {
  const database = await makeDatabase(kind);
  const { db } = database;
  const clock = { now: start };
  const imports = importsOf(db, () => clock.now);
  await db
    .insertInto('groups')
    .values(['students', 'staff'].map((name) => ({ name, created_at: start })))
    .execute();
  await imports.source('students', 1);
  await imports.run('students', people(40));
  clock.now += 1000;
  const job: ImportJobDeps = {
    db,
    hashUsername: imports.deps.hashUsername,
    hashExternalId: imports.deps.hashExternalId,
    revokeUsers,
    hashTaxId: (taxId) => `hash of ${taxId}`,
    checksDigit: true,
    encryption: createEncryption(randomBytes(32)),
    edebo: undefined,
    events: new EventStore(db, () => clock.now),
    now: () => clock.now,
    log: silent,
  };
  return { database, db, clock, imports, job };
}

type Imported = Awaited<ReturnType<typeof makeImported>>;

const manyNew = { limits: { created: { count: 1000 } } };

/** 100 new persons, 10 who are missing, and 10 whose group changes. */
const second = () => [
  ...people(40)
    .slice(10)
    .map((one, index) => (index < 10 ? person(index + 10, 'staff') : one)),
  ...people(140).slice(40),
];

/** Everything that an import decides, without ids and times. */
async function stateOf({ db }: Imported, importId: string) {
  const users = await db
    .selectFrom('users')
    .select(['username', 'full_name', 'student_id', 'groups', 'disabled', 'valid_until', 'version'])
    .orderBy('username')
    .execute();
  const links = await db
    .selectFrom('source_links')
    .select(['external_id', 'state', 'digest', 'facts', 'memberships', 'reason', 'ends_at'])
    .orderBy('external_id')
    .execute();
  const rows = (await pageOfRows(db, importId, { after: -1, limit: 1000 })).map(
    ({ userId, ...row }) => ({ ...row, isWritten: userId !== null }),
  );
  const events = await db
    .selectFrom('events')
    .select(['type', ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy('type')
    .orderBy('type')
    .execute();
  const one = await findImport(db, importId);
  const counted = events.map(({ type, count }) => [type, Number(count)]);
  return { users, links, rows, counted, state: one?.state, counts: one?.counts };
}

/** Writes some batches, as a process that is killed afterwards. */
async function writeSome(
  { imports }: Imported,
  importId: string,
  { batches, batchSize }: { batches: number; batchSize: number },
): Promise<void> {
  for (let after = -1, done = 0; done < batches; done += 1) {
    const written = await writeBatch({ ...imports.deps, batchSize }, { importId, after });
    if (!written) return;
    after = written.last;
  }
}

describe.each(databaseKinds)('the job of imports, on %s', (kind) => {
  let expected: Awaited<ReturnType<typeof stateOf>>;
  beforeEach(async () => {
    const whole = await makeImported(kind);
    const { id } = await whole.imports.compare('students', second(), manyNew);
    await whole.imports.write(id);
    expected = await stateOf(whole, id);
    expect(expected).toMatchObject({
      state: 'done',
      counts: { created: 100, left: 10, changed: 10 },
    });
    await whole.database.close();
  });

  test('an import whose process was killed at a random batch ends as one that was not', async () => {
    const runs = inject('isThorough') ? 20 : 3;
    for (let run = 0; run < runs; run += 1) {
      const killed = await makeImported(kind);
      const { imports, job } = killed;
      const { id } = await imports.compare('students', second(), manyNew);
      const batches = Math.floor(Math.random() * 12);
      const batchSize = 1 + Math.floor(Math.random() * 20);
      await writeSome(killed, id, { batches, batchSize });
      // the process may still live
      await runImports(job);
      const before = await findImport(job.db, id);
      // the users have the same times as without the end of the process
      await runImports({ ...job, now: clockThatLooksLater(start + 20_000, start + 1000) });
      expect([before?.state, batches, batchSize, await stateOf(killed, id)]).toEqual([
        'running',
        batches,
        batchSize,
        expected,
      ]);
      await killed.database.close();
    }
  });

  test('several nodes and a command may write one import at once', { tags: ['race'] }, async () => {
    const shared = await makeImported(kind);
    const { imports, job } = shared;
    const { id } = await imports.compare('students', second(), manyNew);
    const node = () =>
      runImports({ ...job, now: clockThatLooksLater(start + 20_000, start + 1000) });
    await Promise.all([node(), imports.write(id), node()]);
    expect(await stateOf(shared, id)).toEqual(expected);
    await shared.database.close();
  });
});

/** The first reading, by which the job looks for imports, is later than the others. */
function clockThatLooksLater(first: number, others: number): () => number {
  let isFirst = true;
  return () => {
    const at = isFirst ? first : others;
    isFirst = false;
    return at;
  };
}

describe('the job of imports', () => {
  let imported: Imported;
  beforeEach(async () => {
    imported = await makeImported('sqlite');
    return () => imported.database.close();
  });

  test('an import that was approved in the console is written at once', async () => {
    const { imports, job, db } = imported;
    const none = { count: 0 };
    const limits = { leavers: none, created: none, changed: none };
    const { id } = await imports.compare('students', people(100), { limits });
    await runImports(job);
    expect((await findImport(db, id))?.state).toBe('waiting');
    const users = db.selectFrom('users').select('id').limit(1);
    const { id: userId } = await users.executeTakeFirstOrThrow();
    await db
      .insertInto('user_roles')
      .values({ user_id: userId, role: 'administrator', granted_at: 0 })
      .execute();
    const approver = { userId, systemUser: null };
    const { approveImport } = await import('./run-import.ts');
    await imports.change((change) => approveImport(imports.deps, change, id, approver));
    await runImports(job);
    expect(await findImport(db, id)).toMatchObject({ state: 'done', counts: { created: 60 } });
  });

  test('the number of rows is stored while they are compared', async () => {
    const { imports, db } = imported;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const comparedRows = async () => {
      const last = db.selectFrom('imports').select('compared_rows').orderBy('created_at', 'desc');
      return (await last.executeTakeFirst())?.compared_rows;
    };
    async function* rows(): AsyncGenerator<SourceRow> {
      for (const [index, record] of people(450).entries()) yield { line: index + 2, record };
      vi.advanceTimersByTime(3000);
      await expect.poll(comparedRows).toBe(400);
    }
    const { id } = await imports.compareRows('students', rows(), manyNew);
    vi.useRealTimers();
    expect(await findImport(db, id)).toMatchObject({ state: 'running', compared_rows: null });
  });

  test('it stops between two batches with the server', async () => {
    const { imports, job, db, clock } = imported;
    const { id } = await imports.compare('students', people(290), manyNew);
    clock.now += 15_001;
    let asked = 0;
    await runImports(job, () => {
      asked += 1;
      return asked > 2;
    });
    const left = db.selectFrom('import_rows').select('position').where('record', 'is not', null);
    const rows = await left.where('import_id', '=', id).execute();
    expect([(await findImport(db, id))?.state, rows.length]).toEqual(['running', 50]);
    expect(await countWritten(db, id)).toBe(200);
  });

  test('a comparison of a command that has not been seen for 15 seconds has failed', async () => {
    const { imports, job, db, clock } = imported;
    const { id } = await imports.compare('students', people(40));
    await db.updateTable('imports').set({ state: 'comparing' }).where('id', '=', id).execute();
    clock.now += 14_000;
    await runImports(job);
    expect((await findImport(db, id))?.state).toBe('comparing');
    clock.now += 1000;
    await runImports(job);
    expect(await findImport(db, id)).toMatchObject({ state: 'failed', error: 'interrupted' });
  });

  test('imports are deleted after 30 days, with their rows', async () => {
    const { db, clock } = imported;
    const [first] = await db.selectFrom('imports').select('id').execute();
    const count = async () =>
      (await pageOfRows(db, first?.id ?? '', { after: -1, limit: 100 })).length;
    const clean = async () => {
      for (const task of importCleanupTasks(db, () => clock.now)) await task(100);
    };
    await clean();
    expect(await count()).toBe(40);
    clock.now += 30 * 24 * 3_600_000;
    await clean();
    expect([await count(), await db.selectFrom('imports').select('id').execute()]).toEqual([0, []]);
  });
});
