// `npm test`: checks, unit tests, faults and browser journeys. `npm run test:all`: everything else besides. `npm run check`: the
// fast part. Every step runs, even after a failure. Progress is shown meanwhile; failures, the slowest files and a summary are
// printed at the end. With the path of a test file, only that file runs.

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { root } from '../children.ts';
import { findChromium } from '../environment/chromium.ts';
import { type Duration, Progress } from './progress/progress.ts';
import { journeyTag, mainTags, restTags } from './test-filters.ts';
import {
  type Account,
  accountOfPlaywright,
  accountOfVitest,
  type PlaywrightReport,
  readReport,
  slowestOf,
  type VitestReport,
} from './test-reports.ts';

type Result = Account & {
  /** Output that the step did not print itself. */
  printed?: string;
  /** What cannot run on this machine, and why. */
  leftOut?: string[];
};

type Step = {
  /** The duration on two free cores, shown on the first run. */
  usual: Duration;
  run: () => Promise<Result>;
};

const [suite = 'main', ...args] = process.argv.slice(2);
const isFile = (arg: string) => !arg.startsWith('-') && /\.(test|spec)\.tsx?(:\d+)?$/.test(arg);
const files = args.filter(isFile).map(pathFromRoot);
const chosenSteps = args.filter((arg) => !arg.startsWith('-'));
/** How often each fault is injected. */
const faultRuns =
  args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ??
  (suite === 'all' ? '20' : '1');

/** Returns the path of a file named on the command line: from the caller's folder, or from the root. */
function pathFromRoot(file: string): string {
  const fromCaller = relative(root, resolve(process.env['CALLED_FROM'] ?? root, file));
  return fromCaller.startsWith('..') && !isAbsolute(file) ? file : fromCaller;
}

const command = (bin: string, args: string[]) => [join(root, 'node_modules', bin), ...args];
const none: Account = { passed: 0, failed: [], flaky: [], skipped: [], seconds: {} };

let progress: Progress | undefined;

/** Runs a program of `node_modules` that prints itself and reports the number of finished tests. */
function run(
  bin: string,
  args: string[],
  env: Record<string, string> = {},
  leftOut: string[] = [],
) {
  const child = spawn(process.execPath, command(bin, args), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: { done?: number; leftOut?: string }) => {
    if (message.done !== undefined) progress?.count(message.done);
    if (message.leftOut !== undefined) leftOut.push(message.leftOut);
  });
  return new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

/** Runs a program and buffers its output. */
function runBuffered(args: string[]): Promise<{ ok: boolean; printed: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ ok: code === 0, printed })),
  );
}

/** Programs that pass or fail as a whole, each as one test. They run in parallel. */
const checks: Record<string, string[]> = {
  types: command('typescript/bin/tsc', ['-p', '.']),
  'types of the web application': command('typescript/bin/tsc', ['-p', 'packages/web']),
  'types of the console': command('typescript/bin/tsc', ['-p', 'packages/console']),
  lint: command('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  'dead code': command('knip/bin/knip.js', ['--no-config-hints']),
  // uses in stories, tests and tools do not count in this check
  'code that no page uses': command('knip/bin/knip.js', [
    '--config=knip.production.json',
    '--production',
    '--exclude=dependencies',
    '--no-config-hints',
  ]),
};

async function runChecks(): Promise<Result> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, args]) => ({ name, ...(await runBuffered(args)) })),
  );
  const failed = results.filter(({ ok }) => !ok);
  return {
    ...none,
    passed: results.length - failed.length,
    failed: failed.map(({ name }) => name),
    printed: failed.map(({ name, printed }) => `── ${name}\n${printed.trim()}`).join('\n\n'),
  };
}

/** Runs scripts of a release, each as one test. Lines with `Skipped: ` say what a script has left out. */
async function runScripts(scripts: string[]): Promise<Result> {
  const leftOut: string[] = [];
  const result: Result = { ...none, failed: [], printed: '', leftOut };
  for (const script of scripts) {
    const { ok, printed } = await runBuffered([join(root, script)]);
    const skipped = [...printed.matchAll(/^Skipped: (.*)$/gm)].map(([, what = '']) => what);
    result.printed += printed;
    leftOut.push(...skipped);
    if (!ok) result.failed.push(script);
    else if (printed.trim().split('\n').length > skipped.length) result.passed += 1;
  }
  return result;
}

