import { expect, test } from 'vitest';
import type { HttpRequest, Send } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { MessageContext } from '../message-context.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { likeItemFaults } from './like-item-faults.ts';

const tool = 'content: { application/json: { schema: { type: object, required: [id], properties: { id: {} } } } }';
const context = new MessageContext(
  withoutWorkflows(
    descriptionOf(`
/tools:
  post:
    operationId: addTool
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '', ${tool} }, '400': { description: '' } }
/tools/{toolId}:
  get:
    operationId: readTool
    parameters: [{ name: toolId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${tool} } }`),
  ),
);

/** A server that counts its tools, and refuses what is no JSON. */
function counting(): Send {
  let count = 0;
  return async ({ method, target, body }) => {
    if (method === 'GET') return responseOf({ body: { id: Number(target.split('/').at(-1)) } });
    if (jsonIn(body) === undefined) return responseOf({ status: 400 });
    count += 1;
    return responseOf({ status: 201, body: { id: count } });
  };
}

const adding = (body: string): HttpRequest => ({ ...requestOf('POST', '/tools'), body: Buffer.from(body) });

test.each([
  ['addTool refuses a like item', ['201 {"id":1}', '201 {"id":2}', '400 ', '200 {"id":1}']],
  ['addTool replaces a like item', ['201 {"id":1}', '201 {"id":2}', '201 {"id":3}', '200 {"id":3}']],
])('%s', async (what, answers) => {
  const fault = likeItemFaults(context, ['addTool']).find((one) => one.what === what);
  const send = fault?.wrap(counting(), { key: 'k', limitedKey: 'l', now: Date.now, doing: () => '' });
  const seen: string[] = [];
  for (const request of [adding('{"a":1}'), adding('{"a":2}'), adding('{"a":1}'), requestOf('GET', '/tools/1')]) {
    const response = await send?.(request);
    seen.push(`${response?.status} ${response?.body.toString()}`);
  }
  expect(seen).toEqual(answers);
});

test('there are none of what a workflow does not create twice', () => {
  expect(likeItemFaults(context, ['readTool'])).toEqual([]);
});
