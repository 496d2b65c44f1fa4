import { expect, test } from 'vitest';
import type { Case } from '../../../requirements/cases.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import { planCases } from '../../../requirements/planned-cases.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { type FirstLook, firstLookAt } from './first-look.ts';

const headers = `headers: { X-RateLimit-Remaining: { required: true, schema: { type: integer } } }`;
const responses = `{
      '200': { description: '', ${headers} },
      '400': { description: '' },
      '401': { description: '' },
      '429': { description: '' }
    }`;
const description = descriptionOf(
  `
/tools:
  get:
    operationId: listTools
    parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }]
    responses: ${responses}
/parts:
  get:
    operationId: listParts
    parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }]
    responses: ${responses}`,
  `security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
x-unmatched-responses: { '401': { description: '' }, '404': { description: '' }, '405': { description: '' } }`,
);
const { session } = benchFor(description);
const requirements = catalogueOf(session.specification, 'server');
const planned = planCases(session, 'server');
const lookAt = (id: string): FirstLook =>
  firstLookAt(requirements.find((one) => one.id === id) ?? expect.fail(`There is no ${id}.`), planned);
const isFor = (operationId: string, status: number) => (one: Case) =>
  one.operation.id === operationId && 'with' in one.expectation && one.expectation.with.has(status);

test('all cases of a requirement, and those of no other', () => {
  const { cases: own, rawCases: none, spends } = lookAt('listTools.parameters.query.limit.maximum');
  expect(own.map(({ title }) => title)).toEqual(
    planned.cases
      .filter(({ requirement }) => requirement.id === 'listTools.parameters.query.limit.maximum')
      .map(({ title }) => title),
  );
  expect(own.length).toBeGreaterThan(1);
  expect({ none, spends }).toEqual({ none: [], spends: 'nothing' });
});

test.each([
  ['listTools.responses.400', 'listTools', 400],
  ['listParts.responses.401', 'listParts', 401],
])('for %s, some cases that are answered so', (id, operationId, status) => {
  const { cases: own } = lookAt(id);
  expect(own).toHaveLength(6);
  expect(own.filter((one) => !isFor(operationId, status)(one))).toEqual([]);
});

test.each([
  ['paths.unknown', 404],
  ['unmatched.responses.405', 405],
])('for %s, requests that reach no operation', (id, status) => {
  const { cases: none, rawCases: own } = lookAt(id);
  expect(none).toEqual([]);
  expect(own.length).toBeGreaterThan(3);
  expect(own.every(({ allowed }) => allowed.has(status))).toBe(true);
});

test.each<[id: string, spends: FirstLook['spends']]>([
  ['listTools.responses.200', 'nothing'],
  ['listTools.responses.200.headers.X-RateLimit-Remaining.meaning', 'a few'],
  ['listTools.responses.200.headers.X-RateLimit-Remaining.present', 'nothing'],
  ['listTools.responses.429', 'all'],
  ['listTools.rateLimit.counted', 'a few'],
  ['rateLimit.resets', 'all'],
])('for %s, %s of the limit is spent', (id, spends) => {
  expect(lookAt(id).spends).toBe(spends);
});
