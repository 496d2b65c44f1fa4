import { expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bulkResults, refusesEntry } from './bulk-results.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const thing = (properties: string) => `{ type: object, properties: { ${properties} } }`;
const count = 'accepted: { type: integer }, rejected: { type: integer }';
const whole = (results: string, result: string) =>
  `{ type: object, properties: { ${count}, ${results}: { type: array, items: ${thing(result)} } } }`;
const list = `{ type: array, items: ${thing('name: { type: string }')} }`;
const described = ({
  results = 'results',
  result = 'index: { type: integer, minimum: 0 }, status: { type: integer }',
  status = 207,
} = {}) =>
  descriptionOf(`
/readings:
  post:
    operationId: addAll
    requestBody: { ${json(`{ type: object, required: [all], properties: { all: ${list} } }`)} }
    responses: { '${status}': { description: '', ${json(whole(results, result))} } }
`);

interface Result {
  index?: number;
  status?: number;
}

interface Answered {
  accepted?: number;
  rejected?: number;
  results: Result[];
}

/** What the probe says of what a server answers to so many entries. */
async function judged(answer: (count: number) => Answered, status = 207): Promise<Probed<string>['judgement'][]> {
  const description = described();
  const { session } = benchFor(description, ({ body }) => {
    const sent = jsonIn(body) ?? null;
    const all = isExactObject(sent) ? sent['all'] : undefined;
    return { status, body: answer(Array.isArray(all) ? all.length : 0) };
  });
  return probedJudgements(bulkResults, session, 'addAll');
}

const each = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ index: first + at, status: 201 }));
const conflict = { index: 0, status: 409 };

test.each<[what: string, answer: (count: number) => Answered, judgement: unknown]>([
  ['a result for each', (count) => ({ accepted: count, rejected: 0, results: each(count) }), 'kept'],
  ['results in another order', (count) => ({ results: each(count).toReversed() }), 'kept'],
  [
    'one that was refused',
    (count) => ({ accepted: count - 1, rejected: 1, results: [conflict, ...each(count - 1, 1)] }),
    'kept',
  ],
  ['no places', (count) => ({ results: each(count).map(({ status }) => ({ status })) }), 'kept'],
  [
    'a result too few',
    (count) => ({ results: each(count - 1) }),
    violation('3 results, one of each entry.', '2 results'),
  ],
  [
    'places that begin with 1',
    (count) => ({ results: each(count, 1) }),
    violation('Each index once: 0, 1, 2.', '1, 2, 3'),
  ],
  [
    'one place twice',
    (count) => ({ results: [...each(count - 1), ...each(1)] }),
    violation('Each index once: 0, 1, 2.', '0, 1, 0'),
  ],
  [
    'a count that is wrong',
    (count) => ({ accepted: count + 1, results: each(count) }),
    violation('accepted 3, as the results say.', 'accepted 4'),
  ],
  [
    'counts that are not those of all',
    (count) => ({ accepted: count, rejected: 1, results: each(count).map(({ index }) => ({ index })) }),
    violation('accepted and rejected are all entries: 3.', '3 and 1'),
  ],
])('a server that answers with %s', async (_, answer, judgement) => expect(await judged(answer)).toEqual([judgement]));

function violation(documented: string, received: string) {
  return { documented, received };
}

test('another answer shows nothing', async () => {
  expect(await judged(() => ({ results: [] }), 202)).toEqual([{ outOfReach: 'No 207 has had results.' }]);
});

test.each<[what: string, change: Parameters<typeof described>[0], count: number]>([
  ['has a result for each', {}, 1],
  ['has those that failed', { results: 'errors' }, 0],
  ['does not say what became of them', { result: 'name: { type: string }' }, 0],
  ['is a 200', { status: 200 }, 0],
])('an answer that %s', (_, change, count) => {
  const description = described(change);
  const { session } = benchFor(description);
  expect(bulkResults.list(session, operationIn(description, 'addAll'), 'server')).toHaveLength(count);
});

test.each<[result: Exact, isRefused: boolean]>([
  [{ index: 0, status: 201 }, false],
  [{ index: 0, status: 422 }, true],
  [{ index: 0, status: 'rejected' }, true],
  [{ index: 422, status: 'created' }, false],
  [{ index: 0, success: false }, true],
])('an entry with the result %j', async (result, isRefused) => {
  const description = described();
  const addAll = operationIn(description, 'addAll');
  const refusesWith = async (status: number) => {
    const { session } = benchFor(description, () => ({ status, body: { results: [{ status: 201 }, result] } }));
    return refusesEntry(session, addAll, await session.call(await session.source.base(addAll)));
  };
  expect([await refusesWith(207), await refusesWith(200)]).toEqual([isRefused, false]);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === bulkResults.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['the last one is left out']);
});
