// One file with more than sixty kinds of wrong rows, each between two right ones. Every wrong row is rejected with its reason. Every right
// one is read.

import { fieldReasons, fileReasons, rowReasons } from '@brama/contract/admin/imports/codes';
import { expect, test } from 'vitest';
import { taxIdFrom } from '../../../test/support/tax-ids.ts';
import { fileRows } from './file-rows.ts';
import { DuplicateFinder, type Identity } from './mapping/duplicates.ts';
import { fromRow } from './mapping/from-row.ts';
import { mappingSchema, resolveColumns } from './mapping/mapping.ts';
import { readTable } from './read/read-rows.ts';

const mapping = mappingSchema.parse({
  version: 1,
  username: { column: 'login' },
  fields: {
    externalId: 'id',
    fullName: 'name',
    fullNameEn: 'latin',
    email: 'email',
    taxId: 'tax',
    groups: { column: 'faculty', values: { ФІОТ: ['students.fiot'] } },
    validFrom: 'from',
    validUntil: 'until',
  },
});
const headers = ['id', 'login', 'name', 'latin', 'email', 'tax', 'faculty', 'from', 'until'];
type Cells = Partial<Record<(typeof headers)[number], string>>;

let next = 0;

/** Returns the cells of a new person. */
function person(): Required<Cells> {
  next += 1;
  return {
    id: `S${next}`,
    login: `user${next}`,
    name: 'Іваненко Іван',
    latin: '',
    email: `user${next}@example.edu`,
    tax: taxIdFrom(300_000_000 + next),
    faculty: 'ФІОТ',
    from: '01.09.2026',
    until: '2027-06-30',
  };
}

const lineOf = (cells: Cells) => headers.map((header) => cells[header] ?? '').join(',');
const rowWith = (cells: Cells) => lineOf(Object.assign(person(), cells));
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
/** Of a person in whose line one text is replaced by bytes. */
function withBytes(bytes: string): Buffer {
  const [before = '', after = ''] = rowWith({ name: '@@' }).split('@@');
  return Buffer.concat([Buffer.from(before), bytesOf(bytes), Buffer.from(after)]);
}

const good = taxIdFrom(311_111_111);
const wrongDigit = `${good.slice(0, 9)}${(Number(good[9]) + 1) % 10}`;
const exchanged = `${good.slice(0, 8)}${good[9]}${good[8]}`;

