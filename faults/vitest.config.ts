import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    pool: 'forks',
    // one after the other: each fault has a server of its own
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // set by `npm run test:faults`; `npm test` runs every fault once
    provide: { runs: Number(process.env['FAULT_RUNS'] ?? 1) },
  },
});
