import { expect, test } from 'vitest';
import { accountOfPlaywright, accountOfVitest, slowestOf } from './test-reports.ts';

test('unit: lists failed, retried and skipped tests', () => {
  const one = (title: string, status: string, failureMessages: string[] = []) => ({
    ancestorTitles: ['area'],
    title,
    status,
    failureMessages,
  });
  const testResults = [
    {
      name: '/brama/a.test.ts',
      status: 'failed',
      message: '',
      startTime: 1000,
      endTime: 3500,
      assertionResults: [
        one('well', 'passed'),
        one('badly', 'failed', ['no']),
        one('at last', 'passed', ['no']),
        one('left out', 'skipped'),
      ],
    },
    {
      name: '/brama/b.test.ts',
      status: 'failed',
      message: 'no such\nfile',
      startTime: 0,
      endTime: 100,
      assertionResults: [],
    },
  ];
  expect(accountOfVitest({ testResults }, '/brama')).toEqual({
    passed: 2,
    failed: ['a.test.ts › area › badly', 'b.test.ts › no such'],
    flaky: ['a.test.ts › area › at last'],
    skipped: ['a.test.ts › area › left out'],
    seconds: { 'a.test.ts': 2.5, 'b.test.ts': 0.1 },
  });
});

test('browser: lists tests with their lines, and errors outside tests', () => {
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'a.spec.ts',
    line,
    tests: [{ status, results: [{ duration: 500 }, { duration: 250 }] }],
  });
  const suites = [
    {
      title: 'a.spec.ts',
      specs: [spec('well', 1, 'expected'), spec('left out', 2, 'skipped')],
      suites: [
        {
          title: 'area',
          specs: [spec('badly', 3, 'unexpected'), spec('at last', 4, 'flaky')],
        },
      ],
    },
  ];
  const errors = [{ message: 'the server did not start\nwhy' }, {}];
  expect(accountOfPlaywright({ suites, errors })).toEqual({
    passed: 2,
    failed: [
      'a.spec.ts:3 › area › badly',
      'the server did not start',
      'an error outside of any test',
    ],
    flaky: ['a.spec.ts:4 › area › at last'],
    skipped: ['a.spec.ts:2 › left out'],
    seconds: { 'a.spec.ts': 3 },
  });
});

test('lists the twenty files that took longest, the slowest first', () => {
  const files = Array.from({ length: 30 }, (_, index) => [`${index}.test.ts`, index / 2]);
  const account = { passed: 0, failed: [], flaky: [], skipped: [] };
  const lines = slowestOf({ ...account, seconds: Object.fromEntries(files) });
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('   14.5 s  29.test.ts');
});
