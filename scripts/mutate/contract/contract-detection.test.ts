import { expect, test } from 'vitest';
import type { Location } from '../../cli/problem.ts';
import { type Detection, resultOf } from './contract-detection.ts';
import type { ContractMutant } from './contract-mutants.ts';

const at = (file: string, line: number): Location => ({ file, line, column: 1 });
const mutant: ContractMutant = {
  id: '/a: a 1 becomes 2',
  pointer: '/a',
  what: 'a 1 becomes 2',
  location: at('spec/a.yaml', 11),
  requirementIds: ['a.b'],
  text: '',
};
const detection = (check: Detection['check'], ...places: Location[]): Detection => ({
  check,
  message: `${check} says so.`,
  places,
});

test.each<
  [
    name: string,
    detections: Detection[],
    verdict: string,
    detectedBy: string[],
    distances: Record<string, number | null>,
  ]
>([
  ['nothing is detected', [], 'survived', [], {}],
  ['the line itself', [detection('lint', at('copy/a.yaml', 11))], 'detected', ['lint'], { lint: 0 }],
  [
    'the nearest of several places',
    [detection('lint', at('copy/a.yaml', 20), at('copy/a.yaml', 8), at('copy/a.yaml', 40))],
    'detected',
    ['lint'],
    { lint: 3 },
  ],
  [
    'the line in the file as it was, by the comparison: it does not count',
    [detection('released', at('copy/a.yaml', 20), at('spec/a.yaml', 11))],
    'survived',
    ['released'],
    { released: 0 },
  ],
  ['another file', [detection('types', at('server/a.ts', 11))], 'detected', ['types'], { types: null }],
  ['no place', [detection('server')], 'detected', ['server'], { server: null }],
  [
    'several checks, in the order of the command',
    [detection('released'), detection('server', at('copy/a.yaml', 12)), detection('lint')],
    'detected',
    ['lint', 'server', 'released'],
    { lint: null, server: 1, released: null },
  ],
])('%s', (_, all, verdict, detectedBy, distances) => {
  const { id, requirementIds, what, location } = mutant;
  expect(resultOf(mutant, 'copy/a.yaml', all)).toEqual({
    kind: 'contract',
    id,
    requirementIds,
    what,
    location,
    verdict,
    detectedBy,
    distances,
    message: verdict === 'detected' ? `${detectedBy[0]} says so.` : undefined,
  });
});
