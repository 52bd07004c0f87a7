import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['interop/**/*.test.ts'],
    pool: 'forks',
    // one after the other: each has a server of its own, and the machine is often small
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
