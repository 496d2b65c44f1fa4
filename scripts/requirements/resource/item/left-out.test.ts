import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { encodeBody } from '../../request/request-parts.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { leftOut } from './left-out.ts';

const described = (labels: string) => {
  const json = `content: { application/json: { schema: { type: object, properties: { labels: ${labels} } } } }`;
  return descriptionOf(`
/lamps/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
  put: { operationId: replace, requestBody: { ${json} }, responses: { '200': { description: '', ${json} } } }
`);
};

type Answered = (before: ExactObject) => ExactObject;

/** What a replacement shows that puts one map in the place of another, and is answered with a third. */
function shownBy(description: ReturnType<typeof described>, sent: ExactObject, received: Answered) {
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  const operation = operationIn(description, 'replace');
  const credential = context.credentialOf(operation);
  const body = encodeBody('application/json', { labels: sent });
  const before = { labels: { site: `a ${context.values.mark}`, of: 'server' } };
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body, credential };
  const answer = { request: requestOf('PUT', '/lamps/1'), response: responseOf({}), body: undefined };
  return leftOut(context, resource, { parts, before, answer }, { labels: received(before.labels) });
}

const map = '{ type: object, additionalProperties: { type: string } }';
const violation = { documented: 'No labels.site: the replacement has none.', received: 'the one of before' };

test.each<[what: string, labels: string, sent: ExactObject, received: Answered, shown: unknown[]]>([
  ['another map', map, { floor: 'b' }, () => ({ floor: 'b' }), []],
  ['both maps together', map, { floor: 'b' }, (before) => ({ ...before, floor: 'b' }), [['labels', violation]]],
  ['the map of before', map, {}, (before) => before, [['labels', violation]]],
  ['an entry that was put again', map, { site: 'b' }, () => ({ site: 'b' }), []],
  ['entries of its own', map, { floor: 'b' }, () => ({ site: 'none', of: 'server', floor: 'b' }), []],
  ['a property of what is no map', '{ type: object, properties: { site: {} } }', {}, (before) => before, []],
])('a replacement that is answered with %s', (_, labels, sent, received, shown) =>
  expect(shownBy(described(labels), sent, received)).toEqual(shown),
);
