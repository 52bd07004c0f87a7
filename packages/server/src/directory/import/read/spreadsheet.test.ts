// Reading .xlsx files: values of every type, rows that are rejected, and files that would need too much memory or lead elsewhere.

import { describe, expect, test } from 'vitest';
import {
  sheetXml,
  spreadsheetOf,
  spreadsheetParts,
  zipOf,
} from '../../../../test/support/spreadsheets.ts';
import { ImportFileError } from '../reasons.ts';
import { type ReadOptions, readTable } from './read-rows.ts';

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function read(bytes: Uint8Array, options?: ReadOptions) {
  const table = await readTable(once(bytes), options);
  const rows: (string[] | string)[] = [];
  for await (const row of table.rows)
    rows.push(
      'cells' in row ? [`${row.row}`, ...row.cells.values()] : `${row.row} ${row.rejected}`,
    );
  return rows;
}

async function refusal(bytes: Uint8Array, options?: ReadOptions) {
  try {
    await read(bytes, options);
  } catch (error) {
    if (error instanceof ImportFileError) return error.reason;
    throw error;
  }
  return undefined;
}

const number = (value: string) => ({ xml: `><v>${value}</v>` });
const date = (value: string) => ({ xml: `s="1"><v>${value}</v>` });
const formula = (value: string) => ({ xml: `t="str"><f>A1&amp;"x"</f><v>${value}</v>` });

describe('values', () => {
  test('texts, numbers, dates, truth values and results of formulas', async () => {
    const file = spreadsheetOf({
      Аркуш1: sheetXml([
        ['ПІБ', 'РНОКПП', 'Дата', 'Так', 'Формула'],
        [
          ' Франко Іван ',
          number('318471069'),
          date('46266'),
          { xml: 't="b"><v>1</v>' },
          formula('ok'),
        ],
        ["'=1+1", number('3.18471069E9'), date('46266.5'), '', number('0.1')],
      ]),
    });
    expect(await read(file)).toEqual([
      ['2', ' Франко Іван ', '318471069', '2026-09-01', 'true', 'ok'],
      ['3', '=1+1', '3184710690', '2026-09-01T12:00:00.000Z', '', '0.1'],
    ]);
  });

  test('rows keep their numbers; empty ones are skipped', async () => {
    const rows = [undefined, ['a', 'b'], undefined, ['1', ''], ['', ''], ['', '2']];
    expect(await read(spreadsheetOf({ s: sheetXml(rows) }))).toEqual([
      ['4', '1', ''],
      ['6', '', '2'],
    ]);
  });

  test('a title above the header is skipped', async () => {
    const rows = [['Список студентів'], undefined, ['станом на 1 вересня'], ['a', 'b'], ['1', '2']];
    expect(await read(spreadsheetOf({ s: sheetXml(rows) }))).toEqual([['5', '1', '2']]);
  });

  test('the first sheet, or the one that is named', async () => {
    const file = spreadsheetOf({
      перший: sheetXml([['a'], ['1']]),
      другий: sheetXml([['b'], ['2']]),
    });
    expect(await read(file)).toEqual([['2', '1']]);
    expect(await read(file, { sheet: 'другий' })).toEqual([['2', '2']]);
    await expect(read(file, { sheet: 'третій' })).rejects.toMatchObject({
      reason: 'unknown-sheet',
      place: { sheet: 'третій', sheets: ['перший', 'другий'] },
    });
  });

  test.each([
    ['a value that could not be calculated', { xml: 't="e"><v>#REF!</v>' }, 'error-value'],
    ['a text that is a formula', '=HYPERLINK("http://example.com")', 'formula'],
    ['a long text', 'x'.repeat(4097), 'cell-too-long'],
    ['a control character', { xml: 't="str"><v>a_x0007_b</v>' }, 'control-character'],
  ])('%s rejects the row', async (_, cell, reason) => {
    const file = spreadsheetOf({ s: sheetXml([['a'], ['1'], [cell], ['3']]) });
    expect(await read(file)).toEqual([['2', '1'], `3 ${reason}`, ['4', '3']]);
  });

  test('a cell beyond the header rejects the row', async () => {
    const rows = [
      ['a', 'b'],
      ['1', '2', '3'],
      ['4', '5'],
    ];
    expect(await read(spreadsheetOf({ s: sheetXml(rows) }))).toEqual([
      '2 too-many-cells',
      ['3', '4', '5'],
    ]);
  });
});

