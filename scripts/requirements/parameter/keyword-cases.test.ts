import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { keywordCases } from './keyword-cases.ts';

const inPath = (schema: string) => `parameters: [{ name: id, in: path, required: true, schema: ${schema} }]`;
const responses = (...refusals: string[]) =>
  `responses: { ${['200', ...refusals].map((status) => `'${status}': { description: '' }`).join(', ')} }`;

function casesOf(paths: string) {
  const description = descriptionOf(paths);
  return keywordCases(benchFor(description).session, operationIn(description, 'readAd'));
}

test('a path that is another one of the contract is no wrong value', () => {
  const titles = casesOf(`
/ads/{id}:
  get: { operationId: readAd, ${inPath('{ type: integer }')}, ${responses('404')} }
/ads/me:
  get: { operationId: readOwn, ${responses()} }`).map(({ title }) => title);
  expect(titles).toContain('id=all');
  expect(titles).not.toContain('id=me');
});

test.each([
  ['that 410 is documented for', ['400', '410'], true],
  ['of which nothing says so', ['400'], false],
])('something may be gone at an identifier %s', (_, refusals, isAllowed) => {
  const cases = casesOf(`
/ads/{id}:
  get: { operationId: readAd, ${inPath('{ type: string, format: uuid }')}, ${responses(...refusals)} }`);
  const either = cases.flatMap(({ expectation }) => (expectation.kind === 'either' ? [expectation.with] : []));
  expect(either.length).toBeGreaterThan(0);
  expect(either.every((statuses) => statuses.has(410) === isAllowed)).toBe(true);
});

test.each([
  ['a number beneath a thing, as a version of it', 'version', 'integer', ['404'], true],
  ['one of which no 404 says so', 'version', 'integer', ['400'], false],
  ['one of few values', 'dark', 'boolean', ['404'], false],
])('%s need not be there', (_, name, type, refusals, isAllowed) => {
  const query = `parameters: [{ name: ${name}, in: query, schema: { type: ${type} } }]`;
  const cases = casesOf(`
/ads/{id}:
  ${inPath('{ type: string }')}
  get: { operationId: readAd, ${query}, ${responses(...refusals)} }`);
  const own = cases.filter(({ subject }) => subject.in === 'query');
  const allowed = own.filter(({ expectation }) => expectation.kind === 'either' && expectation.with.has(404));
  expect([own.length > 0, allowed.length > 0]).toEqual([true, isAllowed]);
});

test.each([
  ['an integer of 32 bits', '{ type: integer, format: int32 }', 'refused'],
  ['a number that may be written as a text', '{ type: [integer, string], format: int32, pattern: \\d+ }', 'either'],
  ['a list of such', '{ type: array, items: { type: [integer, string], format: int32 } }', 'either'],
])('what is too large for %s', (_, schema, kind) => {
  const cases = casesOf(`
/ads:
  get:
    operationId: readAd
    parameters: [{ name: most, in: query, schema: ${schema} }]
    ${responses('400')}`);
  const large = cases.filter(
    ({ title }) => title === 'most=2147483648' || title === 'most=["2147483648"]' || title === 'most=[2147483648]',
  );
  expect(large.map(({ expectation }) => expectation.kind)).toContain(kind);
  expect(new Set(large.map(({ expectation }) => expectation.kind))).toEqual(new Set([kind]));
});

test.each([
  ['refused', 'Items for each page.', 'refused'],
  ['reduced, as its description says', 'Above 100 is reduced to 100.', 'either'],
])('what is beyond the bound of a query parameter is %s', (_, text, kind) => {
  const cases = casesOf(`
/ads:
  get:
    operationId: readAd
    parameters: [{ name: size, in: query, description: ${text}, schema: { type: integer, maximum: 100 } }]
    ${responses('400')}`);
  expect(cases.find(({ title }) => title === 'size=101')?.expectation.kind).toBe(kind);
});

test.each([
  ['api_key', true],
  ['format', false],
])('who sends a request may be unknown by the query parameter %s: %s', (name, isSender) => {
  const query = ['api_key', 'format'].map(
    (one) => `{ name: ${one}, in: query, required: true, schema: { enum: [a, b] } }`,
  );
  const cases = casesOf(`
/ads:
  get: { operationId: readAd, parameters: [${query.join(', ')}], ${responses('400', '401', '403')} }`);
  const own = cases.filter(({ subject }) => subject.name === name);
  expect(own.length).toBeGreaterThan(0);
  const refusing = (status: number) =>
    own.map(({ expectation }) => 'with' in expectation && expectation.with.has(status));
  expect([401, 403].map((status) => new Set(refusing(status)))).toEqual([new Set([isSender]), new Set([isSender])]);
});

test.each([
  ['radius', 'either'],
  ['shelf', 'accepted'],
])('an integer that is called %s and has no bounds, as -1: %s', (name, kind) => {
  const cases = casesOf(`
/ads:
  get:
    operationId: readAd
    parameters: [{ name: ${name}, in: query, schema: { type: integer } }]
    ${responses('400')}`);
  const found = cases.filter(({ title }) => title === `${name}=-1`);
  expect(found.map(({ expectation }) => expectation.kind)).toEqual([kind]);
});

test.each([
  ['get', true],
  ['put', false],
  ['delete', false],
])('%s of what others may have made, or of the caller, is tried: %s', (method, isTried) => {
  const titles = casesOf(`
/ads/{id}:
  ${method}: { operationId: readAd, ${inPath('{ type: integer, minimum: 1 }')}, ${responses('404')} }`).map(
    ({ title }) => title,
  );
  expect(titles).toEqual(expect.arrayContaining(['id=0', 'id=abc']));
  expect(['id=1', 'id=me', 'id=all'].map((title) => titles.includes(title))).toEqual([isTried, isTried, isTried]);
});
