import { expect, test } from 'vitest';
import type { Contract } from '../openapi/contract.ts';
import { operationsOf } from '../openapi/operations.ts';
import { serviceOf } from '../openapi/service.ts';
import { contractOf } from '../test/contracts.ts';
import { generateCalls } from './calls.ts';

const callsOf = (contract: Contract) => generateCalls(contract, operationsOf(contract), serviceOf(contract));
const described = (operation: string, others = '') =>
  callsOf(
    contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /desks:
    get:
      operationId: listDesks
      responses: { '200': { description: D, content: { application/json: { schema: { type: array } } } } }
${others}
  /desks/{id}:
    get:
      operationId: readDesk
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '2XX': { description: D }
        '404':
          description: N
          headers: { Left: { schema: { type: integer } }, Why: { schema: { type: string } } }
${operation}
`),
  );

test('a signature for each path, and then one for all of a method', () => {
  const text = described('');
  const signatures = [...text.matchAll(/^ {2}([A-Z]+)(<.*>)?\($/gm)].map(
    ([, method, generic = '']) => method + generic,
  );
  expect(signatures).toEqual(['GET', 'GET', 'GET<Path extends "/desks" | "/desks/{id}">']);
  expect(text).toContain('path: "/desks",\n    init?: CallInput<paths["/desks"]["get"]> & Options,');
  expect(text).toContain('path: "/desks/{id}",\n    init: CallInput<paths["/desks/{id}"]["get"]> & Options,');
});

test('a method with one path has one signature', () => {
  const text = described('', '    post: { operationId: addDesk, responses: { "201": { description: C } } }');
  expect(text.match(/^ {2}POST/gm)).toHaveLength(1);
});

test('summary and description are shown, and end no comment', () => {
  const text = described('      summary: One desk\n      description: "A */ desk\\n\\n  of wood"');
  expect(text).toContain('  /**\n   * One desk\n   *\n   * A *\\/ desk\n   *\n   *   of wood\n   */\n  GET(');
});

test.each([
  ['nothing but that', '', 'deprecated'],
  ['since when', "      x-deprecated-since: '2030-01-02'", 'deprecated since 2030-01-02'],
  ['until when', "      x-sunset: '2031-01-02'", 'deprecated and will be removed on 2031-01-02'],
  ['what replaces it', '      x-replacement: { operationId: listDesks }', 'deprecated: use GET /desks'],
  [
    'all of it',
    `      x-deprecated-since: '2030-01-02'
      x-sunset: '2031-01-02'
      x-replacement: { operationId: listDesks, parameter: id }`,
    'deprecated since 2030-01-02 and will be removed on 2031-01-02: use GET /desks with its parameter id',
  ],
])('a deprecation says %s: to an editor, and to a client', (_, extensions, sentence) => {
  const text = described(`      deprecated: true\n${extensions}`);
  expect(text).toContain(`   * @${sentence}\n`);
  expect(text).toContain(`"message": "GET /desks/{id} is ${sentence}."`);
});

test('the table has the successes, and every header with its type', () => {
  const text = described('');
  expect(text).toMatch(/"successes": \{\s+"200": \[\s+"application\/json"\s+\]\s+\}/);
  expect(text).toMatch(/"successes": \{\s+"2XX": \[\]\s+\}/);
  expect(text).toMatch(/headerTypes = \{\s+"Left": "number",\s+"Why": "string"\s+\}/);
});
