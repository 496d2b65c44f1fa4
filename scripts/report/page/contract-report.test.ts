import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { RequirementResult, Verdict } from '../../verify/result.ts';
import type { Finding, Stage } from '../check-verdict.ts';
import { withoutKeys } from '../redact.ts';
import { requirementOf } from '../test/verifications.ts';
import type { ContractReport, RequirementReport } from './report.ts';
import { asKept, bookRun, key } from './test/book-runs.ts';
import { mutantOf, mutantReportOf } from './test/mutants.ts';
import { passed, reportOf } from './test/reports.ts';

let run: Awaited<ReturnType<typeof bookRun>>;
beforeAll(async () => {
  run = asKept(await bookRun());
});

const withRequirements = (requirements: RequirementResult[]) => ({
  ...run,
  verification: { ...run.verification, requirements },
});
const clientOf = (requirements: RequirementResult[]) => withoutKeys({ ...run.verification, requirements }, { key });
const requirementsOf = ({ groups }: ContractReport): RequirementReport[] =>
  groups.flatMap(({ sections }) => sections.flatMap(({ requirements }) => requirements));
const violated = (found: Partial<Finding>): Stage => ({
  name: 'verify server',
  seconds: 1,
  summary: '',
  findings: [{ location: { file: resolve('a.yaml'), line: 1, column: 2 }, side: 'server', message: 'wrong', ...found }],
});
const placedIn = (result: RequirementResult, parts: Partial<Requirement>): RequirementResult => ({
  ...result,
  requirement: { ...result.requirement, ...parts },
});
const unproven: Verdict = { verdict: 'unproven', reason: 'no case reached it' };

describe('groups', () => {
  test('are in the order of the contract, with their sections as they come', () => {
    const { groups } = reportOf(
      withRequirements([
        requirementOf('workflows.one'),
        ...run.verification.requirements,
        placedIn(requirementOf('paths./books.PUT', undefined, null), { section: 'Paths and methods' }),
      ]),
    );
    expect(
      groups.map(({ kind, name, operation }) => [kind, name, operation && `${operation.method} ${operation.path}`]),
    ).toEqual([
      ['operation', 'listBooks', 'GET /books'],
      ['operation', 'addBook', 'POST /books'],
      ['operation', 'readBook', 'GET /books/{bookId}'],
      ['operation', 'replaceBook', 'PUT /books/{bookId}'],
      ['operation', 'mergeBook', 'PATCH /books/{bookId}'],
      ['operation', 'removeBook', 'DELETE /books/{bookId}'],
      ['requests', 'other requests', null],
      ['workflows', 'workflows', null],
    ]);
    expect(groups[0]?.sections.map(({ title }) => title)).toEqual([
      'The operation',
      'Parameters',
      'Requests',
      'Security',
      'Response 200',
      'Any response',
      'Stored data',
      'Lists',
      'Deprecation',
    ]);
    expect(groups[1]?.sections.map(({ title }) => title)).toEqual([
      'The operation',
      'Parameters',
      'Request body',
      'Security',
      'Response 201',
      'Response 400',
      'Any response',
      'Stored data',
      'Deprecation',
    ]);
    expect(groups.slice(-2).map(({ sections }) => sections.map(({ title }) => title))).toEqual([
      ['Paths and methods'],
      ['Workflows'],
    ]);
  });

  test("have what is the client's alone where the client has it", () => {
    const of = (...ids: string[]) => ids.map((id) => requirementOf(id));
    const report = reportOf(withRequirements(of('listBooks.exists', 'listBooks.once')), {
      client: clientOf(of('listBooks.exists', 'listBooks.request.accept', 'listBooks.once', 'listBooks.retry.stops')),
    });
    expect(requirementsOf(report).map(({ id }) => id)).toEqual([
      'listBooks.exists',
      'listBooks.request.accept',
      'listBooks.once',
      'listBooks.retry.stops',
    ]);
  });

  test('have every requirement once, with what became of it on either side', () => {
    const report = reportOf(withRequirements([requirementOf('listBooks.exists'), requirementOf('listBooks.once')]), {
      client: clientOf([requirementOf('listBooks.exists', unproven), requirementOf('listBooks.retry.stops')]),
    });
    expect(requirementsOf(report).map(({ id, server, client }) => [id, server?.verdict, client?.verdict])).toEqual([
      ['listBooks.exists', 'kept', 'unproven'],
      ['listBooks.once', 'kept', undefined],
      ['listBooks.retry.stops', undefined, 'kept'],
    ]);
    expect(report.sides.client?.counts).toEqual({ kept: 1, violated: 0, unproven: 1, waived: 0 });
  });
});

describe('the verdict', () => {
  const kept = [requirementOf('listBooks.exists')];
  test.each<
    [
      name: string,
      verdict: string,
      requirements: RequirementResult[],
      client: RequirementResult[] | undefined,
      stages: Stage[],
    ]
  >([
    ['of kept requirements', 'kept', kept, kept, [passed]],
    ['of one side', 'kept', kept, undefined, [passed]],
    ['with an unproven requirement', 'unproven', kept, [requirementOf('listBooks.exists', unproven)], []],
    ['of no requirements', 'unproven', [], undefined, []],
    ['with a finding', 'violated', kept, kept, [violated({ detail: 'books.ts:1:1' })]],
    [
      'with a finding about an unproven requirement',
      'unproven',
      [requirementOf('listBooks.exists', unproven)],
      undefined,
      [violated({ requirementId: 'listBooks.exists' })],
    ],
  ])('%s is %s', (_, verdict, requirements, client, stages) => {
    expect(reportOf(withRequirements(requirements), { client: client && clientOf(client), stages }).verdict).toBe(
      verdict,
    );
  });

  test('is not made of a side that was not tried', () => {
    expect(reportOf(run, { server: undefined })).toMatchObject({
      verdict: 'unproven',
      sides: { server: null, client: null },
    });
  });
});

