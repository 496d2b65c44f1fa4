import { expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import { offlineContext } from '../../planning-context.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { timeUnit } from './time-unit.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const note = (created: string) =>
  json(`{ type: object, properties: { id: { type: integer }, text: { type: string }, created: { ${created} } } }`);

const described = (created: string, sent = '') =>
  descriptionOf(`
/notes:
  post:
    operationId: addNote
    requestBody: { ${json(`{ type: object, properties: { text: { type: string }, ${sent} } }`)} }
    responses: { '201': { description: '', ${note(created)} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { '200': { description: '', ${note(created)} } } }`);

const seconds = 'type: integer, description: Seconds since the epoch.';
const text = 'type: string, format: date-time';

test.each<[created: string, sent: string, ids: string[]]>([
  [text, '', ['addNote.timeUnit.created']],
  [seconds, '', []],
  ['type: string', '', []],
  [text, 'created: { type: string }', []],
])('of times that are { %s }, where clients send %j, it is asked for %j', (created, sent, ids) => {
  const all = catalogueOf(withoutWorkflows(described(created, sent)), 'server').map(({ id }) => id);
  expect(all.filter((id) => id.includes('.timeUnit.'))).toEqual(ids);
});

const date = 'Sun, 04 May 2031 12:30:00 GMT';

test.each<[created: string, shown: Exact, date: string | undefined, seen: string]>([
  [text, '2031-05-04T12:00:00Z', undefined, 'kept'],
  [text, '1970-01-21T12:00:00Z', undefined, 'created: "1970-01-21T12:00:00Z"'],
  [text, null, undefined, 'out of reach'],
  [text, '2031-05-04T12:00:00Z', date, 'kept'],
  [text, '2031-05-05T13:00:00', date, 'kept'],
  [text, '2031-05-02T12:00:00Z', date, 'created: "2031-05-02T12:00:00Z"'],
  [text, '2031-05-06T12:00:00Z', date, 'created: "2031-05-06T12:00:00Z"'],
  ['type: string, format: date', '2031-05-03', date, 'kept'],
  ['type: string, format: date', '2031-05-01', date, 'created: "2031-05-01"'],
])('of what is { %s }, and %j in an answer of %s, it is said', (created, shown, sentAt, expected) => {
  const context = offlineContext(withoutWorkflows(described(created)));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  const operation = operationIn(context.description, 'addNote');
  const credential = context.credentialOf(operation);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body: null, credential };
  const body = { id: 1, created: shown };
  const headers = sentAt === undefined ? {} : { Date: sentAt };
  const answer = { request: requestOf('POST', '/notes'), response: responseOf({ status: 201, headers, body }), body };
  const creation = { resource, of: 'creation', parts, answer, id: 1, isTaken: false, others: [] } as const;
  const seen: string[] = [];
  const reach = timeUnit.server?.reach;
  if (reach?.by === 'items')
    reach.check(context, creation, (_subject, _answer, one) =>
      seen.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  expect(seen).toEqual([expected]);
});

test('its fault is of another unit', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(text)), ({ kind }) => kind === timeUnit.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is of another unit']);
});
