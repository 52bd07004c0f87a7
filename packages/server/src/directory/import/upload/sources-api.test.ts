// Sources, the columns of files and decisions about waiting persons, in the administration API.

import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import { sheetXml, spreadsheetOf } from '../../../../test/support/spreadsheets.ts';
import { addUser, makeWorld, type World } from '../../../../test/support/world.ts';

const shown = { isHidden: false, empty: 0, isUnique: true, isRowNumber: false };

describeOnDatabases('sources and columns of files', (kind) => {
  let world: World;
  let chief: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterEach(() => world.close());

  const call = async (
    id: Parameters<typeof callRoute>[1],
    input: Parameters<typeof callRoute>[3] = {},
  ) => {
    const answer = await callRoute(world, id, chief, input);
    return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
  };
  const columnsOf = (file: Buffer, query: Record<string, string> = {}) =>
    call('readColumns', { file, query });

  test('a source is created once, with a mapping of its kind', async () => {
    const mapping = { version: 1, list: 'students', username: { rule: '{given}' } };
    const register = { name: 'register', kind: 'edebo', mapping };
    const { status, body } = await call('createSource', { body: register });
    expect([status, body]).toMatchObject([
      201,
      { name: 'register', kind: 'edebo', position: 100, settings: sourceSettings.parse({}) },
    ]);
    expect(body.mapping).toMatchObject({ ...mapping, groups: [] });
    const again = await call('createSource', { body: register });
    expect([again.status, again.body.fields]).toEqual([409, { name: 'is taken' }]);
    const asFile = await call('createSource', { body: { ...register, name: 'x', kind: 'file' } });
    expect([asFile.status, Object.keys(asFile.body.fields)]).toEqual([
      400,
      expect.arrayContaining(['mapping.fields', 'mapping.list']),
    ]);
    const changed = { title: null, position: 1, settings: {}, mapping: { ...mapping, list: 'x' } };
    const refused = await call('updateSource', { params: { name: 'register' }, body: changed });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['mapping.list']]);
  });

  test('a mapping that would store tax numbers in clear is not saved', async () => {
    const fields = { externalId: 'Код', fullName: 'ПІБ', taxId: 'РНОКПП' };
    const username = { rule: '{given}' };
    const save = (more: object) =>
      call('createSource', {
        body: {
          name: 'students',
          kind: 'file',
          mapping: { version: 1, username, fields: { ...fields, ...more } },
        },
      });
    for (const [more, field] of [
      [{ externalId: ' рнокпп' }, 'mapping.fields.externalId'],
      [{ data: { number: { column: 'РНОКПП' } } }, 'mapping.fields.data.number'],
      [{ groups: [{ value: ['a'] }, { column: 'РНОКПП' }] }, 'mapping.fields.groups'],
    ] as const) {
      const { status, body } = await save(more);
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    }
    expect((await save({})).status).toBe(201);
  });

  test('a table is described by its columns, and the values of one column are listed', async () => {
    const rows = ['Код;ПІБ;Факультет;РНОКПП', '1;Гай Петро;ФПМ;3184710691', '2;Гай Ян;ФІОТ;'];
    const { body } = await columnsOf(Buffer.from(rows.join('\r\n')), { valuesOf: 'факультет' });
    expect(body).toMatchObject({
      format: 'separated',
      encoding: 'utf-8',
      separator: ';',
      sheets: [],
      headers: ['Код', 'ПІБ', 'Факультет', 'РНОКПП'],
      guess: { missing: ['externalId'], groupColumns: ['Факультет'], fields: { fullName: 'ПІБ' } },
      values: ['ФІОТ', 'ФПМ'],
    });
    const taxIds = await columnsOf(Buffer.from(rows.join('\r\n')), { valuesOf: 'РНОКПП' });
    expect([taxIds.body.values, JSON.stringify(taxIds.body).includes('3184710691')]).toEqual([
      null,
      false,
    ]);
    const many = Array.from({ length: 202 }, (_, index) => `${index}`);
    const unlike = await columnsOf(Buffer.from(`Код\n${many.join('\n')}\n`), { valuesOf: 'Код' });
    expect(unlike.body.values).toBeNull();
    const none = await columnsOf(Buffer.from(rows.join('\r\n')), { valuesOf: 'Кафедра' });
    expect(none.body.values).toBeNull();
  });

  test('the first rows show what columns have, and never a tax number', async () => {
    const rows = [
      '№;Код;ПІБ;РНОКПП;Інше',
      '1;7;Гай Петро;невідомо;318 471 0691',
      '2;7;Гай Ян;;',
      '3;;Гай Ія;відмова;',
    ];
    const { body } = await columnsOf(Buffer.from(rows.join('\n')));
    expect(body.sample.rows).toBe(3);
    expect(body.sample.columns).toEqual([
      { header: '№', values: ['1', '2', '3'], ...shown, isRowNumber: true },
      { header: 'Код', values: ['7'], ...shown, empty: 1, isUnique: false },
      { header: 'ПІБ', values: ['Гай Петро', 'Гай Ян', 'Гай Ія'], ...shown },
      { header: 'РНОКПП', values: [], ...shown, isHidden: true, empty: 1 },
      { header: 'Інше', values: [], ...shown, isHidden: true, empty: 2 },
    ]);
  });

  test('a spreadsheet names its sheets, and is read sheet by sheet', async () => {
    const file = spreadsheetOf({
      Перший: sheetXml([
        ['Код', 'ПІБ'],
        ['1', 'Гай Петро'],
      ]),
      Другий: sheetXml([['Група'], ['КВ-11'], ['КВ-12']]),
    });
    const { body } = await columnsOf(file);
    expect(body).toMatchObject({
      format: 'spreadsheet',
      encoding: null,
      sheets: ['Перший', 'Другий'],
      headers: ['Код', 'ПІБ'],
    });
    const second = await columnsOf(file, { sheet: 'Другий', valuesOf: 'Група' });
    expect(second.body.values).toEqual(['КВ-11', 'КВ-12']);
  });

  test('a file that cannot be read is refused with its reason, in both languages, and nothing is stored', async () => {
    for (const [file, fileReason] of [
      [Buffer.from(''), 'empty-file'],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'old-spreadsheet'],
      [Buffer.from('PK damaged'), 'spreadsheet-damaged'],
      [Buffer.from('a;b;;d\n'), 'empty-header'],
    ] as const) {
      const headers = { 'accept-language': 'uk' };
      const { status, body } = await call('readColumns', { file, headers });
      expect([status, body.code, body.fileReason]).toEqual([400, 'request.invalid', fileReason]);
      expect(body.fields).toEqual({ file: `cannot be read: ${fileReason}` });
      expect(body.errors[0].detail).toBe(`не вдалося прочитати: ${fileReason}`);
    }
    expect(await world.db.selectFrom('import_files').select('position').execute()).toEqual([]);
  });

  test('a waiting row names its candidates, and an administrator decides who it is', async () => {
    const imports = importsOf(world.db, () => world.clock.now);
    await imports.source('students', 1, { matchBy: 'studentId' });
    const known = { username: 'known', studentId: '77' };
    const first = await addUser(world.db, { ...known, fullName: 'Гай О.' }, '');
    const holder = { username: 'holder', taxIdHash: 'the hash' };
    const second = await addUser(world.db, holder, '');
    const person = (externalId: string, facts: object, taxIdHash?: string) => ({
      externalId,
      facts: { fullName: 'Особа', ...facts },
      username: `person${externalId}`,
      memberships: [],
      ...(taxIdHash !== undefined && { taxIdHash }),
    });
    const { id } = await imports.compare('students', [
      person('1', { email: 'known@campus.example' }),
      person('2', { studentId: '77' }, 'the hash'),
    ]);
    const { body } = await call('listImportRows', { params: { id }, query: { kind: 'waiting' } });
    expect(body.items).toMatchObject([
      { code: 'possible-duplicate', candidates: [{ userId: first, username: 'known' }] },
      { code: 'several-matches' },
    ]);
    const ids = body.items[1].candidates.map((one: { userId: string }) => one.userId);
    expect(ids.sort()).toEqual([first, second].sort());

    const params = { name: 'students' };
    const link = (externalId: string, userId: string | null) =>
      call('linkPerson', { params, body: { externalId, userId } });
    const stranger = await link('1', crypto.randomUUID());
    expect([stranger.status, stranger.body.fields]).toEqual([400, { userId: 'is not a user' }]);
    const mistyped = await link('11', first);
    expect(mistyped.body.fields).toEqual({
      externalId: 'is in no row that waits or was rejected',
    });
    // a decision that is not written yet is replaced
    const decisionOf = async () =>
      (await call('listImportRows', { params: { id } })).body.items[0].decision;
    expect(await decisionOf()).toBeNull();
    expect((await link('1', null)).status).toBe(204);
    expect(await decisionOf()).toEqual({ user: null, isWritten: false });
    for (const userId of [second, first]) expect((await link('1', userId)).status).toBe(204);
    expect(await decisionOf()).toMatchObject({ user: { username: 'known' }, isWritten: false });
    await imports.run('students', [person('1', { email: 'known@campus.example' })]);
    expect(await decisionOf()).toMatchObject({ user: { userId: first }, isWritten: true });
    const twice = await link('1', null);
    expect(twice.body.fields).toEqual({ externalId: 'is linked to a user already' });
    const other = await link('2', first);
    expect(other.body.fields).toEqual({ userId: 'is another person of the source already' });
    expect((await link('2', second)).status).toBe(204);
  });
});
