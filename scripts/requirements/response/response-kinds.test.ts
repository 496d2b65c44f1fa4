import { describe, expect, test } from 'vitest';
import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { type ResponseParts, requestOf, responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { MessageContext } from '../message-context.ts';
import { kindOf } from '../registry.ts';
import type { Requirement } from '../requirement.ts';
import type { Side } from '../side.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bodySchema } from './body-schema.ts';
import { responseStatus } from './status.ts';

const description = descriptionOf(
  `
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: All of them.
        headers: { X-Shelf: { required: true, schema: { type: integer } }, X-Note: { schema: { type: string } } }
        content:
          application/json: { schema: { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Book' } } }
      '204': { description: '' }
      '404':
        description: Refused.
        content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
  post:
    operationId: addBook
    responses:
      '201': { description: '' }
      '503':
        description: ''
        x-unverifiable: Nobody can violate it.
        content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
      4XX: { description: '' }
  head:
    operationId: countBooks
    responses: { '200': { description: Many., content: { application/json: { schema: { type: object } } } } }
`,
  `x-unmatched-responses:
  '405': { description: Not offered., headers: { Allow: { required: true, schema: { type: string } } } }
components:
  schemas:
    Book:
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 2 }
        kind: { enum: [novel, atlas] }
        size: { oneOf: [{ type: integer }, { type: boolean }] }
    Problem: { type: object, required: [status], properties: { status: { type: integer } } }`,
);
const specification = withoutWorkflows(description);
const isOfResponses = (requirement: Requirement) =>
  ['responses', 'answers'].includes(kindOf(requirement).server?.reach.by ?? '');
const required = (side: Side, of: string) =>
  catalogueOf(specification, side).filter((one) => isOfResponses(one) && one.id.startsWith(`${of}.responses.`));

test('what a server has to keep, in the words of the field', () => {
  expect(
    Object.fromEntries(required('server', 'listBooks').map(({ id, statement }) => [id.slice(20), statement])),
  ).toEqual({
    '200': 'Status 200 must be used as documented: All of them.',
    '204': 'Status 204 must be used as documented.',
    '404': 'Status 404 must be used as documented: Refused.',
    '200.headers.X-Shelf.present': 'Every 200 response must have the header X-Shelf.',
    '200.headers.X-Shelf.schema': 'The header X-Shelf of a 200 response must match its schema.',
    '200.headers.X-Note.schema': 'The header X-Note of a 200 response must match its schema.',
    '200.content': 'The body of a 200 response must be application/json.',
    '204.content': 'A 204 response must have no body.',
    '404.content': 'The body of a 404 response must be application/problem+json.',
    '200.body.type': 'The body of a 200 response must be of type array.',
    '200.body.maxItems': 'The body of a 200 response must have at most 3 items.',
    '200.body[].type': 'Each item of a 200 response must be of type object.',
    '200.body[].title.type': 'title of each item of a 200 response must be of type string.',
    '200.body[].title.minLength': 'title of each item of a 200 response must have at least 2 characters.',
    '200.body[].kind.enum': 'kind of each item of a 200 response must be "novel" or "atlas".',
    '404.body.type': 'The body of a 404 response must be of type object.',
    '404.body.status.type': 'status of a 404 response must be of type integer.',
    '200.body[].title.required': 'title of each item of a 200 response must be there.',
    '404.body.status.required': 'status of a 404 response must be there.',
    '200.body[].surplus': 'Each item of a 200 response must have no undescribed property.',
    '200.body.schema': 'The body of a 200 response must match its schema.',
    '200.body[].size.schema': 'size of each item of a 200 response must match its schema.',
    '404.body.schema': 'The body of a 404 response must match its schema.',
    '404.body.status.meaning': 'status of a 404 response must be the HTTP status of the response.',
    undocumented: 'Every response must have a documented status: 200, 204, 404.',
    failure: 'Every request must get a whole response, and none may make the server fail.',
  });
});

test.each<[side: Side, of: string, ids: string[]]>([
  ['server', 'countBooks', ['200', 'undocumented', 'failure']],
  [
    'server',
    'unmatched',
    [
      '405',
      '405.headers.Allow.present',
      '405.headers.Allow.schema',
      '405.headers.Allow.meaning',
      'undocumented',
      'failure',
    ],
  ],
  ['client', 'unmatched', []],
])('of a %s, in the responses of %s', (side, of, ids) =>
  expect(required(side, of).map(({ id }) => id.replace(`${of}.responses.`, ''))).toEqual(ids),
);

test('a client has to keep the same, but for what only the server can see to', () => {
  const [server, client] = [required('server', 'listBooks'), required('client', 'listBooks')];
  const ids = client.map(({ id }) => id);
  expect(server.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([
    'listBooks.responses.404.body.status.meaning',
  ]);
  expect(
    client.filter((one) => server.some(({ id, statement }) => id === one.id && statement !== one.statement)),
  ).toMatchObject([{ id: 'listBooks.responses.failure', statement: expect.stringMatching(/^Every call must end/) }]);
});

test.each([
  ['listBooks.responses.200', 'Response 200', null],
  ['addBook.responses.201', 'Response 201', null],
  ['addBook.responses.503', 'Response 503', 'Nobody can violate it.'],
  ['addBook.responses.503.body.status.type', 'Response 503', 'Nobody can violate it.'],
  ['addBook.responses.4XX', 'Response 4XX', expect.stringContaining('range of statuses')],
  ['listBooks.responses.undocumented', 'Any response', null],
  ['listBooks.responses.failure', 'Any response', null],
])('%s is in the section %s, and waived for %s', (id, section, waiver) =>
  expect(catalogueOf(specification, 'server').find((one) => one.id === id)).toMatchObject({ section, waiver }),
);

const context = new MessageContext(specification);
const book = { title: 'Emma', kind: 'novel', size: 3 };
const refusal = { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: { status: 404 } };
const usual: Record<string, ResponseParts> = {
  '200': { headers: { 'X-Shelf': '5', 'X-Note': 'a' }, body: [book, book] },
  '204': { status: 204 },
  '404': refusal,
};
const faults = required('server', 'listBooks').flatMap((requirement) =>
  (kindOf(requirement).server?.faults(context, requirement) ?? []).map((fault) => ({ requirement, fault })),
);

/**
 * The requirements that a server violates which gives a usual response of each status, many times,
 * with something before it.
 */
async function violatedBy({ wrap }: (typeof faults)[number]['fault']): Promise<string[]> {
  const { session, ledger } = benchFor(description);
  const set = session.setOf(operationIn(description, 'listBooks'));
  const responses = Object.values(usual).flatMap((parts) => Array.from({ length: 60 }, () => parts));
  const sent = responses.map((parts) => responseOf(parts))[Symbol.iterator]();
  const server = async (): Promise<HttpResponse> => sent.next().value ?? expect.fail('There is no more.');
  const send = wrap(server, { key: '', limitedKey: '', now: Date.now, doing: () => '' });
  for (const _ of responses) {
    const request: HttpRequest = requestOf('GET', '/books');
    const response = await send(request).catch((error: Error) => error);
    if (response instanceof Error) session.responseChecks.unanswered(set, request, response.message);
    else session.responseChecks.check(set, { request, response }, '/books');
  }
  return idsOf(ledger, 'violated');
}

describe('a fault violates its requirement', () => {
  test('of which there are some for each that can be violated', () => {
    const known = new Set(faults.map(({ requirement: { id } }) => id));
    expect(required('server', 'listBooks').flatMap(({ id }) => (known.has(id) ? [] : [id]))).toEqual([
      // Every text is as its schema says.
      'listBooks.responses.200.headers.X-Note.schema',
    ]);
  });

  test.each(faults.map((one) => [one.requirement.id, one.fault.what, one] as const))(
    '%s: %s',
    async (id, _, { requirement, fault }) => {
      const violated = await violatedBy(fault);
      // Another status is judged as what it is then, and a wrong body first by what is said of its parts.
      const isOfOthers = requirement.kind === responseStatus.id || requirement.kind === bodySchema.id;
      expect(violated.some((one) => isOfOthers || one === id)).toBe(true);
    },
  );

  test('and a server without one violates none', async () =>
    expect(await violatedBy({ what: '', wrap: (send) => send })).toEqual([]));
});

test('a client that changes a header leaves a response alone that does not have it', async () => {
  const requirement = required('client', 'listBooks').find(({ id }) => id.endsWith('X-Note.schema'));
  const [change] = requirement === undefined ? [] : (kindOf(requirement).client?.faults(context, requirement) ?? []);
  const through = async (parts: ResponseParts) => {
    const sent = responseOf(parts);
    const harness = { key: '', elsewhere: () => Promise.resolve(sent) };
    const seen = await change?.between?.(() => Promise.resolve(sent), harness)(requestOf('GET', '/books'));
    return { isSame: seen === sent, note: seen === undefined ? undefined : headerOf(seen, 'X-Note') };
  };
  expect(await through({ headers: { 'X-Shelf': '5' } })).toEqual({ isSame: true, note: undefined });
  expect(await through({ headers: { 'X-Note': 'a' } })).toEqual({ isSame: false, note: 'a1' });
});
