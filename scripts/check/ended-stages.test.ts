import { expect, test } from 'vitest';
import type { Finding } from '../report/check-verdict.ts';
import { causesOf } from '../report/finding-causes.ts';
import { Edits } from './edits.ts';
import { EndedStages } from './ended-stages.ts';

const contract = 'paths:\n  /lamps:\n    get:\n      parameters:\n        - name: limit\n';
const names = ['lint', 'generate', 'verify server'];
const findingOf = (line: number, side: string, message: string): Finding => ({
  location: { file: 'a.yaml', line, column: 1 },
  side,
  message,
});
const edited = findingOf(4, 'generated', 'operations.ts was edited by hand.');
const violated = findingOf(5, 'server', 'At most 20 items. Received: 22 items');

/** What all of these have found, by the line and the side that it is shown at. */
function causesAfter(before: string, isCodeSame: boolean, found: Record<string, Finding[]>) {
  const edits = () => new Edits('a.yaml', before, contract, isCodeSame);
  const ended = new EndedStages({ names, onStage: () => undefined, edits });
  for (const name of names) ended.add({ name, seconds: 0, summary: '', findings: found[name] ?? [] });
  return causesOf(ended.inOrder()).map(({ finding, witnesses }) => [
    `${finding.location.line} ${finding.side}`,
    witnesses.length,
  ]);
}

test('what a generated file does that was edited by hand is one finding, where nothing else was edited', () => {
  const found = { generate: [edited], 'verify server': [violated] };
  expect(causesAfter(contract, true, found)).toEqual([['4 generated', 2]]);
});

test.each<[what: string, before: string, isCodeSame: boolean, found: Record<string, Finding[]>, causes: unknown]>([
  [
    'the code has not passed',
    contract,
    false,
    {},
    [
      ['4 generated', 1],
      ['5 server', 1],
    ],
  ],
  [
    'lint says it',
    contract,
    true,
    { lint: [findingOf(2, 'spec', 'Wrong.')] },
    [
      ['2 spec', 1],
      ['4 generated', 2],
    ],
  ],
  ['no generated file is another', contract, true, { generate: [] }, [['5 server', 1]]],
])('a finding has a cause of its own where %s', (_, before, isCodeSame, found, causes) => {
  const all = { generate: [edited], 'verify server': [violated], ...found };
  expect(causesAfter(before, isCodeSame, all)).toEqual(causes);
});
