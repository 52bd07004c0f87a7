import { expect, test } from 'vitest';
import { accountOfPlaywright, accountOfVitest } from './test-reports.ts';

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
      assertionResults: [
        one('well', 'passed'),
        one('badly', 'failed', ['no']),
        one('at last', 'passed', ['no']),
        one('left out', 'skipped'),
      ],
    },
    { name: '/brama/b.test.ts', status: 'failed', message: 'no such\nfile', assertionResults: [] },
  ];
  expect(accountOfVitest({ testResults }, '/brama')).toEqual({
    passed: 2,
    failed: ['a.test.ts › area › badly', 'b.test.ts › no such'],
    flaky: ['a.test.ts › area › at last'],
    skipped: ['a.test.ts › area › left out'],
  });
});

test('browser: lists tests with their lines, and errors outside tests', () => {
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'a.spec.ts',
    line,
    tests: [{ status }],
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
  });
});
