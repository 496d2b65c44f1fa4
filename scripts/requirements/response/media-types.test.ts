import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, idsOf } from '../../verify/test/bench.ts';
import { checkMediaTypes, mediaTypeRequirements } from './media-types.ts';

const description = descriptionOf(`
/books: { get: { operationId: listBooks, security: [], responses: { '200': { description: '', content: { application/json: {}, text/csv: {} } } } } }
/shelves: { get: { operationId: listShelves, security: [], responses: { '200': { description: '', content: { application/json: {} } } } } }`);
const [json, csv] = ['application/json', 'text/csv'].map((type) => `listBooks.responses.200.content.${type}`);

test('is a requirement where there is a choice, and nowhere else', () => {
  expect(description.operations.flatMap(mediaTypeRequirements).map(({ id }) => id)).toEqual([json, csv]);
});

test.each<[server: string, typeFor: (accepted: string) => string, broken: (string | undefined)[]]>([
  ['gives what is accepted', (accepted) => `${accepted}; charset=utf-8`, []],
  ['gives JSON to everybody', () => 'application/json', [csv]],
  ['gives the other one', (accepted) => (accepted === 'text/csv' ? 'application/json' : 'text/csv'), [json, csv]],
])('a server that %s', async (_, typeFor, broken) => {
  const operation = operationIn(description, 'listBooks');
  const { session, ledger } = benchFor(description, (request) => {
    const accepted = request.headers.find(([name]) => name === 'Accept')?.[1] ?? '';
    return { headers: { 'Content-Type': typeFor(accepted) }, body: '[]' };
  });
  for (const requirement of mediaTypeRequirements(operation)) ledger.add(requirement);
  await checkMediaTypes(session, operation);
  const own = [json, csv];
  expect(idsOf(ledger, 'broken').filter((id) => own.includes(id))).toEqual(broken);
  expect(idsOf(ledger, 'kept').filter((id) => own.includes(id))).toEqual(own.filter((id) => !broken.includes(id)));
});
