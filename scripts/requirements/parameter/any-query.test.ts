import { sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { GeneratedCases } from '../kind.ts';
import { anyQuery } from './any-query.ts';
import { listedBy, session } from './test/tools-contract.ts';

function generated(operationId: string, context = session): GeneratedCases<string>[] {
  if (anyQuery.server?.reach.by !== 'generated cases') return expect.fail('They are not generated.');
  return anyQuery.server.reach.generate(context, operationIn(context.description, operationId));
}

test('of operations with query parameters', () => {
  expect(listedBy(anyQuery, 'server')).toEqual(['query.any']);
  expect(listedBy(anyQuery, 'client')).toEqual(['query.any']);
  expect(listedBy(anyQuery, 'server', 'readTool')).toEqual([]);
  expect(generated('readTool')).toEqual([]);
});

test('what shows who sends a request is not generated', () => {
  const query = ['api_key', 'format'].map((name) => `{ name: ${name}, in: query, schema: { type: string } }`);
  const description = descriptionOf(`
/ads:
  get: { operationId: listAds, parameters: [${query.join(', ')}], responses: { '200': { description: '' } } }`);
  const [{ values } = expect.fail('Nothing is generated.')] = generated('listAds', benchFor(description).session);
  const given = sample(values, { seed: 7, numRuns: 30 });
  expect(new Set(given.flatMap((value) => (isExactObject(value) ? Object.keys(value) : [])))).toEqual(
    new Set(['format']),
  );
});

const [own = expect.fail('Nothing is generated.')] = generated('listTools');

test('values are generated for all but what only the server can make and what is one document', () => {
  const values = sample(own.values, { seed: 7, numRuns: 100 });
  const given = values.map((value) => (isExactObject(value) ? Object.keys(value) : []));
  expect([...new Set(given.flat())].toSorted()).toEqual(['kind', 'level', 'limit', 'name', 'sizes', 'tags']);
  expect(given.filter((names) => !names.includes('kind'))).toEqual([]);
});

describe('the case for a value', () => {
  test.each<[what: string, value: Exact, kind: string | undefined]>([
    ['numbers and listed values', { kind: 'saw', limit: 5 }, 'accepted'],
    ['a text', { kind: 'saw', name: 'ab' }, 'either'],
    ['a list of texts', { kind: 'saw', tags: ['ab'] }, 'either'],
    ['what is not allowed', { kind: 'saw', limit: 0 }, undefined],
    ['an empty list, which cannot be sent', { kind: 'saw', tags: [] }, undefined],
  ])('%s', (_, value, kind) => expect(own.caseFor(value)?.expectation.kind).toBe(kind));

  test('sends what is given', async () => {
    const parts = await own.caseFor({ kind: 'saw', limit: 5, sizes: [1, 2] })?.build(session, false);
    expect(parts?.query.map((pair) => pair.join('=')).toSorted()).toEqual(['kind=saw', 'limit=5', 'sizes=1,2']);
  });
});

test('a page that no list has may be refused, where the schema leaves it open', () => {
  const paths = `
/nails:
  get:
    operationId: listNails
    parameters: [{ name: top, in: query, schema: { type: number } }, { name: skip, in: query, schema: {} }]
    responses: { '200': { description: '' } }`;
  const [nails] = generated('listNails', benchFor(descriptionOf(paths)).session);
  const values: Exact[] = [{ top: 4 }, { top: -1 }, { top: 2.5 }, { top: 4, skip: -1 }];
  const kinds = values.map((value) => nails?.caseFor(value)?.expectation.kind);
  expect(kinds).toEqual(['accepted', 'either', 'either', 'accepted']);
});

test('null is not sent: it has no text', () => {
  const nullable = '{ type: [integer, "null"] }';
  const paths = `
/nails:
  get:
    operationId: listNails
    parameters:
      - { name: length, in: query, schema: ${nullable} }
      - { name: widths, in: query, schema: { type: array, items: ${nullable} } }
    responses: { '200': { description: '' } }`;
  const [nails] = generated('listNails', benchFor(descriptionOf(paths)).session);
  const values: Exact[] = [{ length: 4, widths: [2] }, { length: null }, { widths: [2, null] }];
  expect(values.map((value) => nails?.caseFor(value)?.expectation.kind)).toEqual(['accepted', undefined, undefined]);
});

test('what is looked for beneath a thing need not be there', () => {
  const parameters = [
    '{ name: id, in: path, required: true, schema: { type: string } }',
    '{ name: version, in: query, schema: { type: integer } }',
    '{ name: isLarge, in: query, schema: { type: boolean } }',
  ];
  const paths = `
/files/{id}/content:
  get:
    operationId: readContent
    parameters: [${parameters.join(', ')}]
    responses: { '200': { description: '' }, '404': { description: '' } }`;
  const [content] = generated('readContent', benchFor(descriptionOf(paths)).session);
  const values: Exact[] = [{ version: 7 }, { isLarge: true }];
  expect(values.map((value) => content?.caseFor(value)?.expectation.kind)).toEqual(['either', 'accepted']);
});
