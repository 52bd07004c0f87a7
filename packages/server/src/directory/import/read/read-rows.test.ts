// Reading files of every format, encoding and separator: what is read, which rows are rejected, and which files are refused.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteOrderMark, csvLine } from '../../../admin/csv.ts';
import { ImportFileError } from '../reasons.ts';
import { type ReadOptions, readTable } from './read-rows.ts';

async function* readRows(source: AsyncIterable<Uint8Array>, options: ReadOptions = {}) {
  yield* (await readTable(source, options)).rows;
}

type Given = string | Uint8Array;

async function* partsOf(given: readonly Given[]): AsyncGenerator<Uint8Array> {
  for (const part of given) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** Returns the values of a row, or why it is rejected. */
async function read(given: Given | readonly Given[], options?: ReadOptions) {
  const parts = Array.isArray(given) ? given : [given];
  const rows: (string[] | string)[] = [];
  for await (const row of readRows(partsOf(parts), options))
    rows.push(
      'cells' in row ? [`${row.row}`, ...row.cells.values()] : `${row.row} ${row.rejected}`,
    );
  return rows;
}

const refusal = async (given: Given | readonly Given[], options?: ReadOptions) => {
  try {
    await read(given, options);
  } catch (error) {
    if (error instanceof ImportFileError) return [error.reason, error.row, error.column];
    throw error;
  }
  return undefined;
};

const alphabet1251 =
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';

/** Returns the text in Windows-1251. */
const windows1251 = (text: string) =>
  Buffer.from(
    [...text].map((character) => {
      const index = alphabet1251.indexOf(character);
      return index === -1 ? character.charCodeAt(0) : 128 + index;
    }),
  );

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

const small = 'ПІБ,Група\r\nҐалаґан Їжакевич,ІО-21\r\n';
const smallRows = [['2', 'Ґалаґан Їжакевич', 'ІО-21']];

test.each([
  ['as Excel writes it', 'Список студентів;;\n;;\nКод;ПІБ;Група\n1;Їжак Ярина;ІО-21\n'],
  ['alone in its line', 'Список студентів\n\nКод;ПІБ;Група\n1;Їжак Ярина;ІО-21\n'],
  [
    'of several cells',
    'Факультет;ІПСА;\nСтаном на;01.09.2026;\nID особи;ПІБ;Група\n1;Їжак Ярина;ІО-21\n',
  ],
])('a title above the header is skipped: %s', async (_, text) => {
  expect(await read(text)).toEqual([['4', '1', 'Їжак Ярина', 'ІО-21']]);
});

test('an unknown header stays one above rows that name a column', async () => {
  expect(await read('Код1;Хто;Роль\n1;Їжак;Студент\n')).toEqual([['2', '1', 'Їжак', 'Студент']]);
});

describe('encodings', () => {
  test.each([
    ['UTF-8', small],
    ['UTF-8 with a mark', `\u{feff}${small}`],
    ['Windows-1251', windows1251(small)],
    ['UTF-16LE with a mark', utf16le(`\u{feff}${small}`)],
    ['UTF-16BE with a mark', utf16be(`\u{feff}${small}`)],
    ['UTF-16LE without a mark', utf16le(small)],
    ['UTF-16BE without a mark', utf16be(small)],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(smallRows);
    const table = await readTable(partsOf([bytes]));
    expect([table.format, table.headers]).toEqual(['separated', ['ПІБ', 'Група']]);
  });

  test('a file whose first lines are ASCII is decided by the first others', async () => {
    const many = `name\n${'abcdefghijklmnopqrstuvwxyz\n'.repeat(10_000)}`;
    const rows = await read([many, windows1251('Ярина Їжак\nОлег Щур\n')]);
    expect(rows.slice(-2)).toEqual([
      ['10002', 'Ярина Їжак'],
      ['10003', 'Олег Щур'],
    ]);
  });

  test('parts may end within a character and within a line end', async () => {
    const bytes = Buffer.from(small);
    expect(await read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(smallRows);
    const wide = utf16le(`\u{feff}${small}`);
    expect(await read([...wide].map((byte) => Buffer.of(byte)))).toEqual(smallRows);
  });

  test('a line in another encoding is rejected, and the others are read', async () => {
    const inUtf8 = Buffer.concat([
      Buffer.from('name\nІван Франко\nЛеся Українка\n'),
      windows1251('Ґалаґан\n'),
      Buffer.from('Ольга\n'),
    ]);
    expect(await read(inUtf8)).toEqual([
      ['2', 'Іван Франко'],
      ['3', 'Леся Українка'],
      '4 invalid-encoding',
      ['5', 'Ольга'],
    ]);
    const in1251 = Buffer.concat([
      windows1251('name\nІван Франко\nЛеся Українка\n'),
      Buffer.from('Ґалаґан\n'),
      windows1251('РІ\n'),
    ]);
    expect(await read(in1251)).toEqual([
      ['2', 'Іван Франко'],
      ['3', 'Леся Українка'],
      '4 mixed-encodings',
      ['5', 'РІ'],
    ]);
  });

  test('half a pair of UTF-16 is rejected', async () => {
    expect(await read(utf16le('\u{feff}a,b\nx,\u{d800}\ny,z\n'))).toEqual([
      '2 invalid-encoding',
      ['3', 'y', 'z'],
    ]);
  });

  test('KOI8-U and code page 866 are refused, not read as Windows-1251', async () => {
    // «Шевченко Тарас Григорович», twice
    const koi8 = Buffer.from('fbc5d7dec5cecbcf20f4c1d2c1d320e7d2c9c7cfd2cfd7c9de', 'hex');
    const dos = Buffer.from('98a5a2e7a5adaaae2092a0e0a0e1208fa0a2ab', 'hex');
    for (const name of [koi8, dos])
      expect(await refusal([Buffer.from('name\n'), name, Buffer.from('\n')])).toEqual([
        'unknown-encoding',
        undefined,
        undefined,
      ]);
  });
});

describe('separators and lines', () => {
  test.each([
    ['comma', 'a,b\n1;2,3\n', ['2', '1;2', '3']],
    ['semicolon', 'Прізвище, ім’я;Група\nФранко, Іван;1\n', ['2', 'Франко, Іван', '1']],
    ['tab', 'a\tb\n1,5\t2\n', ['2', '1,5', '2']],
    ['bar', 'a|b\n1|2\n', ['2', '1', '2']],
    ['none', 'a\n1\n', ['2', '1']],
    ['given by Excel', 'sep=;\na;b\n1;2\n', ['3', '1', '2']],
    ['in quotes', '"a;a;a",b\n1,2\n', ['2', '1', '2']],
    ['lines of an old Mac', 'a,b\r1,2\r', ['2', '1', '2']],
    ['no end of the last line', 'a,b\n1,2', ['2', '1', '2']],
  ])('%s', async (_, text, row) => expect(await read(text)).toEqual([row]));

  test.each([
    ['fewer cells', 'a,b\n1,2\n3', '3 incomplete-last-row'],
    ['an open quote', 'a,b\n1,2\n3,"x', '3 incomplete-last-row'],
    ['JSON Lines', '{"a":"1"}\n{"a":', '2 incomplete-last-row'],
    ['with an end of the line', 'a,b\n1,2\n3\n', '3 too-few-cells'],
  ])('a last row that is cut: %s', async (_, text, row) => {
    expect((await read(text)).at(-1)).toEqual(row);
  });

  test('rows are counted as a spreadsheet does', async () => {
    expect(await read('\na,b\n"1\n\n1",2\n\n , \n3,4\n5\n')).toEqual([
      ['3', '1\n\n1', '2'],
      ['6', '3', '4'],
      '7 too-few-cells',
    ]);
  });
});

describe('quotes', () => {
  test('a quote without an end costs its own line', async () => {
    expect(await read('a,b\n1,"2\n3,4\n"5","6"\n7,8\n')).toEqual([
      '2 unbalanced-quotes',
      ['3', '3', '4'],
      ['4', '5', '6'],
      ['5', '7', '8'],
    ]);
    expect(await read('a,b\n1,"2\n3,4\n5,""\n')).toEqual([
      '2 unbalanced-quotes',
      ['3', '3', '4'],
      ['4', '5', ''],
    ]);
  });

  test.each(['x"y,2', '"x"y,2', '"x" ,2', 'x,"""', '""x,2'])('%s is rejected', async (line) => {
    expect(await read(`a,b\n${line}\n3,4\n`)).toEqual(['2 unbalanced-quotes', ['3', '3', '4']]);
  });

  test('rows within a long quoted cell are never rows of the file', async () => {
    const hidden = `x\n${'3,4\n'.repeat(100_000)}`;
    expect(await read(`a,b\n1,"${hidden}"\n5,6\n`)).toEqual(['2 cell-too-long', ['3', '5', '6']]);
  });

  test('thousands of open quotes take little time', async () => {
    const lines = `${'1,"2\n'.repeat(20_001)}${'3,""\n'.repeat(20_000)}`;
    const rows = await read(`a,b\n${lines}`);
    expect(rows.filter((row) => typeof row === 'object').length).toBeGreaterThanOrEqual(20_000);
  }, 10_000);
});

describe('files that are refused', () => {
  test.each<[string, Given, unknown[]]>([
    ['an empty file', '', ['empty-file', undefined, undefined]],
    ['only blank lines', '\n\n', ['empty-file', undefined, undefined]],
    ['a mark alone', '\u{feff}', ['empty-file', undefined, undefined]],
    ['an empty header', 'a,,c\n', ['empty-header', 1, 2]],
    ['a duplicate header', 'E-mail,a,e-mail\n', ['duplicate-header', 1, 3]],
    ['headers that differ in the apostrophe', "Ім'я,Ім’я\n", ['duplicate-header', 1, 2]],
    ['no header row', 'Франко,3184710691\n', ['missing-header', 1, 2]],
    ['an address as header', 'i.franko@example.edu,a\n', ['missing-header', 1, 1]],
    ['a line break in a header', '"a\nb",c\n', undefined as never],
    ['a control character in a header', 'a\u{1},c\n', ['invalid-header', 1, undefined]],
    [
      'too many columns',
      `${Array.from({ length: 257 }, (_, n) => `c${n}`).join()}\n`,
      ['too-many-columns', 1, undefined],
    ],
    [
      'an old spreadsheet',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      ['old-spreadsheet', undefined, undefined],
    ],
    ['a PDF', '%PDF-1.7\n', ['unknown-format', undefined, undefined]],
    ['HTML', '<html><table>', ['unknown-format', undefined, undefined]],
    ['a JSON array', '[{"a":1}]', ['unknown-format', undefined, undefined]],
  ])('%s', async (_, given, expected) => expect(await refusal(given)).toEqual(expected));

  test('more bytes than the limit, without reading on', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.from('a,b12345\n\n'.repeat(10_000));
      }
    }
    const read = async () => {
      for await (const _ of readRows(endless(), { limits: { maxFileBytes: 1_000_000 } }));
    };
    await expect(read()).rejects.toMatchObject({ reason: 'file-too-large' });
    expect(given).toBe(11);
  });

  test.each([
    ['a,b\n1,2\n\n3\n5,6\n7,8\n', 6],
    ['{"a":"1"}\n{"a":true}\n{"a":"3"}\n{"a":"4"}\n', 4],
  ])('more rows than the limit: %j', async (text, row) => {
    const tooMany = ['too-many-rows-in-file', row, undefined];
    expect(await refusal(text, { limits: { maxRows: 3 } })).toEqual(tooMany);
    expect(await refusal(text, { limits: { maxRows: 4 } })).toBeUndefined();
  });

  test('a quote without an end, with more lines than are kept', async () => {
    const text = `a,b\n1,2\n3,"4\n${'5,6\n'.repeat(20)}`;
    expect((await read(text)).length).toBe(22);
    for (const limits of [{ maxQuotedLines: 20 }, { maxLineBytes: 80 }])
      expect(await refusal(text, { limits })).toEqual(['quote-without-end', 3, undefined]);
  });

  test('a line without an end', async () => {
    const part = 'x'.repeat(1_000_000);
    expect(
      await refusal(['a\n', ...Array.from({ length: 4 }, () => part)], {
        limits: { maxLineBytes: 2_000_000 },
      }),
    ).toEqual(['line-too-long', undefined, undefined]);
  });
});

