import { expect, test } from 'vitest';
import { findingOf, findingsOf, withoutSiblings } from './problem-finding.ts';

const at = (line: number) => ({ file: 'a.yaml', line, column: 1 });
const messagesOf = (problems: Parameters<typeof withoutSiblings>[0]) =>
  withoutSiblings(problems).map(({ message }) => message);
const problem = (message: string, line = 1, rule = 'a') => ({ message, location: at(line), rule });

test.each<[what: string, problems: Parameters<typeof withoutSiblings>[0], messages: string[]]>([
  [
    'that differ in one word are one',
    [problem('No header A: add it.'), problem('No header B: add it.'), problem('No header C: add it.')],
    ['No header A, B, C: add it.'],
  ],
  ['at two lines are two', [problem('No A.'), problem('No B.', 2)], ['No A.', 'No B.']],
  ['of two rules are two', [problem('No A.'), problem('No B.', 1, 'b')], ['No A.', 'No B.']],
  ['that differ in two words are two', [problem('No A.'), problem('Add B.')], ['No A.', 'Add B.']],
  ['of which one says more are two', [problem('No A.'), problem('No B. Add it.')], ['No A.', 'No B. Add it.']],
  ['that are the same are as they were', [problem('No A.'), problem('No A.')], ['No A.', 'No A.']],
])('problems %s', (_, problems, messages) => {
  expect(messagesOf(problems)).toEqual(messages);
});

test.each([
  ['no-unused-components', true],
  ['struct', undefined],
])('what %s finds may follow from another finding: %s', (rule, isHint) => {
  expect(findingOf(problem('A.', 1, rule)).isHint).toBe(isHint);
});

test('what is no OpenAPI comes before what rules say of it', () => {
  const found = findingsOf([problem('No 401.', 2), problem('It is null.', 2, 'struct'), problem('No A.')]);
  expect(found.map(({ message }) => message)).toEqual(['It is null. (struct)', 'No 401. (a)', 'No A. (a)']);
});
