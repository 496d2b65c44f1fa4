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
