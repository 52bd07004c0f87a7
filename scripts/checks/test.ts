// `npm test`: types, lint, dead code, unit tests, faults and browser tests. `npm run check`: its fast part. Every step
// runs, even after a failure. The failed tests and a summary are printed at the end. With the path of a test file, only
// that file runs.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { root } from '../children.ts';
import { findChromium } from '../environment/chromium.ts';
import {
  type Account,
  accountOfPlaywright,
  accountOfVitest,
  type PlaywrightReport,
  readReport,
  type VitestReport,
} from './test-reports.ts';

/** Returns an account, and the output of the step if it did not print it itself. */
type Step = () => Promise<Account & { printed?: string }>;

const args = process.argv.slice(2);
const isFile = (arg: string) => !arg.startsWith('-') && /\.(test|spec)\.tsx?(:\d+)?$/.test(arg);
const files = args.filter(isFile).map(pathFromRoot);
const steps = args.filter((arg) => !arg.startsWith('-'));
/** How often each fault is injected. */
const faultRuns = args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? '1';

/** Returns the path of a file named on the command line: from the caller's folder, or from the root. */
function pathFromRoot(file: string): string {
  const fromCaller = relative(root, resolve(process.env['CALLED_FROM'] ?? root, file));
  return fromCaller.startsWith('..') && !isAbsolute(file) ? file : fromCaller;
}

const command = (bin: string, args: string[]) => [join(root, 'node_modules', bin), ...args];

function run(bin: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command(bin, args), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

/**
 * Runs a program that passes or fails as a whole, as one test. Its output is buffered, because others run in parallel.
 */
const check =
  (bin: string, args: string[]): Step =>
  () =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, command(bin, args), {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += chunk;
        });
      child.once('close', (code) => {
        const ok = code === 0;
        resolve({
          passed: ok ? 1 : 0,
          failed: ok ? [] : ['the check'],
          flaky: [],
          skipped: [],
          printed,
        });
      });
    });

/** Counts a run that fails without naming a test (a crash, an unhandled error) as a failure. */
function judged(account: Account | undefined, ok: boolean): Account {
  const counted = account ?? { passed: 0, failed: [], flaky: [], skipped: [] };
  return counted.failed.length === 0 && !ok ? { ...counted, failed: ['the run itself'] } : counted;
}

const reports = mkdtempSync(join(tmpdir(), 'brama-reports-'));

const vitest =
  (name: string, args: string[] = [], env: Record<string, string> = {}): Step =>
  async () => {
    const file = join(reports, `${name}.json`);
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const ok = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], env);
    const report = readReport<VitestReport>(file);
    return judged(report && accountOfVitest(report, root), ok);
  };

/** Returns the path of Chromium, or prints why there is none. */
function browser(): string | undefined {
  try {
    return findChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

const browserTests: Step = async () => {
  const chromium = browser();
  // a missing browser is a failure: browser tests are not skipped
  if (!chromium) return { passed: 0, failed: ['no browser'], flaky: [], skipped: [] };
  const file = join(reports, 'playwright.json');
  const ok = await run('@playwright/test/cli.js', ['test', '--reporter=dot,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<PlaywrightReport>(file);
  return judged(report && accountOfPlaywright(report), ok);
};

const fastChecks: Record<string, Step> = {
  types: check('typescript/bin/tsc', ['-p', '.']),
  'types of the web application': check('typescript/bin/tsc', ['-p', 'packages/web']),
  lint: check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  'dead code': check('knip/bin/knip.js', ['--no-config-hints']),
  // uses in stories, tests and tools do not count in this check
  'code that no page uses': check('knip/bin/knip.js', [
    '--config=knip.production.json',
    '--production',
    '--exclude=dependencies',
    '--no-config-hints',
  ]),
};

/** The steps of one group run in parallel. */
const allSteps: Record<string, Step>[] = [
  fastChecks,
  { unit: vitest('unit') },
  { faults: vitest('faults', ['--config=faults/vitest.config.ts'], { FAULT_RUNS: faultRuns }) },
  { browser: browserTests },
];
/** The steps of `npm run check`. */
const checkSteps: Record<string, Step>[] = [
  fastChecks,
  { 'fast tests': vitest('fast', ['--project=fast']) },
];

const sums: string[] = [];
const total: Account = { passed: 0, failed: [], flaky: [], skipped: [] };

async function take(name: string, step: Step) {
  const began = performance.now();
  const { passed, failed, flaky, skipped, printed } = await step();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (printed !== undefined) console.log(`\n── ${name}\n${printed.trim()}`);
  total.passed += passed;
  total.failed.push(...failed.map((test) => `${name}: ${test}`));
  total.flaky.push(...flaky.map((test) => `${name}: ${test}`));
  total.skipped.push(...skipped.map((test) => `${name}: ${test}`));
  const notRun = skipped.length > 0 ? `, ${skipped.length} not run` : '';
  sums.push(`${name}: ${passed} passed, ${failed.length} failed${notRun} (${seconds} s)`);
}

async function runSteps(groups: Record<string, Step>[], only: string[]) {
  for (const group of groups) {
    const chosen = Object.entries(group).filter(
      ([name]) => only.length === 0 || only.includes(name),
    );
    // the output of a step that runs alone is printed at once
    if (Object.keys(group).length === 1) for (const [name] of chosen) console.log(`\n── ${name}`);
    await Promise.all(chosen.map(([name, step]) => take(name, step)));
  }
  // printed last, so that a long log ends with the names of failed tests
  if (total.skipped.length > 0)
    console.log(`\n── NOT RUN on this machine\n${total.skipped.join('\n')}`);
  if (total.flaky.length > 0)
    console.log(`\n── PASSED ONLY WHEN RETRIED\n${total.flaky.join('\n')}`);
  if (total.failed.length > 0) console.log(`\n── FAILED\n${total.failed.join('\n')}`);
  console.log(`\n${sums.join('\n')}`);
  console.log(`${total.passed} passed, ${total.failed.length} failed`);
  return total.failed.length === 0 && total.passed > 0;
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

const ok =
  files.length > 0
    ? await runFiles()
    : await (steps[0] === 'check' ? runSteps(checkSteps, []) : runSteps(allSteps, steps));
rmSync(reports, { recursive: true, force: true });
process.exitCode = ok ? 0 : 1;
