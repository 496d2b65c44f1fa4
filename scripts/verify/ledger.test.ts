import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../http/exchange.ts';
import { requestOf } from '../http/test/messages.ts';
import { descriptionOf } from '../test/contracts.ts';
import { requirementWith } from '../test/requirement.ts';
import { Ledger } from './ledger.ts';
import { benchFor } from './test/bench.ts';

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

test('requirements that are taken in as they are asked for stand in the order of all', () => {
  const ledger = new Ledger('client');
  const [a, b, c] = ['a', 'b', 'c'].map((id) => requirementWith({ id }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('There are three.');
  ledger.add(c);
  ledger.keep('c');
  ledger.arrange([a, b, c]);
  expect(ledger.results('http://localhost/v1')).toMatchObject([
    { requirement: { id: 'a' }, cases: 0 },
    { requirement: { id: 'b' }, cases: 0 },
    { requirement: { id: 'c' }, cases: 1 },
  ]);
});

describe('a requirement', () => {
  test('is kept when every case kept it', () => {
    const ledger = new Ledger('server');
    ledger.add(requirementWith({ id: 'a' }));
    ledger.keep('a');
    ledger.keep('a');
    expect(only(ledger)).toMatchObject({ verdict: 'kept', cases: 2, requirement: { id: 'a', location: { line: 8 } } });
  });

  test('is violated when one case violates it; the shortest request shows it', () => {
    const ledger = new Ledger('server');
    ledger.add(requirementWith({ id: 'a' }));
    ledger.keep('a');
    for (const target of ['/books?limit=10', '/b', '/books']) ledger.violate('a', evidence(target));
    ledger.violate('a', evidence('/b', 'later'));
    ledger.violate('a', evidence('/', 'with a body', { body: Buffer.from('xxxx') }));
    ledger.violate('a', evidence('/', 'with a header', { headers: [['A', 'b']] }));
    expect(only(ledger)).toMatchObject({
      verdict: 'violated',
      cases: 7,
      violation: { received: '/b', count: 6, curl: expect.stringContaining('http://localhost/v1/b') },
    });
    expect(ledger.violations).toBe(6);
  });

  test('stays as it was added first', () => {
    const ledger = new Ledger('server');
    ledger.add(requirementWith({ id: 'a' }));
    ledger.keep('a');
    ledger.add(requirementWith({ id: 'a', statement: 'Another.' }));
    expect(only(ledger)).toMatchObject({ cases: 1, requirement: { statement: 'a is so.' } });
  });

  test('must be known', () => {
    const ledger = new Ledger('server');
    expect(() => ledger.keep('a')).toThrow('There is no requirement a.');
    expect(ledger.has('a')).toBe(false);
  });

  test('is reported at once when it is violated', () => {
    let reported = 0;
    const ledger = new Ledger('server', () => (reported += 1));
    ledger.add(requirementWith({ id: 'a' }));
    ledger.keep('a');
    expect(reported).toBe(0);
    ledger.violate('a', evidence('/'));
    expect(reported).toBe(1);
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
      'says that nothing could have violated it, rather than that no way leads to it',
      (ledger) => {
        ledger.keep('a');
        ledger.discard('a', 'nothing could have violated it');
        ledger.outOfReach('a', 'too far');
      },
      { verdict: 'waived', reason: 'nothing could have violated it', cases: 0 },
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
    const ledger = new Ledger('server');
    ledger.add(requirementWith({ id: 'a' }));
    act(ledger);
    expect(only(ledger)).toMatchObject(result);
    expect(ledger.isProven('a')).toBe('verdict' in result && result.verdict === 'kept');
  });
});

describe('a waiver of the contract', () => {
  const waived = requirementWith({ id: 'a', waiver: 'Nobody can cut the power.' });

  test('is why nothing is proven', () => {
    const ledger = new Ledger('server');
    ledger.add(waived);
    expect(only(ledger)).toMatchObject({ verdict: 'waived', reason: 'Nobody can cut the power.' });
  });

  test('does not hide a violation', () => {
    const ledger = new Ledger('server');
    ledger.add(waived);
    ledger.violate('a', evidence('/'));
    expect(only(ledger).verdict).toBe('violated');
  });
});

test('ranges and the default need not be reached; single statuses must be', () => {
  const description = descriptionOf(
    `
/books:
  get:
    operationId: listBooks
    responses:
      '200': { description: '' }
      4XX: { description: '', headers: { X-A: { schema: {} } } }
      default: { description: '' }
`,
  );
  const results = benchFor(description).ledger.results('http://localhost');
  const of = (verdict: string) =>
    results
      .filter((one) => one.verdict === verdict && one.requirement.id.startsWith('listBooks.responses.'))
      .map(({ requirement }) => requirement.id.replace('listBooks.responses.', ''));
  expect(of('waived')).toEqual(['4XX', '4XX.headers.X-A.schema', 'default']);
  expect(of('unproven')).toEqual(['200', 'undocumented', 'failure']);
});