test('findings of a requirement are left out', () => {
  const { stages } = reportOf(withRequirements([requirementOf('listBooks.exists')]), {
    stages: [
      violated({ requirementId: 'listBooks.exists', detail: 'by GET /books' }),
      violated({ requirementId: 'listBooks.exist' }),
    ],
  });
  expect(
    stages.map(({ verdict, findings }) => [verdict, findings.map(({ location, detail }) => [location.file, detail])]),
  ).toEqual([
    ['failed', []],
    ['failed', [['a.yaml', 'listBooks.exist']]],
  ]);
});

test('findings with one cause are one, with all that it breaks', () => {
  const { causes } = reportOf(withRequirements([requirementOf('listBooks.exists'), requirementOf('listBooks.once')]), {
    stages: [
      { ...violated({ message: 'first' }), name: 'types' },
      violated({ requirementId: 'listBooks.exists', dependents: ['listBooks.once'] }),
      violated({ side: 'client' }),
    ],
  });
  expect(causes.map(({ side, message, foundBy, requirementIds }) => [side, message, foundBy, requirementIds])).toEqual([
    ['server', 'first', ['types', 'verify server'], ['listBooks.exists', 'listBooks.once']],
    ['client', 'wrong', ['verify server'], []],
  ]);
});

describe('mutants', () => {
  const mutants = [
    mutantOf('listBooks.exists'),
    mutantOf('listBooks.exists', { verdict: 'equivalent' }),
    mutantOf('listBooks.once', { verdict: 'survived' }),
    mutantOf(undefined, { kind: 'generated' }),
  ];

  test('are with their requirements, and have a score for each kind', () => {
    const report = reportOf(run, { mutation: { mutants: mutantReportOf(mutants), fingerprint: 'now' } });
    expect(report.mutation).toMatchObject({
      isStale: false,
      scores: [
        { kind: 'contract', detected: 1, total: 2, equivalent: 1 },
        { kind: 'generated', detected: 1, total: 1, equivalent: 0 },
      ],
    });
    expect(
      requirementsOf(report)
        .filter((requirement) => requirement.mutants.length > 0)
        .map(({ id, mutants: own }) => [id, own]),
    ).toEqual([
      ['listBooks.exists', [0, 1]],
      ['listBooks.once', [2]],
    ]);
  });

  test('of another contract are marked as such', () => {
    expect(
      reportOf(run, { mutation: { mutants: mutantReportOf(mutants, 'before'), fingerprint: 'now' } }).mutation?.isStale,
    ).toBe(true);
  });
});

describe('exchanges', () => {
  const sampleOf = (body: Buffer, title?: string) => ({
    title,
    isKept: true,
    request: { ...requestOf('POST', '/books', [['Authorization', `Bearer ${key}`]]), body },
    response: responseOf({ status: 201, body: '{"id":9007199254740993}' }),
  });
  const withSamples = (...samples: ReturnType<typeof sampleOf>[]) =>
    reportOf(
      withRequirements([
        { ...requirementOf('addBook.exists'), samples },
        {
          ...requirementOf('addBook.unique'),
          samples: samples.map((sample) => ({ ...sample, request: { ...sample.request } })),
        },
      ]),
    );

  test('are there once, without keys, with a line for any server', () => {
    const report = withSamples(sampleOf(Buffer.from('{}'), 'empty'));
    expect(report.exchanges).toHaveLength(1);
    expect(report.exchanges[0]).toMatchObject({
      request: {
        headers: [['Authorization', 'Bearer $KEY']],
        body: { format: 'json', data: '{}', bytes: 2, isCut: false },
      },
      response: { status: 201, body: { data: '{"id":9007199254740993}' } },
    });
    expect(report.exchanges[0]?.curl).toContain(`"$BASE_URL"'/books' --header 'Authorization: Bearer '"$KEY"''`);
    expect(report.variables).toEqual(['BASE_URL', 'KEY']);
    expect(requirementsOf(report).map(({ server }) => server?.samples)).toEqual([
      [{ title: 'empty', isKept: true, exchange: 0 }],
      [{ title: 'empty', isKept: true, exchange: 0 }],
    ]);
    expect(JSON.stringify(report)).not.toContain(key);
  });

  test('are cut where they are long, and have no line then', () => {
    const [exchange] = withSamples(sampleOf(Buffer.alloc(70_000, 'x'))).exchanges;
    expect(exchange).toMatchObject({ curl: null, request: { body: { format: 'text', bytes: 70_000, isCut: true } } });
    expect(exchange?.request.body?.data).toHaveLength(4000);
  });

  test('have bodies that are no text in Base64', () => {
    expect(withSamples(sampleOf(Buffer.from([0xff, 0]))).exchanges[0]?.request.body).toEqual({
      format: 'base64',
      data: '/wA=',
      bytes: 2,
      isCut: false,
    });
  });

  test('of other cases are few', () => {
    const samples = ['a', 'b', 'c'].map((text) => sampleOf(Buffer.from(text)));
    expect(
      requirementsOf(withSamples(...samples, sampleOf(Buffer.from('d'), 'own')))[0]?.server?.samples.map(
        ({ title }) => title,
      ),
    ).toEqual([null, null, 'own']);
  });
});
