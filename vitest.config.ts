import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findFastTests } from './scripts/checks/fast-tests.ts';

const root = import.meta.dirname;
const exclude = ['**/node_modules/**'];
/** These replace a module, which no other test may have loaded before. */
const alone = ['packages/server/src/outbound/request.test.ts'];
/** `npm run check` runs these: tests that load nothing slow, and the checks of the repository itself. */
const fast = [
  ...findFastTests(
    root,
    globSync(['packages/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'], { cwd: root, exclude }),
  ),
  'scripts/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: fast, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['packages/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          exclude: [...exclude, ...fast, ...alone],
          // one process for many files: loading the server takes longer than most tests
          isolate: false,
          globalSetup: ['packages/server/test/support/global-setup.ts'],
          provide: {
            // set by `npm run fuzz`
            fuzzMinutes: Number(process.env['FUZZ_MINUTES'] ?? 0),
            // set by `npm run test:all`
            isThorough: process.env['THOROUGH_TESTS'] === '1',
          },
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    tags: [
      { name: 'postgres', description: 'a rule on PostgreSQL that the database hardly decides' },
      {
        name: 'long',
        description: 'needs seconds: waits, much data, or processes that are killed',
      },
      { name: 'race', description: 'requests at the same time, or use of something one-time' },
    ],
    pool: 'forks',
    // workers wait for PostgreSQL, child processes and timers for a third of their time
    maxWorkers: availableParallelism() + 1,
    // generous, for a busy machine
    testTimeout: 60_000,
    expect: { poll: { interval: 10, timeout: 30_000 } },
    hookTimeout: 60_000,
  },
});
