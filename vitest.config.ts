import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/program_built.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest leaves a processor free, and of two that is half: the suite would take twice as long.
    maxWorkers: '100%',
  },
});
