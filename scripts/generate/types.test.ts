import { expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { contractOf } from '../test/contracts.ts';
import { generateTypes } from './types.ts';

const withProperties = (properties: string) =>
  contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    A:
      type: object
      required: [needed]
      properties:
${properties}
`);

test.each<[name: string, property: string, type: string]>([
  ['required', 'needed: { type: string }', 'needed: string;'],
  ['optional', 'a: { type: string }', 'a?: string;'],
  ['optional, with a default', 'a: { type: string, default: x }', 'a?: string;'],
  ['nullable', "a: { type: [string, 'null'] }", 'a?: string | null;'],
  ['an enum', 'a: { enum: [x, y] }', 'a?: "x" | "y";'],
])('a property: %s', async (_, property, type) => {
  expect(await generateTypes(withProperties(`        ${property}`))).toContain(type);
});

test('a document is not changed by it', async () => {
  const contract = withProperties('        a: { type: string }');
  const before = JSON.stringify(contract.document);
  await generateTypes(contract);
  expect(JSON.stringify(contract.document)).toBe(before);
});

test('a document that is too much for openapi-typescript', async () => {
  const contract = contractOf(
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /50%:
    get: { responses: { '200': { description: D } } }
`,
  );
  await expect(generateTypes(contract)).rejects.toThrow(
    'openapi-typescript makes no types of this document: URI malformed',
  );
  await expect(generateTypes(contract)).rejects.toBeInstanceOf(CannotRun);
});
