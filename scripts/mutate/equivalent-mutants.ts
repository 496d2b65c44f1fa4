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
  {
    kind: 'source',
    pattern: /^server\/app\.ts matchingOrder: 1 → 2( \(2\))?$/,
    reason: 'Of what a comparison gives, the sign alone counts.',
  },
  {
    kind: 'source',
    pattern: /^server\/connections\.ts #remove: left > 0 → left >= 0$/,
    reason: 'A count of no connections is the same as none; it takes memory alone.',
  },
  {
    kind: 'source',
    pattern: /^server\/connections\.ts close: 0 → 1$/,
    reason: 'A connection of which a single byte was read waits for the rest of its request either way.',
  },
  {
    kind: 'source',
    pattern: /^server\/harness\.ts generousKey: (1_000_000 → 2000000|10_000_000 → 20000000)$/,
    reason: 'No test and no verification reaches these limits.',
  },
  {
    kind: 'source',
    pattern: /^server\/malformed\.ts hasDotSegment: '\.' → ''$/,
    reason: 'Then every path is searched for dot segments, and those that have no dot have none.',
  },
  {
    kind: 'source',
    pattern: /^server\/request-id\.ts namesOf: '' → 'mutant' \(5\)$/,
    reason: 'No text that is long enough to be a part of a key is a part of that word.',
  },
  {
    kind: 'source',
    pattern: /^server\/sending\.ts sendTogether: \(reply\.body \?\? ''\)\.length <= pieceSize → .* < pieceSize$/,
    reason: 'Of a response of just this size, it changes the moment alone, within one turn of the event loop.',
  },
  {
    kind: 'source',
    pattern: /^client\/harness\.ts openHarness: (0 → 1|1000 → 2000)$/,
    reason: 'Its clock may begin at any moment, and wait for longer than any refusal lasts: its time is made up.',
  },
  {
    kind: 'source',
    pattern: /^client\/json\.ts number: \/\^.* → \/\(-\?/,
    reason: 'What it reads is the text of a single number, from its beginning.',
  },
  {
    kind: 'source',
    pattern: /^client\/validation\.ts check: '' → 'mutant'$/,
    reason: 'A value for a case that cannot be: each error of a compiled validator has a message.',
  },
  {
    kind: 'source',
    pattern: /^client\/violated-requirement\.ts violatedRequirement: 'schema' → ''$/,
    reason: 'An aspect that has no line becomes that of the schema afterwards.',
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