describe('files that are refused', () => {
  const sheet = sheetXml([['a'], ['1']]);
  const parts = Object.entries(spreadsheetParts({ s: sheet }));
  const withPart = (name: string, content: string) => zipOf([...parts, [name, content]]);
  const withSheet = (xml: string) => spreadsheetOf({ s: xml });
  const sharedStringsType =
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  const attributes = (count: number) =>
    Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
  const doctype = '<!DOCTYPE worksheet [<!ENTITY a "b">]>';

  test.each<[string, Buffer, string]>([
    ['another archive', zipOf([['content.xml', '<a/>']]), 'unknown-format'],
    ['a truncated archive', zipOf(parts).subarray(0, 300), 'spreadsheet-damaged'],
    ['a wrong checksum', zipOf(parts, { crc: 1 }), 'spreadsheet-damaged'],
    ['an encrypted one', zipOf(parts, { flags: 1 }), 'spreadsheet-encrypted'],
    ['entries with one name', zipOf([...parts, ...parts.slice(0, 1)]), 'spreadsheet-damaged'],
    [
      'values of another file',
      withPart('xl/externalLinks/externalLink1.xml', '<a/>'),
      'spreadsheet-external-reference',
    ],
    [
      'a connection to a database',
      withPart('xl/connections.xml', '<a/>'),
      'spreadsheet-external-reference',
    ],
    [
      'many sheets',
      spreadsheetOf(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`s${n}`, sheet]))),
      'too-many-sheets',
    ],
    [
      'a DTD',
      withSheet(sheet.replace('<worksheet', `${doctype}<worksheet`)),
      'spreadsheet-damaged',
    ],
    ['broken XML', withSheet(sheet.slice(0, -5)), 'spreadsheet-damaged'],
    [
      'a far row',
      withSheet(sheet.replace('"2"', '"1048576"').replace('A2', 'A1048576')),
      'too-many-rows',
    ],
    [
      'a cell of another row',
      withSheet(sheet.replace('"A2"', '"A1048576"')),
      'spreadsheet-damaged',
    ],
    [
      'a far cell in a row without a number',
      withSheet(sheet.replace('<row r="2"><c r="A2"', '<row><c r="A1048576"')),
      'too-many-rows',
    ],
    ['a far column', withSheet(sheet.replace('"A2"', '"XFD2"')), 'too-many-columns'],
    [
      'a second address of a cell',
      withSheet(sheet.replace('r="A2"', 'r="A2" x:r="XFD2"')),
      'spreadsheet-damaged',
    ],
    ['a row that is no number', withSheet(sheet.replaceAll('"2"', '"1e9"')), 'spreadsheet-damaged'],
    [
      'rows in no order',
      withSheet(sheetXml([['a'], ['1'], ['2']]).replace('r="3"', 'r="1"')),
      'spreadsheet-damaged',
    ],
    [
      'a second number of a row',
      withSheet(sheet.replace('<row r="2"', '<row r="2" x:r="1048576"')),
      'spreadsheet-damaged',
    ],
    ['no cells', withSheet(sheetXml([])), 'empty-file'],
    ['an empty header', withSheet(sheetXml([['a', '', 'c']])), 'empty-header'],
    ['a duplicate header', withSheet(sheetXml([['a', 'A']])), 'duplicate-header'],
  ])('%s', async (_, file, reason) => expect(await refusal(file)).toBe(reason));

  test('more than 20 000 rows, or a million cells', async () => {
    const rows = (count: number) =>
      sheetXml([['a'], ...Array.from({ length: count }, () => ['1'])]);
    const all = await read(withSheet(rows(20_000)));
    expect(all.length).toBe(20_000);
    expect(await refusal(withSheet(rows(20_001)))).toBe('too-many-rows');
    const limits = { maxSheetCells: 3 };
    expect(await refusal(spreadsheetOf({ a: sheet, b: sheet }), { limits })).toBe(
      'too-many-cells-in-file',
    );
  });

  test('more elements than a table needs, with or without a prefix', async () => {
    const maxElementsByName = new Map([
      ['si', 2],
      ['xf', 2],
      ['mergeCell', 2],
    ]);
    const limits = { maxElementsByName, maxElements: 30, maxDepth: 8 };
    const shared = (inner: string) => withPart('xl/sharedStrings.xml', `<sst>${inner}</sst>`);
    const marked = (inner: string) => withSheet(sheet.replace('</sheetData>', `$&${inner}`));
    expect(await refusal(shared('<si/><si/>'), { limits })).toBeUndefined();
    for (const hostile of [
      shared('<si/><si/><si/>'),
      shared('<x:si/><x:si/><x:si/>'),
      marked('<mergeCell/>'.repeat(3)),
      marked('<a>'.repeat(8)),
      marked('<a/>'.repeat(25)),
      withSheet(sheet.replace('<row r="2"', `<row ${attributes(101)} r="2"`)),
    ])
      expect(await refusal(hostile, { limits })).toBe('spreadsheet-too-large');
  });

  test('a long format of numbers, which the library would search for hours', async () => {
    const styles = (format: string) =>
      `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts></styleSheet>`;
    const file = (format: string) =>
      zipOf([
        ...parts.filter(([name]) => name !== 'xl/styles.xml'),
        ['xl/styles.xml', styles(format)],
      ]);
    expect(await refusal(file('dd.mm.yyyy'))).toBeUndefined();
    expect(await refusal(file('['.repeat(513)))).toBe('spreadsheet-too-large');
  });

  test('rows without a number and without cells count', async () => {
    const empty = sheet.replace('</sheetData>', `${'<row/>'.repeat(20_000)}</sheetData>`);
    expect(await refusal(withSheet(empty))).toBe('too-many-rows');
  });

  test('cells that share a long blank text', async () => {
    const shared = Object.entries({
      ...spreadsheetParts({
        s: sheetXml([['a'], ...Array.from({ length: 20_000 }, () => [{ xml: 't="s"><v>0</v>' }])]),
      }),
      'xl/sharedStrings.xml': `<sst><si><t xml:space="preserve">${' '.repeat(20_000_000)}</t></si></sst>`,
    }).map(([name, content]): [string, string] => [
      name,
      name.endsWith('.rels')
        ? content.replace(
            '</Relationships>',
            `<Relationship Id="t" Type="${sharedStringsType}" Target="sharedStrings.xml"/>$&`,
          )
        : content,
    ]);
    const rows = await read(zipOf(shared));
    expect([rows.length, rows[0]]).toEqual([20_000, '2 cell-too-long']);
  });

  test('an archive that says how much it unpacks to', async () => {
    const bomb: [string, Buffer] = ['xl/media/image1.png', Buffer.alloc(65 * 1024 * 1024)];
    expect(await refusal(zipOf([...parts, bomb]))).toBe('spreadsheet-too-large');
  });

  test('an archive that unpacks to more than it says', async () => {
    const text = sheet.replace('</sheetData>', `</sheetData>${' '.repeat(10_000_000)}`);
    // the long part comes first: the claim is of all parts
    const claimed = zipOf(Object.entries(spreadsheetParts({ s: text })).reverse(), {
      unpackedBytes: 500,
    });
    await expect(read(claimed)).rejects.toMatchObject({
      reason: 'spreadsheet-damaged',
      // it ended before the rest was unpacked
      cause: { code: 'ERR_BUFFER_TOO_LARGE' },
    });
  });

  test('any damage of the archive is a reason, not a crash', async () => {
    const file = zipOf(parts);
    for (let at = 0; at < file.length; at += 1) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await refusal(damaged);
    }
  });
});
