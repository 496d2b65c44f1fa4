import { stripVTControlCharacters } from 'node:util';
import { expect, describe as group, test } from 'vitest';
import { hostile, publicOf, requirementOf, shownCurl, violated } from '../report/test/verifications.ts';
import { exampleCurl } from '../stub/example-request.ts';
import { LiveLines } from '../stub/live-lines.ts';
import { stubFor } from '../stub/test/stub-bench.ts';
import { descriptionOf } from '../test/contracts.ts';
import type { RequirementResult } from '../verify/result.ts';
import { describeStub, stubReport, verdictOn } from './stub-report.ts';

const unused = (id: string) => requirementOf(id, { verdict: 'unproven', reason: 'no request used it' });
const advice = { client: 'Ask for less.', contract: 'Allow more.' };

test('says of each operation that was used what was kept, and how it was violated', () => {
  const requirements = [
    requirementOf('list.a'),
    requirementOf('list.b', violated({ advice })),
    unused('list.c'),
    requirementOf('read.a'),
    unused('add.a'),
  ];
  expect(
    stripVTControlCharacters(describeStub(publicOf(requirements, { key: 'secret-1' }))),
  ).toBe(`✗ list  1 kept, 1 violated, 1 not used
✓ read  1 kept

✗ list.b spec/a,b.yaml:7:3
  documented at most 1
  received   2
  curl       ${shownCurl}
  client     Ask for less.
  contract   Allow more.
  seen in 3 cases

The curl lines need export KEY=…

812 requests: 1 requirement violated, 2 kept, 2 not used.`);
});

test.each<[requirements: RequirementResult[], verdict: string]>([
  [[requirementOf('a.a'), unused('a.b')], 'kept'],
  [[requirementOf('a.a'), requirementOf('a.b', violated())], 'violated'],
  [[unused('a.a')], 'unproven'],
])('what was not used does not fail %#', (requirements, verdict) => {
  expect([
    verdictOn(publicOf(requirements)),
    (JSON.parse(stubReport(publicOf(requirements))) as { verdict: string }).verdict,
  ]).toEqual([verdict, verdict]);
});

const library = (others = '') => `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      deprecated: true
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: '' } }
      ${others}
`;

group('prints live', () => {
  async function linesOf(printsAll: boolean, document: string, ...targets: string[]): Promise<string[]> {
    const { ask, exchanges } = stubFor(document);
    for (const target of targets) await ask(`GET ${target}`);
    const lines = new LiveLines(printsAll);
    return exchanges
      .flatMap((exchange) => lines.linesFor(exchange))
      .map((line) => stripVTControlCharacters(line).replace(/\S+openapi\.yaml/, 'FILE'));
  }
  const violation =
    '✗ FILE:8:56 listBooks.parameters.query.limit.type: limit=x; documented: limit (query) must be integer.';

  test.each<[what: string, printsAll: boolean, document: string, targets: string[], expected: string[]]>([
    [
      'what is violated, in one line each',
      false,
      library(),
      ['/books?limit=x'],
      [violation, '! listBooks is deprecated.'],
    ],
    ['of a deprecated operation once', false, library(), ['/books', '/books'], ['! listBooks is deprecated.']],
    [
      'what the contract says of that',
      false,
      library(`x-deprecated-since: '2026-01-02'
      x-sunset: '2031-01-02'
      x-replacement: { operationId: other }`),
      ['/books'],
      ['! listBooks is deprecated since 2026-01-02, removed on 2031-01-02, replaced by other.'],
    ],
    [
      'every request, where that is wanted',
      true,
      library(),
      ['/books?limit=1', '/books?limit=x'],
      ['GET /books?limit=1 200', '! listBooks is deprecated.', 'GET /books?limit=x 200', violation],
    ],
  ])('%s', async (_, printsAll, document, targets, expected) => {
    const found = await linesOf(printsAll, document, ...targets);
    expect(found).toEqual(expected);
  });

  test('nothing that acts on a terminal', async () => {
    const { stub, exchanges } = stubFor(library());
    await stub.respond({ method: 'GET', target: `/${hostile}`, headers: [], body: null });
    const lines = exchanges.flatMap((exchange) => new LiveLines(true).linesFor(exchange));
    expect(stripVTControlCharacters(lines.join(''))).not.toMatch(/[^\P{C}]/u);
  });
});

test.each<[what: string, paths: string, others: string, expected: string | undefined]>([
  [
    'the list rather than one thing',
    `
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: a, responses: {} }
/books:
  get: { operationId: b, responses: {} }
`,
    '',
    'curl http://localhost/v1/books',
  ],
  [
    'what must be given, by its examples',
    `
/books/{id}:
  get:
    operationId: a
    parameters:
      - { name: id, in: path, required: true, example: 7, schema: { type: integer } }
      - { name: q, in: query, required: true, schema: { enum: [a b] } }
      - { name: X-A, in: header, required: true, schema: { type: string, examples: [me] } }
    responses: {}
`,
    '',
    'curl -H "X-A: me" "http://localhost/v1/books/7?q=a%20b"',
  ],
  [
    'the key as the contract has it',
    '/books:\n  get: { operationId: a, responses: {} }',
    'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: query, name: card } } }',
    'curl "http://localhost/v1/books?card=any-key"',
  ],
  [
    'nothing that a shell runs',
    '"/a;$(id)`id`\\"":\n  get: { operationId: a, responses: {} }',
    '',
    'curl "http://localhost/v1/a;\\$(id)\\`id\\`\\""',
  ],
  ['nothing where nothing can be read', '/books:\n  post: { operationId: a, responses: {} }', '', undefined],
])('a line to try has %s', (_, paths, others, expected) => {
  expect(exampleCurl(descriptionOf(paths, others), 'http://localhost/v1', undefined)).toBe(expected);
});

test.each<[scheme: string, key: string | undefined, expected: string]>([
  ['type: http, scheme: bearer', 'secret', 'curl -H "Authorization: Bearer $KEY" http://localhost/v1/books'],
  ['type: http, scheme: basic', 'anna:secret', 'curl -u "$KEY" http://localhost/v1/books'],
  ['type: http, scheme: basic', 'secret', 'curl -u "$KEY:" http://localhost/v1/books'],
  ['type: http, scheme: basic', undefined, 'curl -u "any-key:" http://localhost/v1/books'],
  ['type: apiKey, in: query, name: card', 'secret', 'curl "http://localhost/v1/books?card=$KEY"'],
])('a line to try with a key by %s, %j: %s', (scheme, key, expected) => {
  const others = `security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { ${scheme} } } }`;
  const description = descriptionOf('/books:\n  get: { operationId: a, responses: {} }', others);
  expect(exampleCurl(description, 'http://localhost/v1', key)).toBe(expected);
});
