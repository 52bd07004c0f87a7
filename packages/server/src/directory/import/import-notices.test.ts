import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import type { ImportNotice } from '../../pages/emails/import-notices.ts';
import { sendImportNotices } from './import-notices.ts';
import type { SourceRow } from './plan/source-record.ts';
import { failImport } from './run-import.ts';

const start = 1_800_000_000_000;
const owners = ['dean@campus.example', 'it@campus.example'];

const row = (id: string): SourceRow => ({
  line: 2,
  record: {
    externalId: id,
    facts: { fullName: `Особа ${id}` },
    username: `person${id}`,
    memberships: [],
  },
});
const rejected: SourceRow = { line: 3, rejected: 'formula', externalId: '9' };

describe.each(databaseKinds)('notices of imports, on %s', (kind) => {
  let database: TestDatabase;
  let imports: ReturnType<typeof importsOf>;
  let clock: { now: number };
  let sent: { to: readonly string[]; notice: ImportNotice }[];

  beforeEach(async () => {
    database = await makeDatabase(kind);
    clock = { now: start };
    sent = [];
    imports = importsOf(database.db, () => clock.now);
    await imports.source('students', 1, { notify: owners });
  });
  afterEach(() => database.close());

  const send = () =>
    sendImportNotices({
      db: database.db,
      now: () => clock.now,
      send: (to, notice) => void sent.push({ to, notice }),
    });
  const states = () => sent.map(({ notice: { state } }) => state);

  test('the owners are notified of an import that waits once, also if it is approved and has rejected rows', async () => {
    const { id } = await imports.compare('students', [row('1'), rejected]);
    await Promise.all([send(), send()]);
    expect(sent).toMatchObject([
      {
        to: owners,
        notice: {
          importId: id,
          state: 'waiting',
          title: { uk: 'students', en: 'students' },
          stops: [{ code: 'first-import' }],
          counts: { created: 1, rejected: 1 },
        },
      },
    ]);
    await imports.approve(id);
    await imports.write(id);
    await send();
    expect(sent).toHaveLength(1);
  });

  test('none follows a dry run, a clean import, or what an administrator has decided before', async () => {
    await imports.compare('students', [row('1')], { isDryRun: true });
    await imports.run('students', [row('1')]);
    // approved before the notice was sent
    await send();
    clock.now += 1000;
    await imports.run('students', [row('1')]);
    await send();
    expect(sent).toEqual([]);
  });

  test('one follows an import with rejected rows, and one that has failed', async () => {
    await imports.run('students', [row('1')]);
    await send();
    clock.now += 1000;
    await imports.run('students', [row('1'), rejected]);
    await send();
    expect(states()).toEqual(['done']);
    clock.now += 1000;
    const { id } = await imports.compare('students', [row('1')]);
    await failImport(imports.deps, imports.change, id, 'conflict', { state: 'running' });
    await send();
    expect(sent.at(-1)?.notice).toMatchObject({ state: 'failed', error: 'conflict' });
  });

  test('a source without addresses has none, and none comes after a week', async () => {
    await imports.source('staff', 2);
    await imports.compare('staff', [row('1')]);
    await imports.compare('students', [row('1')]);
    clock.now += 8 * 24 * 3_600_000;
    await send();
    expect(sent).toEqual([]);
    const due = database.db.selectFrom('imports').select('id').where('notice', '=', 'due');
    expect(await due.execute()).toEqual([]);
  });
});
