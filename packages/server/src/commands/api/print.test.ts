import { expect, test } from 'vitest';
import { tableLines } from './print.ts';

test('columns are aligned by the characters that a reader sees', () => {
  const rows = [
    ['i.franko', 'І\u0301ван', null],
    ['о', 'Шевченко Олена', 3],
  ];
  expect(tableLines(['user', 'name', 'n'], rows)).toEqual([
    'USER      NAME            N',
    'i.franko  І\u0301ван            -',
    'о         Шевченко Олена  3',
  ]);
});

test('control characters and changes of direction do not reach the terminal', () => {
  expect(tableLines(['a'], [['x\u001b[31m\n\u202ey']])).toEqual(['A', 'x\ufffd[31m\ufffd\ufffdy']);
});
