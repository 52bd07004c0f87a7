// The memory of a process that reads 100 000 rows: it does not grow with the file.

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

test('100 000 rows need less than 100 MB', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const [count, rejected, megabytes] = JSON.parse(stdout);
  expect([count, rejected]).toEqual([100_000, 0]);
  expect(megabytes).toBeLessThan(100);
});
