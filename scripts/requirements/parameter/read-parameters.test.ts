import { expect, test } from 'vitest';
import { readRequest } from '../../http/request-text.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { ParameterReader } from './read-parameters.ts';

const names = Array.from({ length: 200 }, (_, index) => `q${index}`);
const described = names.map((name) => `{ name: ${name}, in: query, schema: { type: integer } }`).join(', ');
const description = descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    parameters: [${described}]
    responses: { '200': { description: '' } }
`);

/** The operation, with parameters that count how often they are asked for their names. */
function countingOperation(): { operation: Operation; asked: () => number } {
  let count = 0;
  const operation = operationIn(description, 'listLamps');
  const counting = (parameter: Parameter): Parameter => ({
    ...parameter,
    get name() {
      count += 1;
      return parameter.name;
    },
  });
  return { operation: { ...operation, parameters: operation.parameters.map(counting) }, asked: () => count };
}

test('of many parameters, each is looked up without looking at the others', () => {
  const { operation, asked } = countingOperation();
  const reader = new ParameterReader(description, operation);
  const target = `/lamps?${names.map((name) => `${name}=7`).join('&')}`;
  const read = reader.read(readRequest({ method: 'GET', target, headers: [], body: null }), new Map());
  expect(names.map((name) => read.of({ in: 'query', name }).value)).toEqual(names.map(() => 7));
  expect(asked()).toBeLessThan(20 * names.length);
});
