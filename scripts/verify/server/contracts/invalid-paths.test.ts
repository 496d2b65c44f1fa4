import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

/** Tickets that nothing makes, and whose codes have a form that the contract does not say. */
const described = (refusal: string) =>
  descriptionOf(`
/tickets/{code}:
  parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
  get:
    operationId: readTicket
    responses:
      '200': { description: '', content: { application/json: { schema: { type: object } } } }
      '400': { description: ${refusal} }
      '404': { description: No such ticket }
`);

function respond({ target, method }: HttpRequest): ResponseParts {
  const [, top, code = ''] = (target.split('?')[0] ?? '').split('/');
  if (top !== 'tickets' || code === '') return { status: 404 };
  if (method !== 'GET') return { status: 405, headers: { Allow: 'GET' } };
  return { status: /^T-\d{3}$/.test(code) ? 404 : 400 };
}

test.each<[refusal: string, isBlamed: boolean]>([
  ['Invalid `code`', false],
  ['Bad request', true],
])('a text in a path that is refused with 400, "%s"', async (refusal, isBlamed) =>
  expect((await notKeptBy({ respond }, withoutWorkflows(described(refusal)), '', 1, false)).length > 0).toBe(isBlamed),
);
