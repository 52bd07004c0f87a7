import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeWebBuild } from '../../test/support/web-build.ts';
import { readConfig } from '../app/config.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { runImport } from './import.ts';
import { runSources } from './sources.ts';

const system = { user: 'root' };

const folder = mkdtempSync(join(tmpdir(), 'brama-import-'));
const config = readConfig({ DATA_DIR: folder }, () => '');
const read = () => config;
const said: string[] = [];
const complained: string[] = [];

const source = {
  title: { uk: 'Студенти', en: 'Students' },
  position: 1,
  settings: { limits: { leavers: { percent: 5 } } },
  mapping: {
    version: 1,
    username: { rule: '{given}.{family}' },
    fields: {
      externalId: 'Номер',
      fullName: { family: 'Прізвище', given: 'Ім’я' },
      taxId: { column: 'РНОКПП', optional: true },
      groups: { column: 'Факультет', values: { ФПМ: ['students'] } },
    },
  },
};

const header = 'Номер;Прізвище;Імʼя;Факультет';
const file = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), `${[header, ...lines].join('\n')}\n`);

beforeAll(async () => {
  const db = await openDatabase(config, createLogger('silent'));
  await db.insertInto('groups').values({ name: 'students', created_at: 0 }).execute();
  await db.destroy();
  writeFileSync(join(folder, 'source.json'), JSON.stringify(source));
});
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  complained.length = 0;
  system.user = 'root';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sources = (...args: string[]) => runSources(args, read, folder);
const imports = (...args: string[]) => runImport(args, read, folder, system.user);

/** Runs a command that prints JSON. Returns the exit code and the JSON. */
async function jsonOf(...args: string[]) {
  said.length = 0;
  const code = await imports(...args, '--json');
  return { code, json: JSON.parse(said.join('\n')) };
}

test('a source is created, shown as it was given, and changed', async () => {
  expect(await sources('set', 'students', 'source.json')).toBe(0);
  expect(said).toEqual(['Created the source students.']);
  said.length = 0;
  expect(await sources('show', 'students', '--json')).toBe(0);
  const shown = JSON.parse(said.join(''));
  expect(shown).toMatchObject({ name: 'students', kind: 'file', mapping: source.mapping });
  expect(shown.settings.grace).toEqual({ completed: 90, withdrawn: 0, unknown: 14 });
  expect(await sources('set', 'students', 'source.json')).toBe(0);
  expect(said.at(-1)).toMatch(/^The source students has these values already\./);
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ mapping: { version: 2 } }));
  expect(await sources('set', 'students', 'wrong.json')).toBe(1);
  expect(complained.join('\n')).toMatch(/wrong\.json: mapping\.version: /);
  const byName = { ...source, settings: { matchBy: 'username' } };
  writeFileSync(join(folder, 'by-name.json'), JSON.stringify(byName));
  expect(await sources('set', 'students', 'by-name.json')).toBe(1);
  expect(complained.at(-1)).toBe(
    'by-name.json: settings.matchBy: needs a column of usernames in the mapping',
  );
});

test('a mapping is guessed from the headers', async () => {
  file('guess.csv', ['1;Франко;Іван;ФПМ', '2;Українка;Леся;ІПСА']);
  expect(await sources('guess', 'guess.csv')).toBe(0);
  const guessed = said.join('\n');
  expect(guessed).toContain('# Not found: externalId. Name its column.');
  expect(guessed).toContain('# Groups may be given by: Факультет');
  expect(guessed).toMatch(/values:\s+ІПСА: \[\]\s+ФПМ: \[\]/);
  writeFileSync(join(folder, 'guessed.yaml'), guessed);
  expect(await sources('set', 'guessed', 'guessed.yaml')).toBe(1);
  expect(complained).toEqual([
    'guessed.yaml: mapping.fields.externalId: name the column that identifies a person and never changes, such as a number of the other system. The file has: Номер, Прізвище, Імʼя, Факультет',
  ]);
});

