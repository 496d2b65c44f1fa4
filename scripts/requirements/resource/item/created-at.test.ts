import { expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemCreatedAt } from './created-at.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const note = (of: string) => `{ type: object, properties: { id: { type: integer, readOnly: true }, ${of} } }`;
const described = (of: string, method = 'post') =>
  descriptionOf(`
/notes:
  ${method}:
    operationId: addNote
    requestBody: { ${json(note('text: { type: string }'))} }
    responses: { '201': { description: '', ${json(note(of))} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note(of))} } } }
  put:
    operationId: putNote
    requestBody: { ${json(note('text: { type: string }'))} }
    responses: { '204': { description: '' } }
  patch:
    operationId: changeNote
    requestBody: { ${json(note('text: { type: string }, dateCreated: {}'))} }
    responses: { '200': { description: '', ${json(note(of))} } }`);

test('it is asked for of what no client sends', () => {
  const of = ['createdAt', 'created', 'creation_date', 'dateCreated', 'createdBy', 'updatedAt', 'recreated'];
  const description = described(of.map((name) => `${name}: { type: string }`).join(', '));
  const ids = catalogueOf(withoutWorkflows(description), 'server').map(({ id }) => id);
  expect(ids.filter((id) => /^\w+\.createdAt\./.test(id)).toSorted()).toEqual([
    ...['created', 'createdAt', 'creation_date'].map((name) => `changeNote.createdAt.${name}`),
    ...['created', 'createdAt', 'creation_date', 'dateCreated'].map((name) => `putNote.createdAt.${name}`),
  ]);
});

const time = '2026-03-01T10:00:00.250Z';
test.each<[what: string, was: Exact | undefined, is: Exact | undefined, shown: string]>([
  ['the same', time, time, 'kept'],
  ['the same without what is less than a second', time, '2026-03-01T10:00:00Z', 'kept'],
  ['the same, of which that was not there before', '2026-03-01T10:00:00Z', time, 'kept'],
  ['a later one', time, '2026-03-01T10:00:00.251Z', 'createdAt: "2026-03-01T10:00:00.251Z"'],
  ['another number', 7, 8, 'createdAt: 8'],
  ['not known before', undefined, time, 'out of reach'],
  ['not answered', time, undefined, 'out of reach'],
  ['null', time, null, 'out of reach'],
])('of a change that answers with %s, it is said', (_, was, is, received) => {
  const description = described('createdAt: { type: string }');
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no resource.')] = context.resources;
  const operation = operationIn(description, 'changeNote');
  const credential = context.credentialOf(operation);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body: null, credential };
  const body = { id: 1, ...(is !== undefined && { createdAt: is }) };
  const answer = { request: requestOf('PATCH', '/notes/1'), response: responseOf({ status: 200, body }), body };
  const before = { id: 1, ...(was !== undefined && { createdAt: was }) };
  const shown: string[] = [];
  const reach = itemCreatedAt.server?.reach;
  if (reach?.by === 'items')
    reach.check(context, { resource, of: 'change', parts, before, answer }, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  expect(shown).toEqual([received]);
});
