import { expect, test } from 'vitest';
import { descriptionOf } from '../test/contracts.ts';
import { MessageContext } from './message-context.ts';
import { withoutWorkflows } from './test/without-workflows.ts';

test('the whole body of a response is made once: each of its parts asks for it', () => {
  const lamp = '{ type: object, properties: { name: { type: string } } }';
  const description = descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    responses: { '200': { description: '', content: { application/json: { schema: ${lamp} } } } }
`);
  const context = new MessageContext(withoutWorkflows(description));
  const response = context.responseOf({ operationId: 'listLamps' }, '200');
  const schema = response && context.bodySchemaOf(response);
  const made = context.wholeBody(schema ?? '');
  expect(made).toHaveProperty('name');
  expect(context.wholeBody(schema ?? '')).toBe(made);
});
