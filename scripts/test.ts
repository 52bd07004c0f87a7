// `npm test`: types, lint, dead code, unit and browser tests; one sum at the end. Every step runs, however
// the ones before it went.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './children.ts';
import { findChromium } from './chromium.ts';

type Sum = { passed: number; failed: number };

const reports = mkdtempSync(join(tmpdir(), 'brama-reports-'));
const only = process.argv.slice(2);

function run(bin: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'node_modules', bin), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

/** A check that passes or fails as a whole counts as one test. */
async function check(bin: string, args: string[]): Promise<Sum> {
  return (await run(bin, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
};
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: unknown[];
};

function report<T>(name: string): T | undefined {
  const file = join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Counted failures; a run that fails without one (a crash, an unhandled error) is a failure of its own. */
function summed(passed: number, failed: number, ok: boolean): Sum {
  return { passed, failed: failed === 0 && !ok ? 1 : failed };
}

async function unitTests(): Promise<Sum> {
  const file = join(reports, 'vitest.json');
  const ok = await run('vitest/vitest.mjs', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const result = report<VitestReport>('vitest.json');
  return summed(result?.numPassedTests ?? 0, result?.numFailedTests ?? 0, ok);
}

/** Says why when there is none: a missing browser is a failure, never a silent skip. */
function browser(): string | undefined {
  try {
    return findChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

async function browserTests(): Promise<Sum> {
  const chromium = browser();
  if (!chromium) return { passed: 0, failed: 1 };
  const ok = await run('@playwright/test/cli.js', ['test', '--reporter=dot,json'], {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
  });
  const result = report<PlaywrightReport>('playwright.json');
  const { expected = 0, flaky = 0, unexpected = 0 } = result?.stats ?? {};
  return summed(expected + flaky, unexpected, ok);
}

const steps: Record<string, () => Promise<Sum>> = {
  types: () => check('typescript/bin/tsc', ['-p', '.']),
  'types of the web application': () => check('typescript/bin/tsc', ['-p', 'packages/web']),
  lint: () => check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  'dead code': () => check('knip/bin/knip.js', ['--no-config-hints']),
  unit: unitTests,
  browser: browserTests,
};

const total: Sum = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue;
  console.log(`\n── ${name}`);
  const began = performance.now();
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  lines.push(`${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
