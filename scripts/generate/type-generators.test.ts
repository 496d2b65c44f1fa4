import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFile, projectFolder } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject, objectOf, stringOf } from '../openapi/json.ts';
import { readContract } from '../openapi/read-contract.ts';
import { contractOf } from '../test/contracts.ts';
import { schemaNames } from './schema-names.ts';
import { typeErrors } from './test/type-errors.ts';
import { typeGenerators } from './types.ts';

const everything = `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /no-id/{a}:
    parameters:
      - { name: a, in: path, required: true, schema: { type: integer } }
      - { $ref: '#/components/parameters/Page' }
    get:
      parameters:
        - { name: b, in: header, required: true, content: { application/json: { schema: { type: object } } } }
      responses: { default: { description: D }, 4XX: { $ref: '#/components/responses/Bad' } }
    put:
      operationId: put#it
      requestBody: { $ref: '#/components/requestBodies/Form' }
      responses: { '204': { description: D, headers: { X-A: { required: true, schema: { type: integer } } } } }
webhooks:
  told:
    post: { requestBody: { content: { text/plain: {} } }, responses: { '200': { description: D } } }
components:
  parameters: { Page: { name: page, in: query, schema: { type: integer, default: 1 } } }
  responses:
    Bad: { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
  requestBodies:
    Form:
      required: true
      content:
        multipart/form-data:
          schema: { type: object, properties: { file: { type: string, format: binary } } }
  schemas:
    Tree: { type: object, required: [left], properties: { left: { $ref: '#/components/schemas/Tree' }, odd-name: {} } }
    Map: { type: object, additionalProperties: { type: [string, 'null'] }, properties: { a: { type: string } } }
    Anything: { type: object, additionalProperties: true }
    Nothing: { not: {} }
    Pair: { type: array, prefixItems: [{ type: string }, { enum: [1, two, null] }] }
    Lists: { type: array, items: { type: array, items: { oneOf: [{ type: string }, { type: integer }] } } }
    Exact: { const: { a: [1, true] } }
    Either: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] }
    Both:
      allOf: [{ $ref: '#/components/schemas/Tree' }, { type: object, properties: { c: { readOnly: true } } }]
      required: [c]
    Required: { allOf: [{ $ref: '#/components/schemas/Map' }], required: [a] }
    Creature: { type: object, required: [kind], properties: { kind: { type: string } } }
    Cat:
      allOf: [{ $ref: '#/components/schemas/Creature' }, { type: object, properties: { lives: { type: integer } } }]
    Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
    Choice:
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
      discriminator:
        propertyName: kind
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
`;
const shared = join(projectFolder, '..', 'shared', 'documents');
const documents: Record<string, string> = {
  'of this project': projectFile('spec/openapi.yaml'),
  ...Object.fromEntries(
    ['shapes', 'tasks'].map((name) => [name, projectFile(`scripts/mutate/sample-contracts/${name}.yaml`)]),
  ),
  ...Object.fromEntries(
    ['museum.yaml', 'train-travel.yaml', 'discord.json', 'box.json']
      .map((name) => [name, join(shared, name)] as const)
      .filter(([, file]) => existsSync(file)),
  ),
};

/** Each component, and each operation, as the types have it. */
function placesIn({ document }: Contract): string[] {
  const place = (...keys: string[]) => keys.map((key) => `[${JSON.stringify(key)}]`).join('');
  const components = Object.entries(objectOf(document['components'])).flatMap(([kind, all]) =>
    ['schemas', 'responses', 'parameters', 'requestBodies', 'headers'].includes(kind)
      ? Object.keys(objectOf(all)).map((name) => place('components', kind, name))
      : [],
  );
  const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item))
      .filter(([method, operation]) => isObject(operation) && !method.startsWith('x-'))
      .flatMap(([method, operation]) => {
        const id = stringOf(objectOf(operation)['operationId'])?.replaceAll('#', '/');
        return [place('paths', path, method), ...(id === undefined ? [] : [place('operations', id)])];
      }),
  );
  return [...components, ...operations];
}

/** The places at which the types of the generators do not fit each other. */
async function differences(contract: Contract, change = (text: string) => text): Promise<string[]> {
  const places = placesIn(contract);
  expect(places.length).toBeGreaterThan(0);
  const comparison = `import type * as One from './one.ts';
import type * as Other from './other.ts';
interface A { components: One.components; paths: One.paths; operations: One.operations }
interface B { components: Other.components; paths: Other.paths; operations: Other.operations }
type Same<X, Y> = [X] extends [Y] ? ([Y] extends [X] ? true : 'the first has less') : 'the first has more';
${places.map((place, index) => `export const place${index}: Same<A${place}, B${place}> = true;`).join('\n')}`;
  return typeErrors(['generated/comparison.ts'], {
    'generated/comparison.ts': comparison,
    'generated/one.ts': await typeGenerators.openapiTypescript.typesOf(contract),
    'generated/other.ts': change(await typeGenerators.own.typesOf(contract)),
  });
}

describe('the types of each generator fit those of the other', () => {
  test.each(Object.entries(documents))('%s', async (_, file) => {
    expect(await differences(await readContract(file))).toEqual([]);
  });

  test('a document that has one of everything', async () => {
    expect(await differences(contractOf(everything))).toEqual([]);
  });

  test('but where a required property refers to an optional one: openapi-typescript lets it be undefined', async () => {
    const contract = await readContract(projectFile('scripts/mutate/sample-contracts/rentals.yaml'));
    const found = await differences(contract);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !/\["(Station|\w+Stations?|\/stations.*)"\]/.test(one))).toEqual([]);
  });

  test('what does not fit is found', async () => {
    const found = await differences(contractOf(everything), (text) => text.replace('lives?: number', 'lives: number'));
    expect(found.filter((one) => one.includes('["Cat"]'))).toHaveLength(1);
  });
});

test('server, client and the tests of their types compile with the types of either generator', async () => {
  const { typesOf } = typeGenerators.own;
  const contract = await readContract(projectFile('spec/openapi.yaml'));
  const types = `${await typesOf(contract)}${schemaNames(contract)}`;
  const files = ['server/main.ts', 'client/index.ts', 'client/types.test.ts', 'generated/calls.ts'];
  expect(typeErrors(files, { 'generated/types.ts': types })).toEqual([]);
  const broken = types.replaceAll('categoryId: number', 'categoryId: string');
  expect(typeErrors(files, { 'generated/types.ts': broken })).not.toEqual([]);
});