test('the first import waits for another user of the machine; later ones run', async () => {
  file('first.csv', ['1;Франко;Іван;ФПМ', '2;Українка;Леся;ФПМ', '3;Шевченко;Тарас;ІПСА']);
  const first = await jsonOf('users', 'students', 'first.csv');
  expect(first).toMatchObject({
    code: 6,
    json: { state: 'waiting', stops: [{ code: 'first-import' }], startedBy: 'root' },
  });
  expect(first.json.counts).toMatchObject({ created: 2, rejected: 1 });
  const rejectedBy = [{ code: 'value-not-in-table', count: 1 }];
  expect(first.json).toMatchObject({ rejectedBy, sameNames: 0, removedAddresses: 0, unmapped: [] });
  expect(await imports('approve', first.json.id)).toBe(1);
  expect(complained.at(-1)).toMatch(
    /^You have started this import: another person must approve it/,
  );
  system.user = 'another';
  expect(await jsonOf('approve', first.json.id)).toMatchObject({
    code: 0,
    json: { state: 'done', decidedBy: 'another' },
  });
  said.length = 0;
  expect(await imports('show', first.json.id, '--rows', 'rejected')).toBe(0);
  const [heads, row] = said.join('\n').split('\n');
  expect(heads).toMatch(/^ROW {2}ID {2}RESULT +USERNAME {2}NAME {2}REASON +CHANGES$/);
  expect(row).toMatch(/^4 {4}3 {3}rejected {2}- +- +value-not-in-table \(groups\) +-$/);
  const again = await jsonOf('users', 'students', 'first.csv');
  expect(again).toMatchObject({ code: 0, json: { state: 'done', stops: [] } });
  expect(again.json.counts).toMatchObject({ unchanged: 2, left: 0 });
});

test('a dry run changes nothing, and an import that was refused neither', async () => {
  file('more.csv', ['1;Франко;Іван;ФПМ', '2;Українка;Олена;ФПМ', '4;Стус;Василь;ФПМ']);
  const dry = await jsonOf('users', 'students', 'more.csv', '--dry-run');
  expect(dry).toMatchObject({ code: 0, json: { state: 'compared' } });
  const waiting = await jsonOf('users', 'students', 'more.csv', '--max-created', '0');
  expect(waiting).toMatchObject({ code: 6, json: { stops: [{ code: 'too-many-created' }] } });
  expect(await jsonOf('refuse', waiting.json.id)).toMatchObject({ json: { state: 'refused' } });
  expect(await imports('approve', waiting.json.id)).toBe(1);
  expect(complained.at(-1)).toMatch(/^The import does not wait for a decision/);
  const written = await jsonOf('users', 'students', 'more.csv');
  expect(written.json.counts).toMatchObject({ created: 1, changed: 1 });
  said.length = 0;
  await imports('show', written.json.id, '--rows', 'changed');
  expect(said.join()).toContain('fullName: Українка Леся → Українка Олена');
});

test('the Latin name of the file makes the username; one that is derived is marked', async () => {
  const fields = {
    externalId: 'Код',
    fullName: 'ПІБ',
    fullNameEn: { column: 'Name', derive: true },
  };
  const guests = { mapping: { version: 1, username: { rule: '{given}.{family}' }, fields } };
  writeFileSync(join(folder, 'guests.json'), JSON.stringify(guests));
  await sources('set', 'guests', 'guests.json');
  const lines = ['Код;ПІБ;Name', '1;Рыбак Эдуард;Eduard Rybak', '2;Косач Лариса;'];
  writeFileSync(join(folder, 'guests.csv'), lines.join('\n'));
  const { json } = await jsonOf('users', 'guests', 'guests.csv', '--dry-run');
  said.length = 0;
  await imports('show', json.id, '--rows', 'created');
  const [, given, derived] = said.join('\n').split('\n');
  expect(given).toMatch(/eduard\.rybak .*fullNameEn: - → Eduard Rybak(?:;|$)/);
  expect(derived).toMatch(/larysa\.kosach .*fullNameEn: - → Kosach Larysa \(derived\)/);
});

