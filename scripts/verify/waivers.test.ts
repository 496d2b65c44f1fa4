import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirementWith } from '../test/requirement.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { RequirementResult } from './result.ts';
import { readWaivers, withWaivers } from './waivers.ts';

const read = (text: string) => readWaivers(join(temporaryFolder({ 'waivers.yaml': text }), 'waivers.yaml'));
const result = (id: string, verdict: 'kept' | 'unproven'): RequirementResult => ({
  requirement: requirementWith({ id }),
  cases: 0,
  samples: [],
  ...(verdict === 'kept' ? { verdict } : { verdict, reason: 'no case reached it' }),
});

test('YAML and JSON say what is waived, and why', () => {
  const waiver = { requirement: 'listLamps.*', reason: 'It is for the gateway.' };
  expect(read('- requirement: listLamps.*\n  reason: It is for the gateway.\n')).toEqual([waiver]);
  expect(read(JSON.stringify([waiver]))).toEqual([waiver]);
});

test.each<[text: string, message: RegExp]>([
  ['listLamps.exists: true', /must be a list/],
  ['- requirement: listLamps.exists', /entry 1 must have a requirement and a reason/],
  ["- { requirement: a, reason: ' ' }", /entry 1/],
  ['- { requirement: a, reason: b, until: c }', /entry 1 .* and no more/],
  ['- a\n\t- b', /waivers\.yaml:2:1 This is not valid YAML: Tabs/],
])('%s is refused', (text, message) => expect(() => read(text)).toThrow(message));

test('a file that is not there is said', () =>
  expect(() => readWaivers('no-such-file.yaml')).toThrow('Cannot read no-such-file.yaml: there is no such file.'));

test('what is unproven or violated is waived, and a waiver that waives nothing is said', () => {
  const all = [result('a.one', 'unproven'), result('a.two', 'kept'), result('b.one', 'unproven')];
  const waivers = ['a.*', 'a.two', 'c.one'].map((requirement) => ({ requirement, reason: 'So it is.' }));
  const { requirements, unused } = withWaivers(all, waivers);
  expect(requirements.map(({ verdict }) => verdict)).toEqual(['waived', 'kept', 'unproven']);
  expect(requirements[0]).toMatchObject({ reason: 'So it is.' });
  expect(unused).toEqual([
    'The waiver of a.two is not needed: nothing that it names is violated or unproven.',
    'The waiver of c.one names no requirement of this run.',
  ]);
});
