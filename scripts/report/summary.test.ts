import { expect, test } from 'vitest';
import { headerPresent } from '../requirements/response/header-present.ts';
import { responseStatus } from '../requirements/response/status.ts';
import { requirementWith } from '../test/requirement.ts';
import { type Reasoned, withoutParts } from './summary.ts';

const reason = 'no case reached it';
const response = (set: string, status: string): Reasoned => ({
  requirement: requirementWith({ id: `${set} ${status}`, kind: responseStatus.id, subject: { set, status } }),
  reason,
});
const header = (set: string, status: string, name: string): Reasoned => ({
  requirement: requirementWith({
    id: `${set} ${status} ${name}`,
    kind: headerPresent.id,
    subject: { set, status, name },
  }),
  reason,
});
const other: Reasoned = { requirement: requirementWith({ id: 'readBook exists' }), reason };

test.each<[name: string, reasoned: Reasoned[], left: Record<string, number>]>([
  ['a response with its own', [response('a', '400'), header('a', '400', 'X')], { 'a 400': 1 }],
  [
    'one that comes after them',
    [header('a', '400', 'X'), header('a', '400', 'Y'), response('a', '400')],
    { 'a 400': 2 },
  ],
  ['one alone', [response('a', '400'), other], { 'a 400': 0, 'readBook exists': 0 }],
  ['parts of one that was seen', [header('a', '400', 'X'), header('a', '400', 'Y')], { 'a 400 X': 0, 'a 400 Y': 0 }],
  ['another status', [response('a', '400'), header('a', '4XX', 'X')], { 'a 400': 0, 'a 4XX X': 0 }],
  ['another operation', [response('a', '400'), header('ab', '400', 'X')], { 'a 400': 0, 'ab 400 X': 0 }],
])('of %s is left what belongs to nothing else', (_, reasoned, left) =>
  expect(Object.fromEntries(withoutParts(reasoned).map(({ requirement: { id }, parts }) => [id, parts]))).toEqual(left),
);
