import { defineConfig } from 'vitest/config';

const tests = ['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];
/** What these put in the place of a module must be there before anybody else has loaded it. */
const alone = ['packages/server/src/outbound/request.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: tests,
          exclude: ['**/node_modules/**', ...alone],
          // one after the other in a process that knows the server already: loading it takes longer than most tests
          isolate: false,
          globalSetup: ['packages/server/test/support/global-setup.ts'],
          // set by `npm run fuzz`
          provide: { fuzzMinutes: Number(process.env['FUZZ_MINUTES'] ?? 0) },
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    pool: 'forks',
    // by itself it would leave one of two cores idle
    maxWorkers: '100%',
    // a test that needs it is named in the sum: see scripts/checks/test.ts
    retry: 1,
    // for a busy machine: whoever is right needs none of it
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
