import { expect, test } from 'vitest';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { Stub } from '../../../stub/stub.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const paths = `
/tickets:
  get: { operationId: listTickets, responses: { '200': { description: '', ${json('Tickets')} } } }
  post:
    operationId: addTicket
    requestBody: { required: true, ${json('NewTicket')} }
    responses: { '201': { description: '', ${json('Ticket')} }, '400': { description: '' } }
/tickets/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
  get:
    operationId: getTicket
    responses: { '200': { description: '', ${json('Ticket')} }, '404': { description: '' } }
  patch:
    operationId: changeTicket
    requestBody: { required: true, ${json('NewTicket')} }
    responses: { '200': { description: '', ${json('Ticket')} }, '400': { description: '' }, '404': { description: '' } }
  delete: { operationId: removeTicket, responses: { '204': { description: '' }, '404': { description: '' } } }`;
const title = 'title: { type: string, minLength: 1 }';
const schemas = `components:
  schemas:
    NewTicket: { type: object, required: [title], properties: { ${title} } }
    Ticket: { type: object, required: [id, title], properties: { id: { type: string, format: uuid }, ${title} } }
    Tickets: { type: array, items: { $ref: '#/components/schemas/Ticket' } }`;
const all = ['listTickets', 'addTicket', 'getTicket', 'changeTicket', 'removeTicket'];

const selections = [...all.map((name) => [name]), ...all.map((left) => all.filter((name) => name !== left))];

test.each(selections.map((names) => ({ names })))('what $names take of others does not fail', async ({ names }) => {
  const clock = new StillClock();
  const specification = withoutWorkflows(descriptionOf(paths, schemas));
  const stub = new Stub(specification, { now: () => clock.now(), seed: 1, choice: { kind: 'state' } });
  const { requirements } = await verify(specification, {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => stub.respond(request),
    clock,
    seed: 7,
    selection: new Set(names),
  });
  const failed = requirements.filter(({ verdict }) => verdict === 'unproven' || verdict === 'violated');
  expect(failed.map(({ requirement }) => requirement.id)).toEqual([]);
});
