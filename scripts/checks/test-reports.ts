// Reads the reports of the test runners: the numbers of tests, the names of failed, retried and skipped ones, and
// how long each file took.

import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export type Account = {
  passed: number;
  failed: string[];
  /** Tests that passed when retried. They count as passed too. */
  flaky: string[];
  /** Tests that were skipped; in a Vitest run, also those that a filter excluded. */
  skipped: string[];
  /** Seconds of each test file. */
  seconds: Record<string, number>;
};

export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    /** In epoch milliseconds. */
    startTime: number;
    endTime: number;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages: string[];
    }[];
  }[];
};

type PlaywrightTest = { status: string; results: { duration: number }[] };
type PlaywrightSuite = {
  title: string;
  specs?: { title: string; file: string; line: number; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
export type PlaywrightReport = {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
};

export function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' › ');

const firstLine = (text?: string) => text?.split('\n')[0] || 'an error outside of any test';

type Outcome = [verdict: 'passed' | 'failed' | 'flaky' | 'skipped', name: string];

function accountOf(outcomes: Outcome[], seconds: Record<string, number>): Account {
  const named = (wanted: Outcome[0]) =>
    outcomes.filter(([verdict]) => verdict === wanted).map(([, name]) => name);
  const flaky = named('flaky');
  return {
    passed: named('passed').length + flaky.length,
    failed: named('failed'),
    flaky,
    skipped: named('skipped'),
    seconds,
  };
}

/** A test that passed after failures is a retried test. */
function verdictOfVitest(status: string, failures: string[]): Outcome[0] {
  if (status === 'failed') return 'failed';
  if (status !== 'passed') return 'skipped';
  return failures.length > 0 ? 'flaky' : 'passed';
}

export function accountOfVitest({ testResults }: VitestReport, root: string): Account {
  const outcomes = testResults.flatMap(({ name, status, message, assertionResults }): Outcome[] => {
    const file = relative(root, name);
    const tests = assertionResults.map(
      ({ ancestorTitles, title, status: result, failureMessages }): Outcome => [
        verdictOfVitest(result, failureMessages),
        join(file, ...ancestorTitles, title),
      ],
    );
    // an error of the whole file: it could not be loaded, or a hook failed
    const isBroken = status === 'failed' && tests.every(([verdict]) => verdict !== 'failed');
    return isBroken ? [...tests, ['failed', join(file, firstLine(message))]] : tests;
  });
  const seconds = testResults.map(({ name, startTime, endTime }) => [
    relative(root, name),
    (endTime - startTime) / 1000,
  ]);
  return accountOf(outcomes, Object.fromEntries(seconds));
}

const verdictsOfPlaywright: Record<string, Outcome[0]> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
};

function outcomesOf({ specs = [], suites = [] }: PlaywrightSuite, path: string[]): Outcome[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(
      ({ status }): Outcome => [
        verdictsOfPlaywright[status] ?? 'skipped',
        join(`${file}:${line}`, ...path, title),
      ],
    ),
  );
  return [...own, ...suites.flatMap((suite) => outcomesOf(suite, [...path, suite.title]))];
}

function secondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const ownMs = own.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), ownMs / 1000);
}

export function accountOfPlaywright({ suites, errors }: PlaywrightReport): Account {
  return accountOf(
    [
      // the outermost suites are files, whose name is already part of each test's name
      ...suites.flatMap((suite) => outcomesOf(suite, [])),
      ...errors.map(({ message }): Outcome => ['failed', firstLine(message)]),
    ],
    Object.fromEntries(suites.map((suite) => [suite.title, secondsOf(suite)])),
  );
}

const shownFiles = 20;

/** Returns a line for each of the files that took longest. */
export function slowestOf({ seconds }: Account): string[] {
  return Object.entries(seconds)
    .sort(([, one], [, other]) => other - one)
    .slice(0, shownFiles)
    .map(([file, time]) => `${time.toFixed(1).padStart(7)} s  ${file}`);
}
