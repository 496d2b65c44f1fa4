import { describe, expect, test } from 'vitest';
import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { parameterRequired } from '../parameter/required.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const lamp = 'content: { application/json: { schema: { type: object, properties: { color: { type: string } } } } }';
const described = ({ isTagged = true, isRequired = false, refusals = "'412': {}, '428': {}" } = {}) =>
  descriptionOf(`
/lamp:
  get:
    operationId: readLamp
    responses: { '200': { ${isTagged ? 'headers: { ETag: { schema: { type: string } } },' : ''} ${lamp} } }
  put:
    operationId: putLamp
    parameters: [{ name: If-Match, in: header, required: ${isRequired}, schema: { type: string } }]
    requestBody: { ${lamp} }
    responses: { '200': { ${lamp} }, '400': {}, ${refusals} }
`);

/** Wants the current tag of its lamp, and gives it another one with each change. */
function server(): (request: HttpRequest) => { status?: number; body?: string; headers?: Record<string, string> } {
  let version = 1;
  return (request) => {
    const headers = { ETag: `"${version}"`, 'Content-Type': 'application/json' };
    if (request.method === 'GET') return { body: '{}', headers };
    const tag = headerOf(request, 'If-Match');
    if (tag === undefined) return { status: 428 };
    if (tag !== `"${version}"` && tag !== '*') return { status: 412 };
    version += 1;
    return { body: '{}', headers };
  };
}

const idsOf = (description: ReturnType<typeof described>, side: 'server' | 'client') =>
  catalogueOf(withoutWorkflows(description), side)
    .map(({ id }) => id)
    .filter((id) => /If-Match\.(required|optional)$/.test(id));

describe('where a 428 is documented, If-Match must be given', () => {
  test.each([true, false])('to an item whose tag is read: %s', async (isTagged) => {
    const description = described({ isTagged });
    const { session } = benchFor(description, server());
    const put = operationIn(description, 'putLamp');
    expect((await session.call(await session.source.base(put))).response.status).toBe(200);
    const parts = await session.source.base(put);
    await session.call(parts);
    expect((await session.call(await session.source.tags.withCurrentTag(parts))).response.status).toBe(200);
  });

  test('and without it, that is the answer', () => {
    const description = described();
    expect(idsOf(description, 'server')).toEqual(['putLamp.parameters.header.If-Match.required']);
    expect(idsOf(description, 'client')).toEqual(['putLamp.parameters.header.If-Match.optional']);
    expect(allowedWithout(description)).toEqual([428]);
  });

  test('or what else is documented, where the contract requires the header as well', () =>
    expect(allowedWithout(described({ isRequired: true }))).toEqual([400, 428]));
});

test('without a 428, it is as the contract has it', () => {
  const description = described({ refusals: "'412': {}" });
  expect(idsOf(description, 'server')).toEqual(['putLamp.parameters.header.If-Match.optional']);
  expect(allowedWithout(described({ refusals: "'412': {}", isRequired: true }))).toEqual([400]);
});

/** The statuses of a request without the header. */
function allowedWithout(description: ReturnType<typeof described>): number[] {
  if (parameterRequired.server?.reach.by !== 'cases') return expect.fail('There are no cases.');
  const { session } = benchFor(description);
  const cases = parameterRequired.server.reach.cases(session, operationIn(description, 'putLamp'));
  return cases.flatMap(({ expectation }) =>
    expectation.kind === 'refused' ? [200, 400, 404, 412, 428].filter((status) => expectation.with.has(status)) : [],
  );
}