describe('JSON Lines', () => {
  test('keys are headers; null is empty; a missing key is no cell', async () => {
    const lines = ['{"a":"=x","b":null,"c":1.5}', '', '{"a":"y","c":true}', '{"a":"z","d":"new"}'];
    expect(await read(lines.join('\n'))).toEqual([
      ['1', '=x', '', '1.5'],
      ['3', 'y', 'true'],
      ['4', 'z', 'new'],
    ]);
  });

  test.each([
    ['{"a":1', 'invalid-json'],
    ['[1]', 'invalid-json'],
    ['null', 'invalid-json'],
    ['{"a":["x"]}', 'not-a-text'],
    ['{"a":{"b":1}}', 'not-a-text'],
    ['{"a":1,"a":2}', 'duplicate-key'],
    ['{"a":1,"a ":2}', 'duplicate-key'],
    ['{"a":"\\u0000"}', 'nul-character'],
    ['{"a":"\\u0007"}', 'control-character'],
    ['{"a":"\\ud800"}', 'invalid-encoding'],
    [`{"a":"${'x'.repeat(5000)}"}`, 'cell-too-long'],
  ])('%.40s', async (line, reason) => {
    expect(await read(`{"a":"1"}\n${line}\n{"a":"3"}`)).toEqual([
      ['1', '1'],
      `2 ${reason}`,
      ['3', '3'],
    ]);
  });

  test('rejected lines before the first that is read', async () => {
    expect(await read('{"a":[]}\n{"a":"2"}\n')).toEqual(['1 not-a-text', ['2', '2']]);
    expect(await refusal('{"a":[]}\n')).toEqual(['missing-header', undefined, undefined]);
  });
});

describe('the export', () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((text) => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, ''));
  const nasty = fc.constantFrom("'=x", '=x', '-', "''", 'a;=b', 'a\n=b', '"', 'a\r\nb', '\t', ' ');

  test('what the export has written is read as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constant('id'), fc.oneof(cell, nasty)), { maxLength: 8 }),
        async (rows) => {
          const text = byteOrderMark + [['id', 'name'], ...rows].map(csvLine).join('');
          expect(await read(text)).toEqual(rows.map((row, index) => [`${index + 2}`, ...row]));
        },
      ),
    );
  });

  test('any bytes are read or refused with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, isText) => {
        const given = isText ? [Buffer.from('a,b\n1,2\n'), bytes] : [bytes];
        const rows = await refusal(given);
        if (rows === undefined) expect(Array.isArray(await read(given))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
