import { expect, test } from 'vitest';
import { isExactObject, within } from '../../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { UnrequestedChanges } from './unrequested-changes.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const attributes = '{ type: object, properties: { name: { type: string }, shutAt: { type: string, readOnly: true } } }';
const inData = (properties: string) =>
  json(`{ type: object, properties: { data: { type: object, properties: { ${properties} } } } }`);
const door = inData(`id: { type: integer }, attributes: ${attributes}`);
const description = descriptionOf(`
/doors:
  post:
    operationId: addDoor
    requestBody: { required: true, ${inData(`attributes: ${attributes}`)} }
    responses: { '201': { description: '', ${door} } }
/doors/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readDoor, responses: { '200': { description: '', ${door} } } }
`);

test('what the server alone sets may have changed, also within what clients set', async () => {
  const doorWith = (name: string, shutAt: string) => ({ data: { id: 1, attributes: { name, shutAt } } });
  const { session } = benchFor(description, ({ method }) =>
    method === 'POST' ? { status: 201, body: doorWith('Back', 'never') } : { body: doorWith('Front', '2030-01-01') },
  );
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const created = await session.call(await session.source.base(operationIn(description, 'addDoor')));
  const answer = await session.call(await session.source.base(operationIn(description, 'readDoor')));
  const known = { id: 1, item: created.body ?? null, isAnswered: true, exchange: created };
  const { item } = new UnrequestedChanges(session, resource).asOfNow(known, answer);
  expect(isExactObject(item) && within(item, ['data'])).toEqual(doorWith('Back', '2030-01-01').data);
});
