import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/start-system.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // a test that needs it is named in the sum: see scripts/checks/test.ts
  retries: 1,
  timeout: 90_000,
  // for a busy machine: whoever is right needs none of it
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  use: {
    locale: 'uk-UA',
    // set by the global setup, before the workers read this file
    ...(process.env['BRAMA_URL'] && { baseURL: process.env['BRAMA_URL'] }),
    // a film of every test takes a third of the time
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
});
