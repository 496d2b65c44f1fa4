import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import type { Description } from '../../../openapi/description.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { offlineContext } from '../../planning-context.ts';
import { encodeBody } from '../../request/request-parts.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { initialStatesOf } from './initial-states.ts';
import { startsAs } from './starts-as.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const item = `{ type: object, properties: {
  id: { type: integer },
  status: { enum: [draft, in_review, published] },
  enabled: { type: boolean },
  title: { type: string }
} }`.replaceAll('\n', ' ');

const described = (text: string, sent = 'title: { type: string }', answer = '') =>
  descriptionOf(`
/posts:
  post:
    operationId: write
    description: ${JSON.stringify(text)}
    requestBody: { required: true, ${json(`{ type: object, properties: { ${sent} } }`)} }
    responses: { '201': { description: ${JSON.stringify(answer)}, ${json(item)} } }
/posts/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json(item)} } } }
`);

test.each<[text: string, said: ExactObject]>([
  ['Creates a post, which is a `draft`.', { status: 'draft' }],
  ['Creates a post which is in review at first.', { status: 'in_review' }],
  ['Creates a post that is enabled. It is read by all.', { enabled: true }],
  ['Creates a post, which is disabled.', { enabled: false }],
  ['Creates a post with status `in_review`.', { status: 'in_review' }],
  ['The new post is a draft.', { status: 'draft' }],
  ['The post is initially in_review.', { status: 'in_review' }],
  ['Creates a post. It starts with the status DRAFT and version 0.', { status: 'draft' }],
  ['Every new post begins in state `in_review`.', { status: 'in_review' }],
  ['A new post has the status draft.', { status: 'draft' }],
  ['Its initial status is draft.', { status: 'draft' }],
  ['The post is given a unique id and will enter the `draft` status.', { status: 'draft' }],
  ['The post is read first, and enters state in_review.', { status: 'in_review' }],
  ['The post may enter the `draft` status.', {}],
  ['The author enters the `draft` status.', {}],
  ['It starts with an empty title.', {}],
  ['Creates a post, which is lost.', {}],
  ['Creates a post, which is `draft` unless it has a title.', {}],
  ['Creates a post, which is draft or published.', {}],
  ['Creates a letter, which is `draft`.', {}],
  ['Creates a post.', {}],
])('what a description says: %s', (text, said) => {
  const description = described(text);
  const states = initialStatesOf(benchFor(description).session, operationIn(description, 'write'));
  expect(Object.fromEntries(states.map(({ property, value }) => [property, value]))).toEqual(said);
});

test.each<[answer: string, said: ExactObject]>([
  ['The post, which is in review.', { status: 'in_review' }],
  ['The post, which may be in review.', {}],
  ['The post.', {}],
])('what the description of an answer says: %s', (answer, said) => {
  const description = described('', undefined, answer);
  const states = initialStatesOf(benchFor(description).session, operationIn(description, 'write'));
  expect(Object.fromEntries(states.map(({ property, value }) => [property, value]))).toEqual(said);
});

/** What is said of the answer to a creation. */
function said(description: Description, shown: ExactObject, sent: ExactObject, status = 201): unknown[] {
  const context = offlineContext(withoutWorkflows(description));
  const operation = operationIn(description, 'write');
  const resource = context.resources.find(({ create }) => create === operation) ?? expect.fail('There is no resource.');
  const credential = context.credentialOf(operation);
  const body = encodeBody('application/json', sent);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body, credential };
  const item = { id: 1, ...shown };
  const response = responseOf({ status, body: item });
  const answer = { request: requestOf('POST', '/posts'), response, body: item };
  const all: unknown[] = [];
  const reach = startsAs.server?.reach;
  const creation = { resource, of: 'creation', parts, answer, id: 1, isTaken: false, others: [] } as const;
  if (reach?.by === 'items') reach.check(context, creation, (_subject, _answer, one) => all.push(one));
  return all;
}

test('what clients may set is in any state where they do', () => {
  const description = described('Creates a post, which is a `draft`.', 'status: { type: string }');
  expect(said(description, { status: 'published' }, { status: 'published' })).toEqual([
    { outOfReach: 'The creation was sent status: the server may take it.' },
  ]);
  expect(said(description, { status: 'published' }, { title: 'One' })).toEqual([
    { documented: 'status: "draft"', received: 'status: "published"' },
  ]);
});

test.each<[what: string, shown: ExactObject, sent: ExactObject, seen: unknown, status?: number]>([
  ['in its state', { status: 'draft' }, { title: 'One' }, 'kept'],
  [
    'in another one',
    { status: 'published' },
    { title: 'One' },
    { documented: 'status: "draft"', received: 'status: "published"' },
  ],
  [
    'in another one that may have been asked for',
    { status: 'published' },
    { published: true },
    { outOfReach: 'What the creation was sent may bring the item into another state.' },
  ],
  ['in none that shows', {}, {}, { outOfReach: 'No answer has shown status of a new item.' }],
  ['or was there', { status: 'published' }, {}, { outOfReach: 'No response has said that an item is new.' }, 200],
])('of what is created %s, it is said', (_, shown, sent, seen, status = 201) => {
  expect(said(described('Creates a post, which is a `draft`.'), shown, sent, status)).toEqual([seen]);
});

test('its fault begins in another state', () => {
  const specification = withoutWorkflows(described('Creates a post, which is a `draft`.'));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === startsAs.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['begins in another state']);
});
