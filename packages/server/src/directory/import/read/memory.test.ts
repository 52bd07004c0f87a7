// The memory of a process that reads 100 000 rows, or a spreadsheet made to need much: it does not grow with the file.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = `
import { readTable } from ${JSON.stringify(join(import.meta.dirname, 'read-rows.ts'))};
async function* source(rows) {
  let text = '№;Прізвище;Ім’я;Факультет;Група;Пошта;РНОКПП;Дата;Примітка\\r\\n';
  for (let n = 0; n < rows; n += 1) {
    text += n + ';Заболотна;"Олександра ""Леся""";ФІОТ;ІО-' + (n % 90) + ';user' + n + '@example.edu;' + (1e9 + n) + ';01.09.2026;' + 'примітка '.repeat(4) + '\\r\\n';
    if (text.length > 65536) { yield Buffer.from(text); text = ''; }
  }
  yield Buffer.from(text);
}
async function read(rows) {
  let [count, rejected, rss] = [0, 0, 0];
  for await (const row of (await readTable(source(rows))).rows) {
    count += 1;
    if ('rejected' in row) rejected += 1;
    if (count % 1000 === 0) rss = Math.max(rss, process.memoryUsage.rss());
  }
  return { count, rejected, rss };
}
await read(1);
const before = process.memoryUsage.rss();
const { count, rejected, rss } = await read(100_000);
console.log(JSON.stringify([count, rejected, (rss - before) / 1e6]));
`;

const hostile = `
import { readSpreadsheet } from ${JSON.stringify(join(import.meta.dirname, 'spreadsheet.ts'))};
import { readLimits } from ${JSON.stringify(join(import.meta.dirname, 'limits.ts'))};
import { sheetXml, spreadsheetParts, zipOf } from ${JSON.stringify(join(import.meta.dirname, '../../../../test/support/spreadsheets.ts'))};
const sheet = sheetXml([['a'], ['1']]);
const filled = (element) => element.repeat(Math.floor(60e6 / element.length));
const inSheet = (element) => ({ s: sheet.replace('</sheetData>', '</sheetData>' + filled(element)) });
const files = [
  () => ({ ...spreadsheetParts({ s: sheet }), 'xl/sharedStrings.xml': '<sst>' + filled('<si/>') + '</sst>' }),
  () => ({ ...spreadsheetParts({ s: sheet }), 'xl/styles.xml': '<styleSheet><cellXfs>' + filled('<xf/>') + '</cellXfs></styleSheet>' }),
  () => spreadsheetParts(inSheet('<mergeCell/>')),
  () => spreadsheetParts(inSheet('<hyperlink/>')),
  () => spreadsheetParts(inSheet('<a>')),
];
const refused = [];
for (const file of files) {
  const archive = zipOf(Object.entries(file()));
  globalThis.gc();
  const before = process.resourceUsage().maxRSS;
  const reason = await readSpreadsheet(archive, {}, readLimits).catch((error) => error.reason);
  refused.push([archive.length < 1e6, reason, (process.resourceUsage().maxRSS - before) / 1e3]);
}
console.log(JSON.stringify(refused));
`;

test('a small archive with millions of elements needs less than 200 MB', { tags: ['long'] }, () => {
  const options = ['--expose-gc', '--input-type=module', '-e', hostile];
  const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const refused: [boolean, string, number][] = JSON.parse(stdout);
  expect(refused).toHaveLength(5);
  for (const [isSmall, reason, megabytes] of refused) {
    expect([isSmall, reason]).toEqual([true, 'spreadsheet-too-large']);
    expect(megabytes).toBeLessThan(200);
  }
});

test('100 000 rows need less than 100 MB', { tags: ['long'] }, () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const [count, rejected, megabytes] = JSON.parse(stdout);
  expect([count, rejected]).toEqual([100_000, 0]);
  expect(megabytes).toBeLessThan(100);
});
