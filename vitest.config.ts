import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    // set by `npm run fuzz`
    provide: { fuzzMinutes: Number(process.env['FUZZ_MINUTES'] ?? 0) },
    pool: 'forks',
    // by itself it would leave one of two cores idle
    maxWorkers: '100%',
    // a test that needs it is named in the sum: see scripts/test.ts
    retry: 1,
    // for a busy machine: whoever is right needs none of it
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
