import type { Kind } from '../kind.ts';
import { generatedMutants, leftOutOf } from './generated-mutants.ts';
import { openGeneratedTrial } from './generated-trial.ts';

/** Generated files that are not what the contract generates: `generate --check` detects them, and says why. */
export const generatedKind: Kind = {
  name: 'generated',
  batch: 1000,
  seconds: 0.02,
  list: ({ contract }) => generatedMutants(contract),
  leftOut: ({ contract }) => leftOutOf(contract),
  most: 2_000,
  open: ({ contract }) => openGeneratedTrial(contract),
  requirements: async () => [],
  mustReachAll: false,
  reports: 'checks',
  advice: '`generate --check` does not detect it, or gives another reason: see scripts/generate/drift.ts.',
};
