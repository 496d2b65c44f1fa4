import { expect, test } from 'vitest';
import { jsonReport } from './json.ts';
import { hostile, mixed, publicOf, requirementOf, violated, violationWith } from './test/verifications.ts';

const reportOf = (...of: Parameters<typeof publicOf>): unknown => JSON.parse(jsonReport(publicOf(...of)));

test('has the documented shape', () => {
  const requirement = {
    operationId: 'list',
    pointer: '/a',
    location: { file: 'spec/a,b.yaml', line: 7, column: 3 },
    cases: 4,
  };
  const { documented, received, count, advice, curl } = violationWith();
  const request = {
    method: 'GET',
    target: '/things?limit=1',
    headers: [['Authorization', 'Bearer secret-1']],
    body: null,
  };
  const response = {
    status: 200,
    headers: [['Content-Type', 'text/plain']],
    body: { encoding: 'utf-8', data: 'two' },
    receivedAt: '2026-01-02T00:00:00.000Z',
  };
  expect(reportOf(mixed.slice(2, 5))).toEqual({
    formatVersion: 2,
    verdict: 'violated',
    contract: { file: 'spec/a.yaml', title: 'Things', version: '1.2.3' },
    baseUrl: 'http://localhost:8080/v1',
    seed: 42,
    seconds: 6.08,
    requests: 812,
    unreached: 0,
    counts: { kept: 1, violated: 1, unproven: 1, waived: 0 },
    requirements: [
      { ...requirement, id: 'list.limit', statement: 'list.limit is so.', verdict: 'kept' },
      {
        ...requirement,
        id: 'list.order',
        statement: 'list.order is so.',
        verdict: 'violated',
        violation: { documented, received, count, advice, curl, request, response },
      },
      {
        ...requirement,
        id: 'add.body',
        operationId: 'add',
        statement: 'add.body is so.',
        verdict: 'unproven',
        reason: 'No case reached it.',
      },
    ],
  });
});

test.each<[name: string, body: Buffer, expected: object]>([
  ['text', Buffer.from('ä\0"'), { encoding: 'utf-8', data: 'ä\0"' }],
  ['text with a byte order mark', Buffer.from('\uFEFFa'), { encoding: 'utf-8', data: '\uFEFFa' }],
  ['bytes', Buffer.from([0xff, 0x00]), { encoding: 'base64', data: '/wA=' }],
])('a body of %s', (_, body, expected) => {
  const { request, response } = violationWith();
  const requirements = [
    requirementOf('list.a', violated({ request: { ...request, body }, response: response && { ...response, body } })),
  ];
  expect(reportOf(requirements)).toMatchObject({
    requirements: [{ violation: { request: { body: expected }, response: { body: expected } } }],
  });
});

test('a response that never came is null, and any text comes back as it was', () => {
  expect(reportOf([requirementOf('list.a', violated({ response: null, received: hostile }))])).toMatchObject({
    requirements: [{ violation: { response: null, received: hostile } }],
  });
});
