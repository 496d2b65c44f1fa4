import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import type { TestFile } from '../runner/run-tests.ts';
import { contractOf, fixture } from '../test/contracts.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { releasedStage } from './released-stage.ts';
import { sideOf } from './side-of.ts';
import { sideStage } from './test-stage.ts';

const valid = 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 1.0.0\npaths: {}\n';

describe('the released contract', () => {
  // The stages look for their files where the check was started.
  beforeEach(() =>
    process.chdir(
      temporaryFolder({
        'spec/openapi.yaml': valid.replace('title: T', 'title: U'),
        'spec/released/openapi.yaml': valid,
      }),
    ),
  );
  afterEach(() => process.chdir(projectFolder));

  test('is compared with this one: a change that breaks nobody needs a new version, and is no finding', async () => {
    expect(await releasedStage(await readContract('spec/openapi.yaml'))).toEqual({
      summary: 'Version needed: 1.0.1 (info.version is 1.0.0): `npm run release -- --bump`',
      findings: [],
    });
  });

  test.each([
    ['1.0.0', 1],
    ['1.9.0', 1],
    ['2.0.0', 0],
  ])('what breaks clients is a finding without a major version: %s', async (version, count) => {
    const operation = `paths:
  /a:
    get:
      operationId: readA
      responses: { '200': { description: D } }
`;
    writeFileSync('spec/released/openapi.yaml', valid.replace('paths: {}\n', operation));
    writeFileSync('spec/openapi.yaml', valid.replace('1.0.0', version));
    const { findings, summary } = await releasedStage(await readContract('spec/openapi.yaml'));
    expect(summary).toMatch(
      count === 0 ? /^1 change/ : new RegExp(`: a major change needs 2.0.0, info.version is ${version}\\.$`),
    );
    expect(findings.map(({ location, side, message, detail }) => [location.line, side, message, detail])).toEqual(
      [
        [
          5,
          'spec',
          'major: Operation readA was removed.',
          'released spec/released/openapi.yaml:7:5; breaks clients that call GET /a; ' +
            'compatible: keep it, mark it as `deprecated`, and announce a day with `x-sunset`',
        ],
      ].slice(0, count),
    );
  });

  test('a version that is not after the released one is a finding', async () => {
    writeFileSync('spec/openapi.yaml', valid.replace('1.0.0', '0.9.0'));
    const { findings } = await releasedStage(await readContract('spec/openapi.yaml'));
    expect(findings.map(({ message }) => message)).toEqual([
      'info.version is 0.9.0, which is not after the released 1.0.0.',
    ]);
  });

  test('that cannot be read is reported with its own lines', async () => {
    const contract = contractOf(valid);
    process.chdir(temporaryFolder({ 'spec/released/openapi.yaml': `${valid}x: [` }));
    const { findings } = await releasedStage(contract);
    expect(findings.map(({ location, message }) => [location.line, message])).toEqual([
      [6, expect.stringMatching(/^This is not valid YAML: /)],
    ]);
  });
});

