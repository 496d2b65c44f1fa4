import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Ends what hangs, and nothing else: many tests start processes, which take their time on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // What is polled for is mostly there within milliseconds.
    expect: { poll: { interval: 10, timeout: 60_000 } },
    setupFiles: 'scripts/test/remove-temporary-folders.ts',
  },
});
