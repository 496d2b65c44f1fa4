import type { Equivalent } from '../equivalent.ts';

type Change = Omit<Equivalent, 'kind'>;

const body = /\.responses\.[^.]+\.body/;
const successBody = /\.responses\.2\d\d\.body/;
const header = /\.headers\.[^.]+\.schema$/;
const more =
  'It only lets a response be more than those of the server are: a server keeps it, a client takes both. ' +
  'What was promised is known to the comparison alone.';

const changes: readonly Change[] = [
  { pattern: /: additionalProperties false becomes true$/, requirements: body, reason: more },
  { pattern: /: type integer becomes number$/, requirements: body, reason: more },
  {
    pattern: /: (type \w+ gets "null"|required loses \w+|minimum 1 becomes 0|format int64 is removed)$/,
    requirements: successBody,
    reason: more,
  },
  {
    pattern: /: (minimum 1 becomes 0|minimum 0 becomes -1|type integer becomes number|format int64 is removed)$/,
    requirements: header,
    reason: more,
  },
  { pattern: /: pattern .* is removed$/, requirements: header, reason: more },
  {
    pattern: /: format int64 becomes int32$/,
    requirements: /\.responses\.2\d\d\.body(\[\])?\.id\.format$/,
    reason: 'No run creates so many things that an identifier is beyond it.',
  },
  {
    pattern: /: minimum 1 becomes 2$/,
    requirements: header,
    reason: 'No run meets the bound: no key has a limit of one, and none is refused in the last second of its window.',
  },
  {
    pattern: /RateLimit-Reset\/schema\/\w+: (minimum 0 becomes 1|format int64 becomes int32)$/,
    requirements: header,
    reason: 'Every time of a run is within both bounds.',
  },
  {
    pattern: /: (type integer becomes number|format int64 is removed|format int64 becomes int32)$/,
    requirements: /\.parameters\.path\./,
    reason: 'What is no identifier at all and what is one of nothing may be answered alike, with 404.',
  },
  {
    pattern: /: format int64 is removed$/,
    requirements: /\.requestBody\./,
    reason: 'A server may refuse an integer that readers of JSON cannot hold, with the format and without.',
  },
  {
    pattern: /: additionalProperties false becomes true$/,
    requirements: /\.requestBody\.surplus$/,
    reason: 'Verification asks no server to take a property that the contract does not name.',
  },
  {
    pattern: /responses\/500: \w+ becomes \w+$/,
    requirements: /\.responses\.500$/,
    reason: 'Both responses ask for the same headers and body, and no request asks a server for either.',
  },
  {
    pattern: /: x-unverifiable is removed$/,
    requirements: /\.responses\.413$/,
    reason: 'The reference server shows this response: for it, nothing need be waived.',
  },
  {
    pattern: /: enum loses "(pending|sold)"$/,
    reason: 'No example has it, and a run sends no value that the contract once had. Tests of both sides do.',
  },
  {
    pattern: /: header X-Request-Id is removed$/,
    requirements: header,
    reason: 'No response has to have it, and one may have headers that the contract does not name.',
  },
  {
    pattern: /X-Request-Id\/required: required false becomes true$/,
    requirements: header,
    reason: 'The reference server sends it with every response, and so does a stub.',
  },
  {
    pattern: /\/links\/[^/]+: link \w+ is removed$/,
    reason: 'A link promises nothing: what it leads to is required of the operations themselves.',
  },
  {
    pattern: /\/requestsPerDay: requestsPerDay \d{5,} becomes \d+$/,
    reason: 'It takes 10,000 requests or more to see it.',
  },
];

/** Changes of a contract that nothing but the comparison with the released one can detect, and why. */
export const undetectableContracts: readonly Equivalent[] = changes.map((change) => ({ kind: 'contract', ...change }));
