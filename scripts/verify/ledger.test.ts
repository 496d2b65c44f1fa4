import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../http/exchange.ts';
import { requestOf } from '../http/test/messages.ts';
import type { RequirementDraft } from '../requirements/requirement.ts';
import { existenceDraft } from '../requirements/test/existence-draft.ts';
import { contractOf, descriptionOf } from '../test/contracts.ts';
import { Ledger } from './ledger.ts';
import { benchFor } from './test/bench.ts';

const contract = contractOf(`openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200': { description: All. }
        '503': { description: Away., x-unverifiable: Nobody can cut the power. }
        '504': { $ref: '#/components/responses/Late' }
components: { responses: { Late: { description: Late., x-unverifiable: Nobody can make it late., headers: { X-Wait: { schema: { type: integer } } } } } }
`);
const responses = '/paths/~1books/get/responses';

const draft = (
  id: string,
  pointer = `${responses}/200`,
  changes: Partial<RequirementDraft> = {},
): RequirementDraft => ({
  ...existenceDraft(id, 'listBooks', pointer, `${id} is so.`),
  ...changes,
});
const evidence = (target: string, received = target, more: Partial<HttpRequest> = {}) => ({
  documented: 'so',
  received,
  request: { ...requestOf('GET', target), ...more },
  response: null,
});

function only(ledger: Ledger) {
  const [result, ...others] = ledger.results('http://localhost/v1');
  if (result === undefined || others.length > 0) throw new Error('There is not one result.');
  return result;
}

describe('a requirement', () => {
  test('is kept when every case kept it', () => {
    const ledger = new Ledger(contract);
    ledger.add(draft('a'));
    ledger.keep('a');
    ledger.keep('a');
    expect(only(ledger)).toMatchObject({ verdict: 'kept', cases: 2, requirement: { id: 'a', location: { line: 8 } } });
  });

  test('is broken when one case broke it; the shortest request shows it', () => {
    const ledger = new Ledger(contract);
    ledger.add(draft('a'));
    ledger.keep('a');
    for (const target of ['/books?limit=10', '/b', '/books']) ledger.violate('a', evidence(target));
    ledger.violate('a', evidence('/b', 'later'));
    ledger.violate('a', evidence('/', 'with a body', { body: Buffer.from('xxxx') }));
    ledger.violate('a', evidence('/', 'with a header', { headers: [['A', 'b']] }));
    expect(only(ledger)).toMatchObject({
      verdict: 'broken',
      cases: 7,
      violation: { received: '/b', count: 6, curl: expect.stringContaining('http://localhost/v1/b') },
    });
    expect(ledger.violations).toBe(6);
  });

  test('stays as it was added first', () => {
    const ledger = new Ledger(contract);
    ledger.add(draft('a'));
    ledger.keep('a');
    ledger.add(draft('a', '', { statement: 'Another.' }));
    expect(only(ledger)).toMatchObject({ cases: 1, requirement: { statement: 'a is so.' } });
  });

  test('must be known', () => {
    const ledger = new Ledger(contract);
    expect(() => ledger.keep('a')).toThrow('There is no requirement a.');
    expect(ledger.has('a')).toBe(false);
  });

  test('is told of at once when it is broken', () => {
    let told = 0;
    const ledger = new Ledger(contract, () => (told += 1));
    ledger.add(draft('a'));
    ledger.keep('a');
    expect(told).toBe(0);
    ledger.violate('a', evidence('/'));
    expect(told).toBe(1);
  });
});

describe('a requirement that no case reached', () => {
  test.each<[name: string, act: (ledger: Ledger) => void, result: object]>([
    ['is unproven', () => undefined, { verdict: 'unproven', reason: 'no case reached it', cases: 0 }],
    [
      'has the first reason',
      (ledger) => {
        for (const reason of ['one', 'two']) ledger.unproven('a', reason);
      },
      { verdict: 'unproven', reason: 'one' },
    ],
    [
      'is waived when it is out of reach',
      (ledger) => ledger.outOfReach('a', 'too far'),
      { verdict: 'waived', reason: 'too far' },
    ],
    [
      'is kept when a case reached it after all',
      (ledger) => {
        ledger.unproven('a', 'one');
        ledger.outOfReach('a', 'too far');
        ledger.keep('a');
      },
      { verdict: 'kept' },
    ],
  ])('%s', (_, act, result) => {
    const ledger = new Ledger(contract);
    ledger.add(draft('a'));
    act(ledger);
    expect(only(ledger)).toMatchObject(result);
    expect(ledger.isProven('a')).toBe('verdict' in result && result.verdict === 'kept');
  });
});

describe('a waiver of the contract', () => {
  test.each<[name: string, draft: RequirementDraft, waiver: string | null]>([
    ['on the part itself', draft('a', `${responses}/503`), 'Nobody can cut the power.'],
    ['on a part above', draft('a', `${responses}/503/description`), 'Nobody can cut the power.'],
    ['behind a reference', draft('a', `${responses}/504/headers/X-Wait`), 'Nobody can make it late.'],
    [
      'on a part that it belongs to',
      draft('a', '/components', { under: `${responses}/504` }),
      'Nobody can make it late.',
    ],
    ['of its own', draft('a', `${responses}/503`, { waiver: 'It says so.' }), 'It says so.'],
    ['on another part', draft('a', `${responses}/200`), null],
    [
      'not for what stands in another document',
      draft('a', `${responses}/503`, { location: { file: 'workflows.yaml', line: 1, column: 1 } }),
      null,
    ],
  ])('%s', (_, own, waiver) => {
    const ledger = new Ledger(contract);
    ledger.add(own);
    expect(only(ledger)).toMatchObject(
      waiver === null
        ? { verdict: 'unproven', requirement: { waiver } }
        : { verdict: 'waived', reason: waiver, requirement: { waiver } },
    );
  });

  test('does not hide a violation', () => {
    const ledger = new Ledger(contract);
    ledger.add(draft('a', `${responses}/503`));
    ledger.violate('a', evidence('/'));
    expect(only(ledger).verdict).toBe('broken');
  });
});

test('ranges and the default need not be reached; single statuses must be', () => {
  const description = descriptionOf(
    `/books: { get: { operationId: listBooks, responses: { '200': { description: '' }, 4XX: { description: '', headers: { X-A: { schema: {} } } }, default: { description: '' } } } }`,
  );
  const results = benchFor(description).ledger.results('http://localhost');
  const of = (verdict: string) =>
    results
      .filter((one) => one.verdict === verdict)
      .map(({ requirement }) => requirement.id.replace('listBooks.responses.', ''));
  expect(of('waived')).toEqual(['4XX', 'default', '4XX.headers.X-A.schema', '4XX.content', 'default.content']);
  expect(of('unproven')).toEqual(['200', '200.content', 'undocumented', 'failure']);
});
