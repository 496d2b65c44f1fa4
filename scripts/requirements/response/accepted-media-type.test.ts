import { expect, test } from 'vitest';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { runPlannedRequests } from '../../verify/server/cases/planned-requests.ts';
import { benchFor, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { acceptedMediaType } from './accepted-media-type.ts';

const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    security: []
    responses:
      '200': { description: '', content: { application/json: {}, text/csv: {} } }
      '203': { description: '', content: { text/*: {}, text/csv: {} } }
      '404': { description: '', content: { application/json: {}, text/csv: {} } }
/readers:
  get:
    operationId: listReaders
    security: []
    responses:
      '200':
        description: ''
        content:
          application/json: { schema: { type: array } }
          application/xml: { schema: { type: array } }
/covers:
  get:
    operationId: seeCover
    security: []
    responses: { '200': { description: '', content: { image/png: {}, image/jpeg: {}, text/html: {} } } }
/scans:
  post:
    operationId: addScan
    security: []
    requestBody: { content: { application/pdf: {}, image/png: {}, text/xml: { schema: { type: object } } } }
    responses: { '204': { description: '' } }
/scans/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get:
    operationId: seeScan
    security: []
    responses:
      '200':
        description: ''
        content: { application/pdf: {}, image/png: {}, text/csv: {}, text/xml: { schema: { type: object } } }
/shelves:
  get:
    operationId: listShelves
    security: []
    responses: { '200': { description: '', content: { application/json: {} } } }`);
const specification = withoutWorkflows(description);
const [json, csv] = ['application/json', 'text/csv'].map((type) => `listBooks.responses.200.content.${type}`);

test('is a requirement where there is a choice of a success, and nowhere else', () => {
  const own = catalogueOf(specification, 'server').filter(
    ({ kind, operationId }) => kind === acceptedMediaType.id && operationId === 'listBooks',
  );
  expect(own.map(({ id, statement }) => [id, statement])).toEqual([
    [json, 'A 200 response must be application/json where the request accepts that alone.'],
    [csv, 'A 200 response must be text/csv where the request accepts that alone.'],
  ]);
});

test.each<[received: string, verdict: 'kept' | 'waived' | 'violated']>([
  ['application/xml', 'kept'],
  ['application/json', 'waived'],
  ['text/html', 'violated'],
])('a list in XML, which is documented as JSON as well, that is %s: %s', async (received, verdict) => {
  const { session, ledger } = benchFor(description, ({ headers }) =>
    typed(headers.some(([, value]) => value === 'application/xml') ? received : 'application/json'),
  );
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await runPlannedRequests(session, operationIn(description, 'listReaders'));
  expect(idsOf(ledger, verdict)).toContain('listReaders.responses.200.content.application/xml');
});

test('what is called XML is not JSON', async () => {
  const { session, ledger } = benchFor(description, () => ({ ...typed('application/xml'), body: '[{"name":"Ann"}]' }));
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await runPlannedRequests(session, operationIn(description, 'listReaders'));
  expect(idsOf(ledger, 'violated')).toContain('listReaders.responses.200.content');
});

test.each<[type: string, accepted: string, verdict: 'kept' | 'waived' | 'violated']>([
  ['image/png', 'image/png', 'kept'],
  ['image/png', 'image/jpeg', 'waived'],
  ['image/png', 'text/html', 'violated'],
  ['text/html', 'image/png', 'violated'],
])('a picture that is stored as %s, where %s is accepted: %s', async (type, accepted, verdict) => {
  const { session, ledger } = benchFor(description, () => typed(type));
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await runPlannedRequests(session, operationIn(description, 'seeCover'));
  expect(idsOf(ledger, verdict)).toContain(`seeCover.responses.200.content.${accepted}`);
});

test.each<[type: string, accepted: string, verdict: 'kept' | 'waived' | 'violated']>([
  ['image/png', 'image/png', 'kept'],
  ['image/png', 'application/pdf', 'waived'],
  ['image/png', 'text/csv', 'violated'],
  ['image/png', 'text/xml', 'violated'],
])('a file that was uploaded as %s, where %s is accepted: %s', async (type, accepted, verdict) => {
  const { session, ledger } = benchFor(description, () => typed(type));
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await runPlannedRequests(session, operationIn(description, 'seeScan'));
  expect(idsOf(ledger, verdict)).toContain(`seeScan.responses.200.content.${accepted}`);
});

const typed = (type: string): ResponseParts => ({ headers: { 'Content-Type': type }, body: '[]' });

test.each<[server: string, answer: (accepted: string) => ResponseParts, kept: string[], violated: string[]]>([
  ['gives what is accepted', (accepted) => typed(`${accepted}; charset=utf-8`), ['json', 'csv'], []],
  ['gives JSON to everybody', () => typed('application/json'), ['json'], ['csv']],
  [
    'gives the other one',
    (accepted) => typed(accepted === 'text/csv' ? 'application/json' : 'text/csv'),
    [],
    ['json', 'csv'],
  ],
  ['refuses', () => ({ ...typed('application/json'), status: 406 }), [], ['json', 'csv']],
  ['gives another success', () => ({ ...typed('text/csv'), status: 203 }), [], []],
])('a server that %s', async (_, answer, kept, violated) => {
  const { session, ledger } = benchFor(description, (request) =>
    answer(request.headers.find(([name]) => name === 'Accept')?.[1] ?? ''),
  );
  for (const requirement of catalogueOf(specification, 'server')) ledger.add(requirement);
  await runPlannedRequests(session, operationIn(description, 'listBooks'));
  const own = (verdict: 'kept' | 'violated') =>
    idsOf(ledger, verdict).flatMap((id) => (id === json ? ['json'] : id === csv ? ['csv'] : []));
  expect({ kept: own('kept'), violated: own('violated') }).toEqual({ kept, violated });
});
