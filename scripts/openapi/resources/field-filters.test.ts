import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { isFieldFilter } from './field-filters.ts';

test.each([
  ['filter', 'Pairs as `status:open`', true],
  ['filter', 'What is wanted: at 10:30', false],
  ['name', 'One such as `name:value`', false],
])('%s, described as "%s", has fields in its text: %s', (name, said, isOne) => {
  const description = descriptionOf(`
/notes:
  get:
    operationId: listNotes
    parameters: [{ name: ${name}, in: query, description: ${JSON.stringify(said)}, schema: { type: string } }]
    responses: { '200': { description: '' } }`);
  const [parameter = expect.fail('There is none.')] = operationIn(description, 'listNotes').parameters;
  expect(isFieldFilter(description.contract, parameter)).toBe(isOne);
});
