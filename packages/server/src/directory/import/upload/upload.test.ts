// Files that administrators upload: what is stored, what is refused, and how a server compares them.

import { createHash, createSecretKey } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { sheetXml, spreadsheetOf } from '../../../../test/support/spreadsheets.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { revokeUsers } from '../../../app/revoke-users.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { EventStore } from '../../../events/store.ts';
import { createUsernameHash } from '../../../users/lifecycle/former-usernames.ts';
import { createExternalIdHash } from '../../../users/sources/erased-persons.ts';
import { addSource, changeSource, findSource } from '../../../users/sources/source-store.ts';
import { hashTaxId } from '../../../users/tax-id.ts';
import { aliveMs } from '../heartbeat.ts';
import { runImports } from '../import-job.ts';
import { findImport, importCleanupTasks } from '../import-store.ts';

const mapping = {
  version: 1,
  username: { rule: '{id}' },
  fields: { externalId: 'Код', fullName: 'ПІБ', taxId: { column: 'РНОКПП', optional: true } },
};
const settings = sourceSettings.parse({});
const values = { title: null, position: 1, settings };

const people = Buffer.from('Код;ПІБ\nа1;Коваль Олена\nа2;Гай Петро\n');
const notes = 'x'.repeat(2000);
/** Three parts, whose column of notes means nothing. */
const large = Buffer.from(
  [
    'Код;ПІБ;Примітка',
    ...Array.from({ length: 300 }, (_, n) => `а${n};Коваль Олена;${notes}`),
  ].join('\n'),
);
const hour = 3_600_000;

