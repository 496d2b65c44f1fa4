import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const text = 'content: { text/plain: { schema: { type: string } } }';
const failing = (words: string) => `
/oops:
  get:
    operationId: fail
    ${words}
    responses: { '200': { description: Never answered., ${text} }, '400': { description: '' } }`;

const server = {
  respond: ({ target, method }: HttpRequest) =>
    /^\/oops(\?|$)/.test(target) ? { status: method === 'GET' || method === 'HEAD' ? 400 : 405 } : { status: 404 },
};

test.each(['summary: Always fails', 'description: Always returns an error.', 'description: It always throws.'])(
  'nothing is asked of what need not serve: %s',
  async (words) => {
    expect(await notKeptBy(server, withoutWorkflows(descriptionOf(failing(words))), 'key', 1, false)).toEqual([]);
  },
);

test.each([
  'summary: Fails if it must',
  'summary: Always fails without a key',
  'description: Always returns the same.',
])('what fails must serve, where nothing says that it does not: %s', async (words) => {
  const specification = withoutWorkflows(descriptionOf(failing(words)));
  expect(await notKeptBy(server, specification, 'key', 1, false)).toContain('fail.exists');
});
