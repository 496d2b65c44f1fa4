import { fingerprintOf } from '../fingerprint.ts';
import type { Kind } from '../kind.ts';
import { sourceMutants } from './source-mutants.ts';
import { openSourceTrial } from './source-trial.ts';

/** Mistakes in the code of both sides: `npm run check` detects most, `npm test` nearly all. */
export const sourceKind: Kind = {
  name: 'source',
  batch: 8,
  seconds: 3,
  isPrepared: true,
  list: async () => sourceMutants(),
  open: async ({ contract, specification }) =>
    openSourceTrial({ specification, mutants: sourceMutants(), fingerprint: await fingerprintOf(contract) }),
  requirements: async () => [],
  mustReachAll: false,
  reports: 'checks',
  advice: 'Neither `npm run check` nor a test detects it: add a test beside the code, or take out code without use.',
};
