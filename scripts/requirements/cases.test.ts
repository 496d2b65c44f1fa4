import { describe, expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../test/contracts.ts';
import { anyOf, refusals } from './cases.ts';

const statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 431, 499, 200, 500];

function refused(documented: string, wanted: readonly number[]) {
  const description = descriptionOf(
    `/tools: { get: { operationId: listTools, responses: { ${documented
      .split(' ')
      .map((status) => `'${status}': { description: '' }`)
      .join(', ')} } } }`,
  );
  return refusals(operationIn(description, 'listTools'), wanted);
}

const allowedBy = (found: ReturnType<typeof refused>) => statuses.filter((status) => found?.has(status));

describe('the statuses of a refusal', () => {
  test.each<[documented: string, wanted: number[], text: string | undefined, allowed: number[]]>([
    ['200 400 422', [400, 422], '400 or 422', [400, 422]],
    ['200 400', [400, 422], '400', [400]],
    ['200 400 4XX', [400, 422], '400', [400, 422]],
    ['200 422 default', [400, 422], '422', [400, 422]],
    ['200 4XX', [400, 422], '400 or 422, or another 4xx', [400, 409, 422, 499]],
    ['200 default', [401], '401, or another 4xx', [400, 401, 409, 422, 499]],
    ['200 404 5XX', [400, 422], undefined, []],
    ['200', [400], undefined, []],
  ])('of %s, wanted %j: %s', (documented, wanted, text, allowed) => {
    const found = refused(documented, wanted);
    expect(found?.text).toBe(text);
    expect(allowedBy(found)).toEqual(allowed);
  });
});

test('one of several', () => {
  const both = anyOf(refused('400', [400]), undefined, refused('415', [415]), refused('400', [400]));
  expect([both?.text, ...allowedBy(both)]).toEqual(['400 or 415', 400, 415]);
  expect(anyOf(undefined, undefined)).toBeUndefined();
});
