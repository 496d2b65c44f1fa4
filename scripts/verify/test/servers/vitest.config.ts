import { defineConfig } from 'vitest/config';

// What `npm test` leaves out: these servers need packages of the registry, and other languages than JavaScript.
export default defineConfig({
  test: {
    include: ['scripts/verify/test/servers/*.matrix.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/server-tests.json' }]],
    // A run mostly waits for the windows of limits, and for servers to start.
    maxConcurrency: 4,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