/** What the file has, and the reason for the row. */
const hostile: [kind: string, line: string | Buffer, reason: string][] = [
  ['NUL', rowWith({ name: 'Іван\0' }), 'nul-character'],
  ['a bell', rowWith({ name: 'Іван\u{7}' }), 'control-character'],
  ['an escape sequence', rowWith({ name: '\u{1b}[31mІван' }), 'control-character'],
  ['DEL', rowWith({ email: 'a\u{7f}@example.edu' }), 'control-character'],
  ['a C1 character', rowWith({ name: 'Іван\u{85}' }), 'control-character'],
  ['a form feed', rowWith({ name: 'Іван\f' }), 'control-character'],
  ['Windows-1251', withBytes('\xb2\xe2\xe0\xed'), 'invalid-encoding'],
  ['code page 866', withBytes('\x98\xa5\xa2\xe7'), 'invalid-encoding'],
  ['Latin-1', withBytes('Jos\xe9'), 'invalid-encoding'],
  ['half a character', withBytes('\xd0'), 'invalid-encoding'],
  ['an overlong form', withBytes('\xc0\xaf'), 'invalid-encoding'],
  ['a surrogate in UTF-8', withBytes('\xed\xa0\x80'), 'invalid-encoding'],
  ['UTF-16 within UTF-8', withBytes('\x04\x06\x04\x32'), 'control-character'],
  ['a quote within a cell', rowWith({ name: 'Іван"Іваненко' }), 'unbalanced-quotes'],
  ['a quote without an end', rowWith({ name: '"Іван' }), 'unbalanced-quotes'],
  ['a text after a quote', rowWith({ name: '"Іван" Іваненко' }), 'unbalanced-quotes'],
  ['a quote escaped by a backslash', rowWith({ name: '"Іван\\"Іваненко"' }), 'unbalanced-quotes'],
  ['a missing cell', rowWith({}).replace(',ФІОТ', ''), 'too-few-cells'],
  ['one cell', 'Кінець списку', 'too-few-cells'],
  ['one more cell', `${rowWith({})},x`, 'too-many-cells'],
  ['one more empty cell', `${rowWith({})},`, 'too-many-cells'],
  ['a separator in a name', rowWith({ name: 'Іваненко, Іван' }), 'too-many-cells'],
  ['another separator', rowWith({}).replaceAll(',', ';'), 'too-few-cells'],
  ['a long cell', rowWith({ name: 'х'.repeat(2049) }), 'cell-too-long'],
  ['10 MB in a cell', rowWith({ name: 'x'.repeat(10_000_000) }), 'cell-too-long'],
  [
    '10 MB of lines in a cell',
    rowWith({ name: `"${`${'x'.repeat(99)}\n`.repeat(100_000)}"` }),
    'cell-too-long',
  ],
  ['a formula', rowWith({ name: '=1+1' }), 'formula'],
  ['a link', rowWith({ name: '"=HYPERLINK(""http://example.com"")"' }), 'formula'],
  ['a command by DDE', rowWith({ name: "+cmd|' /C calc'!A0" }), 'formula'],
  ['a function', rowWith({ name: '@SUM(A1)' }), 'formula'],
  ['a formula after a tab', rowWith({ name: '"\t=1+1"' }), 'formula'],
  ['no id', rowWith({ id: '' }), 'id missing-value'],
  ['spaces as id', rowWith({ id: '\u{a0} ' }), 'id missing-value'],
  ['an id that a spreadsheet has shortened', rowWith({ id: '1.23E+12' }), 'id invalid-external-id'],
  ['a Cyrillic letter in an id', rowWith({ id: 'S1а2'.replace('1', '') }), 'id mixed-scripts'],
  ['a long id', rowWith({ id: 'x'.repeat(129) }), 'id value-too-long'],
  ['no name', rowWith({ name: '' }), 'name missing-value'],
  ['a Latin letter in a Cyrillic name', rowWith({ name: 'Iваненко Іван' }), 'name mixed-scripts'],
  ['a Cyrillic letter in a Latin name', rowWith({ name: 'Ivаnenko Ivan' }), 'name mixed-scripts'],
  ['a Greek letter in a name', rowWith({ name: 'Іваνенко' }), 'name mixed-scripts'],
  ['an address as name', rowWith({ name: 'ivan@example.edu' }), 'name invalid-name'],
  ['a tag as name', rowWith({ name: 'Іван<script>' }), 'name invalid-name'],
  ['a number as name', rowWith({ name: '12345' }), 'name invalid-name'],
  ['a long name', rowWith({ name: 'x'.repeat(257) }), 'name value-too-long'],
  ['a line break in a name', rowWith({ name: '"Іваненко\nІван"' }), 'name line-break'],
  ['a zero-width space', rowWith({ name: 'Іва\u{200b}ненко' }), 'name invisible-character'],
  ['a change of direction', rowWith({ name: '\u{202e}ненкоаІв' }), 'name invisible-character'],
  [
    'a byte order mark in a name',
    rowWith({ name: '\u{feff}Іваненко' }),
    'name invisible-character',
  ],
  ['a lost character', rowWith({ name: 'Іван\u{fffd}нко' }), 'name damaged-text'],
  ['question marks', rowWith({ name: '???????? ????' }), 'name damaged-text'],
  ['UTF-8 read as Windows-1251', rowWith({ name: 'Р†РІР°РЅ' }), 'name damaged-text'],
  ['Cyrillic as Latin name', rowWith({ latin: 'Іван' }), 'latin invalid-latin-name'],
  ['no address', rowWith({ email: 'ivan' }), 'email invalid-email'],
  ['two addresses', rowWith({ email: 'a@example.edu b@example.edu' }), 'email invalid-email'],
  [
    'a Cyrillic letter in an address',
    rowWith({ email: 'ivаn@example.edu' }),
    'email mixed-scripts',
  ],
  ['a username with a space', rowWith({ login: 'i v' }), 'login invalid-username'],
  ['a Cyrillic letter in a username', rowWith({ login: 'ivаn' }), 'login mixed-scripts'],
  ['a wrong check digit', rowWith({ tax: wrongDigit }), 'tax tax-number-check-digit'],
  ['digits that changed places', rowWith({ tax: exchanged }), 'tax tax-number-check-digit'],
  ['a lost digit', rowWith({ tax: good.slice(1) }), 'tax tax-number-check-digit'],
  ['eleven digits', rowWith({ tax: `${good}0` }), 'tax invalid-tax-number'],
  ['a tax number as amount', rowWith({ tax: '3.18E+09' }), 'tax invalid-tax-number'],
  ['zeros', rowWith({ tax: '0000000000' }), 'tax invalid-tax-number'],
  ['a passport as tax number', rowWith({ tax: 'АА123456' }), 'tax invalid-tax-number'],
  ['digits of another script', rowWith({ tax: '٣١٨٤٧١٠٦٩١' }), 'tax invalid-tax-number'],
  ['30 February', rowWith({ from: '30.02.2026' }), 'from invalid-date'],
  ['month 13', rowWith({ from: '2026-13-01' }), 'from invalid-date'],
  ['an American date', rowWith({ from: '09/01/2026' }), 'from invalid-date'],
  ['a year of two digits', rowWith({ from: '01.09.26' }), 'from invalid-date'],
  ['a day before 1970', rowWith({ from: '01.09.1950' }), 'from invalid-date'],
  ['words as date', rowWith({ until: 'безстроково' }), 'until invalid-date'],
  ['an end before the start', rowWith({ until: '2026-08-31' }), 'until period-reversed'],
  [
    'a faculty that is not in the table',
    rowWith({ faculty: 'Хогвортс' }),
    'faculty value-not-in-table',
  ],
];

