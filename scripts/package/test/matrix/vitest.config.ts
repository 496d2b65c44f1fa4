import { defineConfig } from 'vitest/config';

// What `npm test` leaves out: these tests install other versions of languages and runtimes from the registry.
export default defineConfig({
  test: {
    include: ['scripts/package/test/matrix/*.matrix.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/package-tests.json' }]],
    fileParallelism: false,
    maxConcurrency: 20,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
