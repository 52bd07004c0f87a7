import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchArguments } from './scripts/environment/chromium.ts';

/** Tests that may be retried once, and why. All others fail at once, except in CI. */
const retried: [test: RegExp, reason: string][] = [
  [/start-and-stop\.spec\.ts/, 'another process may take the free port before the server listens'],
  [/dev-server\.spec\.ts/, 'another process may take the free port before the server listens'],
];
const isRetried = retried.map(([test]) => test);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/start-system.ts',
  fullyParallel: true,
  // four workers on two cores took as long as two and made tests time out
  workers: availableParallelism(),
  forbidOnly: true,
  projects: [
    {
      name: 'once',
      grepInvert: isRetried,
      // Chromium stops answering in about one of a thousand tests; the summary names what was retried
      retries: process.env['CI'] ? 1 : 0,
    },
    { name: 'retried', grep: isRetried, retries: 1 },
  ],
  timeout: 90_000,
  // generous, for a busy machine
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  use: {
    locale: 'uk-UA',
    // set by the global setup, before the workers read this file
    ...(process.env['BRAMA_URL'] && { baseURL: process.env['BRAMA_URL'] }),
    // tracing every test takes a third of the time; `npm test -- e2e/x.spec.ts --trace on` traces one file
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // drawing by software is cheaper without a process that imitates graphics hardware
      args: [...launchArguments, '--disable-gpu'],
    },
  },
});