const fieldOfHeader: Record<string, string> = {
  externalId: 'id',
  username: 'login',
  fullName: 'name',
  fullNameEn: 'latin',
  taxId: 'tax',
  groups: 'faculty',
  validFrom: 'from',
  validUntil: 'until',
};

const twin = person();
const namesake = person();
const duplicates: [string, string][] = [
  [rowWith({ id: twin['id'] as string }), 'duplicate-external-id'],
  [rowWith({ id: twin['id'] as string }), 'duplicate-external-id'],
  [rowWith({ tax: twin['tax'] as string }), 'duplicate-tax-number'],
  [rowWith({ tax: twin['tax'] as string }), 'duplicate-tax-number'],
  [rowWith({ login: namesake['login'] as string }), 'duplicate-username'],
  [rowWith({ login: `${namesake['login']}`.toUpperCase() }), 'duplicate-username'],
];

async function* fileOf(lines: readonly (string | Buffer)[]) {
  for (const line of lines) yield Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]);
}

type Outcome = { read: number[]; rejected: Map<number, string> };

type Mapped = { read: Identity } | { rejected: string };

async function* mappedRows(lines: readonly (string | Buffer)[]) {
  const table = await readTable(fileOf(lines));
  const resolved = resolveColumns(mapping, table.headers);
  if ('missing' in resolved) throw new Error('columns are missing');
  const mapped = (cells: ReadonlyMap<string, string>): Mapped => {
    const result = fromRow(resolved.mapping, cells, { checksDigit: true });
    if ('rejected' in result)
      return { rejected: `${fieldOfHeader[result.field] ?? result.field} ${result.rejected}` };
    const { externalId, username, taxId } = result.entry;
    return { read: { externalId, username, taxIdHash: taxId } };
  };
  for await (const one of table.rows)
    yield { row: one.row, result: 'rejected' in one ? one : mapped(one.cells) };
}

/** Reads and maps a file as an import does. */
async function importFile(lines: readonly (string | Buffer)[]): Promise<Outcome> {
  const finder = new DuplicateFinder();
  const read = new Set<number>();
  const rejected = new Map<number, string>();
  for await (const { row, result } of mappedRows(lines)) {
    if ('rejected' in result) rejected.set(row, result.rejected);
    else {
      read.add(row);
      finder.add(row, result.read);
    }
  }
  for (const [row, duplicate] of finder.duplicates()) {
    read.delete(row);
    rejected.set(row, duplicate.rejected);
  }
  return { read: [...read], rejected };
}

test('each wrong row is rejected with its reason, and all others are read', async () => {
  const wrong = [...hostile.map(([, line, reason]) => [line, reason] as const), ...duplicates];
  expect(wrong.length).toBeGreaterThanOrEqual(60);
  const lines = [
    `\u{feff}${headers.join()}`,
    rowWith({}),
    ...wrong.flatMap(([line]) => [line, rowWith({})]),
  ];
  const { read, rejected } = await importFile(lines);
  const expected = wrong.map(([, reason], index) => [index * 2 + 3, reason]);
  expect([...rejected].sort(([a], [b]) => a - b)).toEqual(expected);
  expect(read).toEqual([2, ...wrong.map((_, index) => index * 2 + 4)]);
});

test('a row with another wrong cell has the id of its person', async () => {
  const rows = [rowWith({ id: 'S-a', name: '=1+1' }), rowWith({ id: '=2+2' }), 'Кінець списку'];
  const table = await readTable(fileOf([headers.join(), ...rows]));
  const deps = { hashTaxId: (taxId: string) => taxId, checksDigit: false };
  const ids: unknown[] = [];
  for await (const row of fileRows(deps, table, mapping))
    ids.push('rejected' in row && [row.rejected, row.externalId]);
  expect(ids).toEqual([
    ['formula', 'S-a'],
    ['formula', undefined],
    ['too-few-cells', undefined],
  ]);
});

test('reasons are words in kebab-case, each in one list', () => {
  const all: readonly string[] = [...fileReasons, ...rowReasons, ...fieldReasons];
  expect(all.filter((reason) => !/^[a-z]+(-[a-z]+)*$/.test(reason))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  const given = hostile.map(([, , reason]) => reason.split(' ').at(-1) ?? '');
  expect(given.filter((reason) => !all.includes(reason))).toEqual([]);
});
