// Files with users, and responses of the state register: any bytes are rows or a known error.

import fc from 'fast-check';
import { EdeboError } from '../../src/directory/import/edebo/edebo-error.ts';
import {
  cardFields,
  readFields,
  staffFields,
  studentFields,
} from '../../src/directory/import/edebo/fields.ts';
import { rowsIn, tokenIn } from '../../src/directory/import/edebo/reply.ts';
import { fromRow } from '../../src/directory/import/mapping/from-row.ts';
import { guessMapping } from '../../src/directory/import/mapping/guess-mapping.ts';
import { readTable } from '../../src/directory/import/read/read-rows.ts';
import { ImportFileError } from '../../src/directory/import/reasons.ts';
import { sheetXml, spreadsheetOf } from '../support/spreadsheets.ts';
import { damaged, json, text } from './input.ts';
import { type Target, target } from './target.ts';

const headers = ['ID особи', 'ПІБ', 'Пошта', 'РНОКПП', 'Факультет', 'Дійсний до'];
const people = [
  ['101', 'Їжак-Ґалаґан Ярина', 'yizhak@campus.example', '3184710691', 'ІПСА', '2030-06-30'],
  ['102', "Згурський Дем'ян", '', '', 'ФПМ', '30.06.2030'],
];
const table = [headers, ...people].map((cells) => cells.join(';')).join('\n');
const jsonLines = people
  .map((cells) => JSON.stringify(Object.fromEntries(headers.map((name, at) => [name, cells[at]]))))
  .join('\n');

const sheet = sheetXml([['Список'], headers, ...people]);

/** Lines of cells that are hard to divide, below a header that is perhaps sound. */
const lines = fc
  .tuple(
    fc.option(fc.constantFrom(headers.join(';'), 'ПІБ,ID', 'a\tb', 'sep=,')),
    fc.constantFrom(';', ',', '\t', '|'),
    fc.array(fc.array(fc.oneof(text, fc.constantFrom('"', '""', '"x', 'x"')), { maxLength: 8 }), {
      maxLength: 8,
    }),
  )
  .map(([header, separator, rows]) =>
    Buffer.from([header ?? '', ...rows.map((cells) => cells.join(separator))].join('\n')),
  );

async function readUsers(bytes: Uint8Array) {
  async function* parts() {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  try {
    const read = await readTable(parts());
    const { mapping } = guessMapping(read.headers);
    for await (const row of read.rows)
      if (mapping && 'cells' in row) fromRow(mapping, row.cells, { checksDigit: true });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
  }
}

const someRow = fc.dictionary(
  fc.oneof(fc.constantFrom('personId', 'PersonId', 'lastName', 'educationId', 'rnokpp'), text),
  fc.oneof(json, text),
  { maxKeys: 6 },
);

function readReply(status: number, body: Buffer) {
  for (const read of [rowsIn, tokenIn])
    try {
      read({ status, body });
    } catch (error) {
      if (!(error instanceof EdeboError)) throw error;
    }
}

export const fileTargets: Target[] = [
  target('tables of users', fc.oneof(lines, damaged(Buffer.from(table))), readUsers),
  target(
    'tables of users in other encodings',
    damaged(Buffer.from(`\ufeff${table}`, 'utf16le')),
    readUsers,
  ),
  target('lines of JSON of users', damaged(Buffer.from(jsonLines)), readUsers),
  target(
    'spreadsheets of users',
    fc.oneof(
      damaged(spreadsheetOf({ Студенти: sheet })),
      damaged(Buffer.from(sheet)).map((xml) => spreadsheetOf({ Студенти: xml.toString('utf8') })),
    ),
    readUsers,
  ),
  target(
    'responses of the state register',
    fc.tuple(
      fc.constantFrom(200, 204, 301, 400, 401, 403, 429, 500, 502),
      fc.oneof(
        text,
        json.map((one) => JSON.stringify(one)),
      ),
    ),
    ([status, body]) => readReply(status, Buffer.from(body)),
  ),
  target('rows of the state register', fc.oneof(json, someRow), (row) => {
    for (const fields of [studentFields, cardFields, staffFields]) readFields(fields, row);
  }),
];
