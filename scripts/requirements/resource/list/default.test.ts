import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { listDefault } from './default.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const crate = '{ type: object, properties: { id: { type: string } } }';

test.each([
  ['may be left out', 'schema: { type: integer, default: 20 }', ['limit']],
  ['every request has', 'required: true, schema: { type: integer, default: 20 }', []],
  ['stands for no end', 'schema: { type: integer, default: 0 }', []],
])('a list has the default of a size that %s', (_, limit, parameters) => {
  const description = descriptionOf(`
/crates:
  get:
    operationId: listCrates
    parameters: [{ name: limit, in: query, ${limit} }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${crate} }`)} } }
/crates/{id}:
  get:
    operationId: readCrate
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${json(crate)} } }`);
  const listed = listDefault.list(benchFor(description).session, operationIn(description, 'listCrates'), 'server');
  expect(listed.map(({ subject }) => subject.parameter)).toEqual(parameters);
});