test('a file that cannot be read, and wrong names, change nothing', async () => {
  writeFileSync(join(folder, 'empty.csv'), '');
  expect(await imports('users', 'students', 'empty.csv')).toBe(1);
  expect(complained.at(-1)).toBe('empty.csv: The file is empty. Nothing was changed.');
  expect(await imports('users', 'students', 'missing.csv')).toBe(1);
  expect(complained.at(-1)).toBe(
    'missing.csv: There is no file at the path of the command. Nothing was changed.',
  );
  expect(await imports('users', 'staff', 'first.csv')).toBe(1);
  expect(complained.at(-1)).toBe('There is no source staff. Nothing was changed.');
  writeFileSync(join(folder, 'other.csv'), 'А;Б\n1;2\n');
  expect(await imports('users', 'students', 'other.csv')).toBe(1);
  expect(complained.at(-1)).toMatch(/^The file has no columns “Номер”/);
  expect(await imports('users', 'students', '.')).toBe(1);
  expect(complained.at(-1)).toBe('.: The file cannot be read. Nothing was changed.');
  file('header.csv', []);
  expect(await imports('users', 'students', 'header.csv')).toBe(1);
  file('rejected.csv', ['1;;Іван;ФПМ']);
  expect(await imports('users', 'students', 'rejected.csv')).toBe(1);
  expect(complained.at(-2)).toMatch(/^Rejected rows: missing-value 1\. See brama import show /);
  await imports('users', 'students', 'empty.csv', '--dry-run');
  // the owners of the source are notified of them
  said.length = 0;
  await imports('list', '--limit', '6', '--json');
  expect(JSON.parse(said.join('')).items).toMatchObject([
    { error: 'all-rejected', fileName: 'rejected.csv', counts: { rejected: 1 } },
    { error: 'no-persons', fileName: 'header.csv' },
    { error: 'unreadable-file' },
    { error: 'missing-columns', fileName: 'other.csv' },
    { error: 'missing-file', fileName: 'missing.csv' },
    { state: 'failed', error: 'empty-file', fileName: 'empty.csv' },
  ]);
  expect(await imports('users', 'students', 'first.csv', '--max-leavers', 'five')).toBe(2);
});

test('an administrator decides who a person is', async () => {
  expect(await sources('link', 'students', '77', '--user', 'ivan.franko')).toBe(1);
  expect(complained.at(-1)).toMatch(/^ivan\.franko is another person of this source already/);
  expect(await sources('link', 'students', '1', '--new')).toBe(1);
  expect(complained.at(-1)).toMatch(/^1 is linked to a user already/);
  expect(await sources('link', 'students', '78', '--new')).toBe(0);
  expect(await sources('link', 'students', '78')).toBe(2);
});

test('codes for the new users who cannot sign in are printed once, and never into the journal', async () => {
  file('codes.csv', ['1;Франко;Іван;ФПМ', '2;Українка;Леся;ФПМ', '9;Стус;Василь;ФПМ']);
  const { json } = await jsonOf('users', 'students', 'codes.csv');
  expect(json).toMatchObject({ state: 'done', counts: { created: 1, left: 1 } });
  said.length = 0;
  await imports('show', json.id, '--rows', 'left');
  expect(said.join()).toMatch(
    /Стус Василь .*groups: students → students until [\d-]+ [\d:]+ UTC; validUntil: - → [\d-]+ [\d:]+ UTC/,
  );
  const open = () => makeWebBuild(methodsOn(config));
  const codes = (env: Record<string, string>, ...args: string[]) => {
    said.length = 0;
    return runImport(['codes', json.id, ...args], read, folder, 'root', { env, open });
  };
  expect(await codes({ JOURNAL_STREAM: '8:1234' })).toBe(1);
  expect([said, complained.at(-1)]).toEqual([
    [],
    expect.stringContaining('must not stand in a log'),
  ]);
  expect(await codes({}, '--hours', '24', '--group', 'students')).toBe(0);
  expect(said).toEqual([
    expect.stringMatching(/^students\tСтус Василь\tvasyl\.stus2\t[\w-]{10,}$/),
  ]);
  expect(complained.at(-1)).toBe(`${config.baseUrl}/recovery/access-code`);
  expect(await codes({})).toBe(0);
  expect(said).toEqual([]);
  expect(await codes({}, '--renew')).toBe(0);
  expect(said).toHaveLength(1);
  expect(await runImport(['codes', crypto.randomUUID()], read, folder, 'root')).toBe(1);
});