/** Counts a run that fails without naming a test (a crash, an unhandled error) as a failure. */
function judged(account: Account = none, ok: boolean): Account {
  return account.failed.length === 0 && !ok ? { ...account, failed: ['the run itself'] } : account;
}

const reports = mkdtempSync(join(tmpdir(), 'brama-reports-'));
const progressReporter = (runner: string) => `./scripts/checks/progress/${runner}-reporter.ts`;

const vitest =
  (name: string, args: string[] = [], env: Record<string, string> = {}) =>
  async (): Promise<Result> => {
    const file = join(reports, `${name}.json`);
    const leftOut: string[] = [];
    const ok = await run(
      'vitest/vitest.mjs',
      [
        'run',
        '--reporter=minimal',
        '--reporter=json',
        `--reporter=${progressReporter('vitest')}`,
        `--outputFile.json=${file}`,
        ...args,
      ],
      env,
      leftOut,
    );
    const report = readReport<VitestReport>(file);
    return { ...judged(report && accountOfVitest(report, root), ok), leftOut };
  };

/** Returns the unit tests that contain a word. */
const testsWith = (word: string) =>
  globSync('packages/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes(word),
  );

/** Returns the path of Chromium, or prints why there is none. */
function browser(): string | undefined {
  try {
    return findChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

const browserTests =
  (name: string, ...args: string[]) =>
  async (): Promise<Result> => {
    const chromium = browser();
    if (!chromium) return { ...none, leftOut: ['all of them: there is no Chromium'] };
    const file = join(reports, `${name}.json`);
    const ok = await run(
      '@playwright/test/cli.js',
      ['test', `--reporter=${progressReporter('playwright')},json`, ...args],
      { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    );
    const report = readReport<PlaywrightReport>(file);
    const account = judged(report && accountOfPlaywright(report), ok);
    return { ...account, leftOut: account.skipped };
  };

/** Returns the numbers of the last line of the interoperability tests, which install what they need. */
async function runInterop(): Promise<Result> {
  const { ok, printed } = await runBuffered([join(root, 'scripts/checks/interop.ts')]);
  const [, passed = '0', failed = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(printed) ?? [];
  const failures = Array.from({ length: Number(failed) }, (_, index) => `failure ${index + 1}`);
  const account = judged({ ...none, passed: Number(passed), failed: failures }, ok);
  return { ...account, printed: account.failed.length > 0 ? printed : '' };
}

const faults = ['--config=faults/vitest.config.ts'];

/** The steps of `npm test`. */
const mainSteps: Record<string, Step> = {
  checks: { usual: { seconds: 40, tests: 0 }, run: runChecks },
  unit: {
    usual: { seconds: 180, tests: 7000 },
    run: vitest('unit', [`--tags-filter=${mainTags}`]),
  },
  faults: {
    usual: { seconds: 15, tests: 2 },
    run: vitest('faults', faults, { FAULT_RUNS: faultRuns }),
  },
  journeys: {
    usual: { seconds: 110, tests: 85 },
    run: browserTests('journeys', `--grep=${journeyTag}`),
  },
};

const allSteps: Record<string, Step> = {
  ...mainSteps,
  rest: {
    usual: { seconds: 150, tests: 2000 },
    run: vitest('rest', [`--tags-filter=${restTags}`]),
  },
  browser: {
    usual: { seconds: 420, tests: 400 },
    run: browserTests('browser', `--grep-invert=${journeyTag}|@release`),
  },
  random: {
    usual: { seconds: 60, tests: 100 },
    run: () => vitest('random', testsWith("inject('isThorough')"), { THOROUGH_TESTS: '1' })(),
  },
  interop: { usual: { seconds: 180, tests: 0 }, run: runInterop },
  release: {
    usual: { seconds: 60, tests: 20 },
    run: browserTests('release', '--grep=@release'),
  },
  installation: {
    usual: { seconds: 500, tests: 0 },
    run: () =>
      runScripts(
        ['test-release', 'test-previous-release', 'test-packages', 'test-image'].map(
          (name) => `scripts/release/${name}.ts`,
        ),
      ),
  },
};

/** The steps of `npm run check`. */
const checkSteps: Record<string, Step> = {
  checks: mainSteps['checks'] as Step,
  'fast tests': {
    usual: { seconds: 20, tests: 2400 },
    run: vitest('fast', ['--project=fast']),
  },
};

const suites: Record<string, Record<string, Step>> = {
  main: mainSteps,
  all: allSteps,
  check: checkSteps,
};

const list = (title: string, lines: string[]) => {
  if (lines.length > 0) console.log(`\n── ${title}\n${lines.join('\n')}`);
};

/** Prints what a reader needs last: a long log ends with the failed tests and the sums. */
function printSummary(results: Map<string, Result & { took: number }>): boolean {
  const entries = [...results];
  const named = (kind: 'failed' | 'flaky' | 'leftOut') =>
    entries.flatMap(([name, result]) => (result[kind] ?? []).map((test) => `${name}: ${test}`));
  for (const [name, result] of entries) list(`slowest files of ${name}`, slowestOf(result));
  const leftOut = named('leftOut');
  if (leftOut.length > 0) console.log(`\nLeft out on this machine: ${leftOut.join('; ')}`);
  list('PASSED ONLY WHEN RETRIED', named('flaky'));
  const failed = named('failed');
  // CI has everything that a test needs
  if (process.env['CI'] === 'true') failed.push(...leftOut.map((what) => `left out: ${what}`));
  list('FAILED', failed);
  console.log('');
  for (const [name, result] of entries)
    console.log(
      `${name}: ${result.passed} passed, ${result.failed.length} failed (${result.took.toFixed(1)} s)`,
    );
  const passed = entries.reduce((sum, [, result]) => sum + result.passed, 0);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 && passed > 0;
}

async function runSteps(steps: Record<string, Step>): Promise<boolean> {
  const results = new Map<string, Result & { took: number }>();
  const usual = Object.entries(steps).map(([name, step]) => [name, step.usual]);
  const file = join(root, 'node_modules/.cache/brama/test-durations.json');
  progress = new Progress(file, Object.fromEntries(usual));
  for (const [name, step] of Object.entries(steps)) {
    const began = performance.now();
    progress.begin(name);
    const result = await step.run();
    progress.end(result.passed + result.failed.length);
    if (result.printed) console.log(`\n${result.printed.trim()}\n`);
    results.set(name, { ...result, took: (performance.now() - began) / 1000 });
  }
  return printSummary(results);
}

/** Runs the steps of a suite, or those of them that the command line names. */
async function runSuite(): Promise<boolean> {
  const steps = suites[suite];
  const unknown = steps ? chosenSteps.filter((name) => !Object.hasOwn(steps, name)) : [suite];
  if (!steps || unknown.length > 0) {
    console.error(`unknown: ${unknown.join(', ')}; steps: ${Object.keys(allSteps).join(', ')}`);
    return false;
  }
  const chosen = Object.entries(steps).filter(
    ([name]) => chosenSteps.length === 0 || chosenSteps.includes(name),
  );
  return runSteps(Object.fromEntries(chosen));
}

/** Runs the named files with the runner of their folder; other arguments (`-t name`, `--headed`) go to the runner. */
async function runFiles(): Promise<boolean> {
  const others = args.filter((arg) => !isFile(arg));
  const missing = files.filter((file) => !existsSync(join(root, file.replace(/:\d+$/, ''))));
  if (missing.length > 0) {
    console.error(`no such file: ${missing.join(', ')}`);
    return false;
  }
  const inFolder = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`));
  const specs = inFolder('e2e');
  const faults = inFolder('faults');
  const interop = inFolder('interop');
  const units = files.filter((file) => !/^(e2e|faults|interop)\//.test(file));
  const results: boolean[] = [];
  if (units.length > 0) results.push(await run('vitest/vitest.mjs', ['run', ...units, ...others]));
  if (faults.length > 0)
    results.push(
      await run('vitest/vitest.mjs', [
        'run',
        '--config=faults/vitest.config.ts',
        ...faults,
        ...others,
      ]),
    );
  if (interop.length > 0)
    results.push(await run('../scripts/checks/interop.ts', [...interop, ...others]));
  if (specs.length > 0) {
    const chromium = browser();
    const playwright = ['test', '--reporter=list', ...specs, ...others];
    results.push(
      chromium !== undefined &&
        (await run('@playwright/test/cli.js', playwright, { CHROMIUM: chromium })),
    );
  }
  return results.every(Boolean);
}

const ok = files.length > 0 ? await runFiles() : await runSuite();
rmSync(reports, { recursive: true, force: true });
process.exitCode = ok ? 0 : 1;
