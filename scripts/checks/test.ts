// `npm test`: types, lint, dead code, unit tests, faults and browser tests; one sum at the end, and before it the names of
// what failed. Every step runs, however the ones before it went.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Answers with an account, and with what it has printed if it did not print itself. */
type Step = () => Promise<Account & { printed?: string }>;

const reports = mkdtempSync(join(tmpdir(), 'brama-reports-'));
const args = process.argv.slice(2);
const only = args.filter((arg) => !arg.startsWith('--'));
/** How often each fault is made. */
const faultRuns = args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? '1';

const command = (bin: string, args: string[]) => [join(root, 'node_modules', bin), ...args];

function run(bin: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, command(bin, args), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

/** A check that passes or fails as a whole counts as one test. It runs beside others, so it keeps its words. */
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
        resolve({ passed: ok ? 1 : 0, failed: ok ? [] : ['the check'], flaky: [], printed });
      });
    });

/** A run that fails without naming a test (a crash, an unhandled error) is a failure of its own. */
function judged(account: Account | undefined, ok: boolean): Account {
  const { passed, failed, flaky } = account ?? { passed: 0, failed: [], flaky: [] };
  return { passed, failed: failed.length === 0 && !ok ? ['the run itself'] : failed, flaky };
}

const vitest =
  (name: string, args: string[] = [], env: Record<string, string> = {}): Step =>
  async () => {
    const file = join(reports, `${name}.json`);
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const ok = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], env);
    const report = readReport<VitestReport>(file);
    return judged(report && accountOfVitest(report, root), ok);
  };

/** Says why when there is none: a missing browser is a failure, never a silent skip. */
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
  if (!chromium) return { passed: 0, failed: ['no browser'], flaky: [] };
  const file = join(reports, 'playwright.json');
  const ok = await run('@playwright/test/cli.js', ['test', '--reporter=dot,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<PlaywrightReport>(file);
  return judged(report && accountOfPlaywright(report), ok);
};

/** Those in one row run beside each other. */
const rows: Record<string, Step>[] = [
  {
    types: check('typescript/bin/tsc', ['-p', '.']),
    'types of the web application': check('typescript/bin/tsc', ['-p', 'packages/web']),
    lint: check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    'dead code': check('knip/bin/knip.js', ['--no-config-hints']),
  },
  { unit: vitest('unit') },
  { faults: vitest('faults', ['--config=faults/vitest.config.ts'], { FAULT_RUNS: faultRuns }) },
  { browser: browserTests },
];

const sums: string[] = [];
const total = { passed: 0, failed: [] as string[], flaky: [] as string[] };

async function take(name: string, step: Step) {
  const began = performance.now();
  const { passed, failed, flaky, printed } = await step();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (printed !== undefined) console.log(`\n── ${name}\n${printed.trim()}`);
  total.passed += passed;
  total.failed.push(...failed.map((test) => `${name}: ${test}`));
  total.flaky.push(...flaky.map((test) => `${name}: ${test}`));
  sums.push(`${name}: ${passed} passed, ${failed.length} failed (${seconds} s)`);
}

for (const row of rows) {
  const steps = Object.entries(row).filter(([name]) => only.length === 0 || only.includes(name));
  // whoever has a row of its own prints as it goes
  if (Object.keys(row).length === 1) for (const [name] of steps) console.log(`\n── ${name}`);
  await Promise.all(steps.map(([name, step]) => take(name, step)));
}
rmSync(reports, { recursive: true, force: true });

// last, so that the end of a long log names them
if (total.flaky.length > 0)
  console.log(
    `\n── PASSED ONLY AT THE SECOND TRY: a test that waits for too little; mend it\n${total.flaky.join('\n')}`,
  );
if (total.failed.length > 0) console.log(`\n── FAILED\n${total.failed.join('\n')}`);
console.log(`\n${sums.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length > 0 || total.passed === 0 ? 1 : 0;
