import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Ends what hangs, and nothing else: many tests start processes, which take their time on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    setupFiles: 'scripts/test/remove-temporary-folders.ts',
  },
});
