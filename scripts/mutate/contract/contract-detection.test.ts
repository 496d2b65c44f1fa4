import { expect, test } from 'vitest';
import type { Location } from '../../cli/problem.ts';
import { resultOf, type Told } from './contract-detection.ts';
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
const told = (check: Told['check'], ...places: Location[]): Told => ({ check, message: `${check} says so.`, places });

test.each<[name: string, told: Told[], verdict: string, caughtBy: string[], distances: Record<string, number | null>]>([
  ['nothing is told', [], 'survived', [], {}],
  ['the line itself', [told('lint', at('copy/a.yaml', 11))], 'caught', ['lint'], { lint: 0 }],
  [
    'the nearest of several places',
    [told('lint', at('copy/a.yaml', 20), at('copy/a.yaml', 8), at('copy/a.yaml', 40))],
    'caught',
    ['lint'],
    { lint: 3 },
  ],
  [
    'the line in the file as it was',
    [told('released', at('copy/a.yaml', 20), at('spec/a.yaml', 11))],
    'caught',
    ['released'],
    { released: 0 },
  ],
  ['another file', [told('types', at('server/a.ts', 11))], 'caught', ['types'], { types: null }],
  ['no place', [told('server')], 'caught', ['server'], { server: null }],
  [
    'several checks, in the order of the command',
    [told('released'), told('server', at('copy/a.yaml', 12)), told('lint')],
    'caught',
    ['lint', 'server', 'released'],
    { lint: null, server: 1, released: null },
  ],
])('%s', (_, all, verdict, caughtBy, distances) => {
  const { id, requirementIds, what, location } = mutant;
  expect(resultOf(mutant, 'copy/a.yaml', all)).toEqual({
    kind: 'contract',
    id,
    requirementIds,
    what,
    location,
    verdict,
    caughtBy,
    distances,
    told: caughtBy[0] && `${caughtBy[0]} says so.`,
  });
});
