// `npm run test:interop`: third-party clients sign in at a running server. Installs the interpreters and Apache that
// they need. Prints the names of failed tests, then a summary as the last line.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../children.ts';
import { findApache } from '../environment/apache.ts';
import { requireDjangoCas, requirePhpCas } from '../environment/cas-clients.ts';
import { provideInterpreters } from './interpreters.ts';
import { accountOfVitest, readReport, type VitestReport } from './test-reports.ts';

/** What some tests need besides the interpreters. Where it is missing, the tests count as failed. */
const needed = [
  { test: 'interop/apache-openidc.test.ts', provide: () => findApache('auth_openidc') },
  { test: 'interop/cas-apache.test.ts', provide: () => findApache('auth_cas') },
  { test: 'interop/cas-php.test.ts', provide: requirePhpCas },
  { test: 'interop/cas-django.test.ts', provide: requireDjangoCas },
];

const messageOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`);

/** Returns the tests that cannot run, and why. */
function findMissing(): { test: string; reason: string }[] {
  return needed.flatMap(({ test, provide }) => {
    try {
      provide();
      return [];
    } catch (error) {
      return [{ test, reason: messageOf(error) }];
    }
  });
}

try {
  provideInterpreters();
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
const missing = findMissing();
const reports = mkdtempSync(join(tmpdir(), 'brama-reports-'));
const file = join(reports, 'vitest.json');
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=interop/vitest.config.ts',
    '--reporter=tree',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...missing.map(({ test }) => `--exclude=${test}`),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => child.kill(signal));
const ok = await new Promise<boolean>((resolve) =>
  child.once('exit', (code) => resolve(code === 0)),
);
const report = readReport<VitestReport>(file);
rmSync(reports, { recursive: true, force: true });
const { passed, failed } = report
  ? accountOfVitest(report, root)
  : { passed: 0, failed: [] as string[] };
failed.push(...missing.map(({ reason }) => reason));
if (failed.length === 0 && !ok) failed.push('the run itself');
if (failed.length > 0) console.log(`\n── FAILED\n${failed.join('\n')}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