describe('the tests of one side', () => {
  const contract = contractOf(valid);
  const location = { file: `${projectFolder}server/a.test.ts`, line: 7, column: 9 };
  const failing = (name: string | undefined, message: string): TestFile => ({
    file: 'server/a.test.ts',
    passed: 2,
    started: 1000,
    ended: 2500,
    failures: [{ name, message, location }],
  });

  test.each<[what: string, file: TestFile, line: number, message: string, detail: string | undefined]>([
    [
      'a pointer in the name',
      failing('it answers (#/info/version)', 'expected 1 to be 2'),
      4,
      'it answers: expected 1 to be 2',
      'server/a.test.ts:7:9',
    ],
    [
      'a pointer in the message',
      failing('it answers (#/info/version)', 'The title is wrong. (#/info/title)'),
      3,
      'The title is wrong.',
      'server/a.test.ts:7:9 it answers',
    ],
    ['no pointer', failing('it answers', 'expected 1 to be 2'), 7, 'it answers: expected 1 to be 2', undefined],
    ['no test', failing(undefined, 'no module'), 7, 'no module', undefined],
  ])('a failure with %s', (_, file, line, message, detail) => {
    const { findings, summary, seconds } = sideStage(contract, 'server', [
      file,
      { file: 'client/b.test.ts', passed: 5, started: 0, ended: 9000, failures: [] },
    ]);
    expect(findings).toEqual([
      {
        side: 'server',
        message,
        ...(detail !== undefined && { detail }),
        // That a file cannot be loaded, no verification sees.
        ...(message !== 'no module' && { isHint: true }),
        location: expect.objectContaining({ line }) as unknown,
        ...(line < 7 && { pointer: expect.stringMatching(/^\/info\//) as unknown }),
      },
    ]);
    expect({ summary, seconds }).toEqual({ summary: '1 of 3 tests of server/a.test.ts fail', seconds: 1.5 });
  });

  test('that pass are counted', () => {
    const { summary } = sideStage(contract, 'server', [{ ...failing('', ''), failures: [] }]);
    expect(summary).toBe('2 tests of server/a.test.ts pass');
  });

  test('takes as long as from the start of its first file to the end of its last one', () => {
    const files = [
      { file: 'server/a.test.ts', passed: 1, started: 1000, ended: 4000, failures: [] },
      { file: 'server/b.test.ts', passed: 1, started: 1500, ended: 3500, failures: [] },
    ];
    expect(sideStage(contract, 'server', files).seconds).toBe(3);
  });

  test('that all fail for one reason are one finding', () => {
    const { findings } = sideStage(
      contract,
      'server',
      ['one', 'two'].map((name) => failing(name, 'it does not start')),
    );
    expect(findings.map(({ message, detail }) => [message, detail])).toEqual([['one: it does not start', 'and two']]);
  });

  test('that received one status instead of others are one finding, before what says less', () => {
    const { findings } = sideStage(contract, 'server', [
      failing('it lists', 'expected [] to have a length of 1'),
      failing('it answers (#/info/title)', 'the status: expected 401 to be 200'),
      failing('it adds (#/info/version)', 'expected 401 to be 201'),
      failing('it finds', 'expected 404 to be 200'),
      failing('it removes', "expected { code: 'a', status: 401 } to match object { status: 404, code: 'b' }"),
    ]);
    expect(findings.map(({ message, detail }) => [message, detail])).toEqual([
      ['it answers: the status: expected 401 to be 200', 'server/a.test.ts:7:9; and it adds; it removes'],
      ['it finds: expected 404 to be 200', undefined],
      ['it lists: expected [] to have a length of 1', undefined],
    ]);
  });

  test('an error that is of none of them is a hint, as theirs are', () => {
    const stray = failing(undefined, 'write EPIPE');
    const [{ failures = [] } = {}] = [stray];
    const file = { ...stray, failures: failures.map((one) => ({ ...one, isStray: true })) };
    const isHintOf = (one: TestFile) => sideStage(contract, 'server', [one]).findings.map(({ isHint }) => isHint);
    expect([isHintOf(stray), isHintOf(file)]).toEqual([[undefined], [true]]);
  });

  test('that compare large values show the two ends of what they say', () => {
    const value = `{ ${'a: 1, '.repeat(100)}}`;
    const [finding] = sideStage(contract, 'client', [
      { ...failing('it validates', `expected ${value} to match object []`), file: 'client/a.test.ts' },
    ]).findings;
    expect(finding?.message).toMatch(
      /^it validates: expected \{ a: 1, .* … \(\d+ characters\) … .* to match object \[\]$/,
    );
    expect(finding?.message.length).toBeLessThan(240);
  });

  test('that fail with the ids of their own requests are one finding', () => {
    const { findings } = sideStage(contract, 'server', [
      failing('one', 'no answer (request-1). (#/info/title)'),
      failing('two', 'no answer (request-2). (#/info/title)'),
      failing('three', 'no answer (b5abac71-8188-4c21-a660-ec715eb6725e). (#/info/title)'),
    ]);
    expect(findings).toHaveLength(1);
  });

  test('that name no part of the contract fail with those that do', () => {
    const { findings } = sideStage(contract, 'server', [
      failing('it lists', 'expected 1 to be 2'),
      failing('it answers', 'The title is wrong. (#/info/title)'),
      failing('it adds', 'expected 3 to be 4'),
    ]);
    expect(findings.map(({ message, detail }) => [message, detail])).toEqual([
      ['The title is wrong.', 'server/a.test.ts:7:9 it answers; other tests, the first: it lists: expected 1 to be 2'],
    ]);
  });

  test('that name no part of the contract at all are one finding', () => {
    const { findings } = sideStage(contract, 'server', [
      failing('it lists', 'expected 1 to be 2'),
      failing('it adds', 'expected 3 to be 4'),
    ]);
    expect(findings.map(({ message, detail }) => [message, detail])).toEqual([
      ['it lists: expected 1 to be 2', 'and it adds'],
    ]);
  });

  test('of the toolchain that fail for several reasons are a finding each', () => {
    const { findings } = sideStage(
      contract,
      'toolchain',
      ['expected 1 to be 2', 'expected 3 to be 4'].map((message) => ({
        ...failing('it lists', message),
        file: 'scripts/a.test.ts',
      })),
    );
    expect(findings.map(({ message }) => message)).toEqual([
      'it lists: expected 1 to be 2',
      'it lists: expected 3 to be 4',
    ]);
  });

  test('that there are none of is a finding', () => {
    expect(sideStage(contract, 'client', [failing('it answers', 'x')]).findings).toMatchObject([
      { side: 'client', message: 'no test of the client was run', location: { line: 1 } },
    ]);
  });
});

test.each([
  ['server/storage/a.ts', 'server'],
  ['client/a.test.ts', 'client'],
  ['spec/rules/a.ts', 'spec'],
  ['scripts/a.ts', 'toolchain'],
  [fixture('library.yaml'), 'toolchain'],
])('%s is of the %s', (file, side) => {
  expect(sideOf(file)).toBe(side);
});
