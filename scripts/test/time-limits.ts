import { vi } from 'vitest';

// Many tests start processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
