import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Many tests start processes, which take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
