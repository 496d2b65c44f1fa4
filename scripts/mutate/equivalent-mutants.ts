import { undetectableContracts } from './contract/undetectable-contracts.ts';
import type { Equivalent } from './equivalent.ts';

/**
 * Mutants that keep the contract after all.
 * One that is detected all the same does not belong here, nor does a pattern that matches none.
 */
export const equivalentMutants: readonly Equivalent[] = [
  ...undetectableContracts,
  {
    kind: 'server',
    pattern: /\.responses\.40[13]\.headers\.[^.]+\.meaning: (doubled|moves on with each response)$/,
    reason:
      "A request whose key is refused is nobody's: " +
      'which limit counts it, and when that resets, is for the server to decide.',
  },
  {
    kind: 'source',
    pattern: /^(server\/authentication\.ts authenticate|client\/retry-after\.ts retryAfterOf): '' → 'mutant'$/,
    reason: 'A header that is absent has none of the forms that are looked for, nor has any other word.',
  },
  {
    kind: 'source',
    pattern: /^client\/(response\.ts mediaType: '' → 'mutant' \(2\)|validation\.ts documentedIn: '' → 'mutant')$/,
    reason: 'A value for a case that cannot be: the expression matches any text, and no response has either name.',
  },
  {
    kind: 'source',
    pattern: /^client\/validation\.ts validateWith: 1 → 2$/,
    reason: 'No response of the contract has a second media type.',
  },
];

/** Requirements of which no mutant can be made, by their ids. */
export const requirementsWithoutMutants: readonly Equivalent[] = [
  {
    kind: 'server',
    pattern: /\.headers\.[^.]+\.schema$/,
    reason: 'The schema of the header allows any text, and a header is nothing but text.',
  },
];