describeOnDatabases('uploaded files', (kind) => {
  let world: World;
  let chief: Caller;

  beforeEach(async () => {
    world = await makeWorld(kind);
    for (const name of ['chief', 'second']) await addCaller(world, name, ['administrator']);
    chief = await strongSession(world, 'chief');
    const { db, clock } = world;
    await addSource(db, { name: 'students', kind: 'file', ...values, mapping }, clock.now);
    await addSource(db, { name: 'register', kind: 'edebo', ...values, mapping: null }, clock.now);
    await addSource(db, { name: 'bare', kind: 'file', ...values, mapping: null }, clock.now);
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
  const upload = (given: Buffer, query: Record<string, string> = {}, caller = chief) =>
    call('startImport', { query: { source: 'students', ...query }, file: given }, caller);
  const stateOf = async (id: string) => (await call('readImport', { params: { id } })).body;
  /** Works as another node does, which looks at once. */
  const runJob = () => {
    const { db, keys, clock } = world;
    const now = () => clock.now;
    const taxIdKey = createSecretKey(keys.taxId);
    return runImports({
      db,
      now,
      revokeUsers,
      events: new EventStore(db, now),
      log: { info() {}, warn() {}, error() {} } as never,
      encryption: createEncryption(keys.data),
      edebo: undefined,
      hashUsername: createUsernameHash(keys.data),
      hashExternalId: createExternalIdHash(keys.data),
      hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
      checksDigit: true,
    });
  };
  /** Returns the import once its state is another one. */
  async function settled(id: string, state = 'comparing') {
    await runJob();
    await expect.poll(async () => (await stateOf(id)).state, { timeout: 20_000 }).not.toBe(state);
    return stateOf(id);
  }
  const parts = () => world.db.selectFrom('import_files').selectAll().execute();
  const imports = () => world.db.selectFrom('imports').selectAll().execute();
  /** Returns the numbers of imports and of parts of files. */
  const stored = async () => [(await imports()).length, (await parts()).length];
  const change = async (given: Partial<typeof values & { mapping: unknown }>) => {
    const source = await findSource(world.db, 'students');
    if (source) await changeSource(world.db, source, { ...source, ...given }, world.clock.now);
  };

  test('a file is compared, approved by another administrator, and written in the name of that one', async () => {
    const { status, body } = await upload(people, { fileName: 'students.csv' });
    expect([status, body]).toMatchObject([
      201,
      { state: 'comparing', startedBy: 'chief', fileName: 'students.csv', hasFile: true },
    ]);
    expect(await settled(body.id)).toMatchObject({
      state: 'waiting',
      counts: { created: 2 },
      fileHash: createHash('sha256').update(people).digest('hex'),
      obstacle: 'own-import',
      hasFile: true,
    });
    const second = await strongSession(world, 'second');
    await call('approveImport', { params: { id: body.id } }, second);
    expect((await stored())[1]).toBe(0);
    expect(await settled(body.id, 'running')).toMatchObject({ state: 'done', hasFile: false });
    const events = world.db.selectFrom('events').select(['actor', 'actor_id']);
    const created = await events.where('type', '=', 'user.created').execute();
    expect(created).toEqual(
      Array.from({ length: 2 }, () => ({ actor: 'administrator', actor_id: second.userId })),
    );
  });

  test('the parts are encrypted, each for its place', async () => {
    const { body } = await upload(large, { isDryRun: 'true' });
    expect(await settled(body.id)).toMatchObject({ state: 'compared' });
    const kept = await parts();
    expect(kept.map(({ position }) => position).sort()).toEqual([0, 1, 2]);
    const text = JSON.stringify(kept);
    const encoded = ['xxxxxx', 'Коваль'].map((one) => Buffer.from(one).toString('base64url'));
    expect(['Коваль', ...encoded].filter((one) => text.includes(one))).toEqual([]);
    const [first, other] = kept.map(({ encrypted_part: part }) => part);
    // parts in each other's place cannot be read
    for (const [position, part] of [other, first].entries())
      await world.db
        .updateTable('import_files')
        .set({ encrypted_part: part ?? '' })
        .where('position', '=', position)
        .execute();
    const again = await call('repeatImport', { params: { id: body.id } });
    await expect
      .poll(async () => (await findImport(world.db, again.body.id))?.claims)
      .toBeGreaterThan(0);
    expect(await stateOf(again.body.id)).toMatchObject({ counts: { created: 0 } });
  });

  test('a dry run is repeated as an import, and its file is gone after 24 hours', async () => {
    const { body: dry } = await upload(people, { isDryRun: 'true' });
    expect(await settled(dry.id)).toMatchObject({ state: 'compared', hasFile: true });
    const { status, body } = await call('repeatImport', { params: { id: dry.id } });
    expect([status, body.isDryRun, body.hasFile]).toEqual([201, false, true]);
    expect(await settled(body.id)).toMatchObject({ state: 'waiting', counts: { created: 2 } });
    await call('refuseImport', { params: { id: body.id } });
    // the dry run may be repeated again
    expect((await stored())[1]).toBe(1);
    world.clock.now += 24 * hour;
    chief = await strongSession(world, 'chief');
    const gone = await call('repeatImport', { params: { id: dry.id } });
    expect([gone.status, gone.body.fields]).toEqual([409, { id: 'the file is no longer stored' }]);
    for (const task of importCleanupTasks(world.db, () => world.clock.now)) await task(100);
    expect((await stored())[1]).toBe(0);
  });

  test('a waiting import is repeated once the source has changed, and takes the present mapping', async () => {
    const { body: first } = await upload(people);
    await settled(first.id);
    const early = await call('repeatImport', { params: { id: first.id } });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([409, ['id']]);
    await change({ mapping: { ...mapping, username: { rule: 'student.{id}' } } });
    const { body } = await call('repeatImport', { params: { id: first.id } });
    expect(await settled(body.id)).toMatchObject({ state: 'waiting', obstacle: 'own-import' });
    expect(await stateOf(first.id)).toMatchObject({ state: 'replaced' });
    const { body: rows } = await call('listImportRows', { params: { id: body.id } });
    expect(rows.items[0].username).toBe('student.a1');
    await call('refuseImport', { params: { id: body.id } });
    expect((await stored())[1]).toBe(0);
  });

  test('limits of one import replace those of the source', async () => {
    await change({});
    await world.db.updateTable('sources').set({ approved_at: 1 }).execute();
    const { body } = await upload(people, { maxCreated: '1,50%' });
    expect((await settled(body.id)).stops).toMatchObject([{ code: 'too-many-created', limit: 1 }]);
    const { body: loose } = await upload(people, { maxCreated: '100%' });
    expect(await settled(loose.id)).toMatchObject({ state: expect.stringMatching(/running|done/) });
    for (const maxCreated of ['many', '101%', '1000001', '1.5', '5%,1']) {
      const { status, body: wrong } = await upload(people, { maxCreated });
      expect([status, wrong.fields]).toEqual([
        400,
        { maxCreated: 'must be a number, a share or both, such as 50, 5% or 50,5%' },
      ]);
    }
  });

  test('what cannot be imported is refused before it is stored', async () => {
    for (const [source, status, fields] of [
      ['none', 404, undefined],
      ['register', 409, { source: 'does not come from a file' }],
      ['bare', 409, { source: 'has no mapping' }],
    ] as const) {
      const refused = await upload(people, { source });
      expect([source, refused.status, refused.body.fields]).toEqual([source, status, fields]);
    }
    const empty = await upload(Buffer.from(''));
    expect(empty.body).toMatchObject({ code: 'request.invalid', fileReason: 'empty-file' });
    const json = await call('startImport', { query: { source: 'students' }, body: {} });
    const elsewhere = await call('createSource', { file: people });
    expect([json.status, elsewhere.status]).toEqual([415, 415]);
    expect(await stored()).toEqual([0, 0]);
  });

  test('tokens, and sessions with one factor, upload nothing', async () => {
    const token = await tokenOf(world, chief.userId, { roles: ['administrator'] });
    expect((await upload(people, {}, token)).body.code).toBe('admin.forbidden');
    await world.db.updateTable('sessions').set({ amr: 'pwd' }).execute();
    expect((await upload(people)).body.code).toBe('admin.authentication-required');
    expect((await stored())[0]).toBe(0);
  });

  test('a file that no import can read fails with its reason and place', async () => {
    for (const [given, error, place] of [
      [Buffer.from('%PDF-1.7'), 'unknown-format', { columns: [] }],
      [Buffer.from('Код;ПІБ;;x\n1;2;3;4\n'), 'empty-header', { row: 1, column: 3 }],
      [Buffer.from('Код;Імʼя\n1;2\n'), 'missing-columns', { columns: ['ПІБ'] }],
    ] as const) {
      const { body } = await upload(given);
      expect(await settled(body.id)).toMatchObject({
        state: 'failed',
        error,
        errorPlace: place,
        hasFile: false,
      });
    }
    await change({ mapping: { ...mapping, sheet: 'Денна' } });
    const book = await upload(spreadsheetOf({ Заочна: sheetXml([['Код'], ['1']]) }));
    expect(await settled(book.body.id)).toMatchObject({
      error: 'unknown-sheet',
      errorPlace: { sheet: 'Денна', sheets: ['Заочна'] },
    });
    // as an earlier version may have stored it
    const twice = { ...mapping.fields, data: { number: 'рнокпп' } };
    await change({ mapping: { ...mapping, fields: twice } });
    const { body } = await upload(people);
    expect(await settled(body.id)).toMatchObject({ state: 'failed', error: 'invalid-mapping' });
    expect((await stored())[1]).toBe(0);
  });

  test('of two uploads at once the second one is refused, and the first one goes on', {
    tags: ['race'],
  }, async () => {
    const both = await Promise.all([upload(large), upload(large)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.fields).toEqual({ source: 'another import of the source runs' });
    expect(await imports()).toHaveLength(1);
  });

  test('too long a file is refused before it is read, and one that says no length while it is', async () => {
    const length = `${100 * 1024 * 1024 + 1}`;
    const query = { source: 'students' };
    const headers = { 'content-length': length };
    const said = await call('startImport', { query, file: people, headers });
    expect([said.status, said.body.code]).toEqual([413, 'request.too-large']);
    expect(await stored()).toEqual([0, 0]);
  });

  test('of an upload that breaks off, or whose process is killed, nothing stays', async () => {
    await world.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const lines = [
      'POST /api/admin/imports?source=students HTTP/1.1',
      'host: localhost',
      'content-type: application/octet-stream',
      `content-length: ${2 * large.length}`,
      ...Object.entries(chief.headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(large);
    await expect.poll(async () => (await parts()).length).toBeGreaterThan(0);
    expect(await imports()).toMatchObject([{ state: 'comparing', is_uploading: 1, file_of: null }]);
    socket.destroy();
    await expect.poll(stored).toEqual([0, 0]);
    const events = world.db
      .selectFrom('events')
      .select('type')
      .where('type', '=', 'import.started');
    expect(await events.execute()).toEqual([]);

    // as after the end of a process
    const { body } = await upload(large, { isDryRun: 'true' });
    await settled(body.id);
    const killed = { state: 'comparing', is_uploading: 1, file_of: null, seen_at: 0, claims: 9 };
    await world.db.updateTable('imports').set(killed).execute();
    await runJob();
    await expect.poll(stored).toEqual([0, 0]);
  });

  test('a comparison whose process was killed begins again, and ends after three processes', async () => {
    const { body } = await upload(people, { isDryRun: 'true' });
    await settled(body.id);
    const killed = { state: 'comparing', finished_at: null, seen_at: world.clock.now - aliveMs };
    const kill = (claims: number) =>
      world.db
        .updateTable('imports')
        .set({ ...killed, claims })
        .execute();
    await kill(1);
    expect(await settled(body.id)).toMatchObject({ state: 'compared', counts: { created: 2 } });
    await kill(3);
    expect(await settled(body.id)).toMatchObject({ state: 'failed', error: 'interrupted' });
  });

  test('a source keeps the files of its last three dry runs', async () => {
    const ids: string[] = [];
    for (let run = 0; run < 5; run += 1) {
      world.clock.now += 1000;
      const { body } = await upload(people, { isDryRun: 'true' });
      await settled(body.id);
      ids.push(body.id);
    }
    const kept = (await parts()).map(({ import_id: id }) => id).sort();
    // the last one has come after the others were counted
    expect(kept).toEqual(ids.slice(1).sort());
  });
});
