import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const idsWith = (required: string) => {
  const schema = `{ schema: { type: object, required: [${required}], properties: { name: { type: string } } } }`;
  const description = descriptionOf(`
/tools/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  post:
    operationId: changeTool
    requestBody:
      required: true
      content: { application/json: ${schema}, application/x-www-form-urlencoded: ${schema} }
    responses: { '200': { description: '' }, '400': { description: '' } }`);
  return catalogueOf(withoutWorkflows(description), 'server').map(({ id }) => id);
};

test('a body must be given where a form has a field in any case', () => {
  expect(idsWith('name')).toContain('changeTool.requestBody.given');
});

test('a form without a field is the same on the wire as no body', () => {
  expect(idsWith('')).not.toContain('changeTool.requestBody.given');
});
