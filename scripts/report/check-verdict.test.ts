import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { exitCodeOf, type Finding, mergeFindings, type Stage } from './check-verdict.ts';
import { describeStage, describeVerdict } from './describe-check.ts';
import { causesOf, stagesOf } from './finding-causes.ts';

const at = (line: number): Finding['location'] => ({ file: 'spec/a.yaml', line, column: 3 });
const finding = (line: number, message: string, detail?: string): Finding => ({
  location: at(line),
  side: 'server',
  message,
  ...(detail !== undefined && { detail }),
});

const linesOf = (stages: Stage[], seconds: number) =>
  stripVTControlCharacters(
    [
      ...stages.map((stage, index) => describeStage(stage, stages.slice(0, index))),
      '',
      describeVerdict(stages, seconds),
    ].join('\n'),
  ).split('\n');

test.each<[name: string, findings: Finding[], expected: Finding[]]>([
  ['different ones', [finding(1, 'a'), finding(2, 'b')], [finding(1, 'a'), finding(2, 'b')]],
  ['the same', [finding(1, 'a'), finding(2, 'a')], [finding(1, 'a')]],
  ['with details', [finding(1, 'a', 'x'), finding(2, 'a', 'y')], [finding(1, 'a', 'x; y')]],
  [
    'with requirements',
    [
      { ...finding(1, 'a', 'by GET /a'), requirementId: 'x', dependents: ['y'] },
      { ...finding(1, 'a', 'by GET /b'), requirementId: 'z', dependents: ['y'] },
    ],
    [{ ...finding(1, 'a', 'by GET /a'), requirementId: 'x', dependents: ['y', 'z'] }],
  ],
  ['with the same details', [finding(1, 'a', 'x'), finding(2, 'a', 'x')], [finding(1, 'a', 'x')]],
  [
    'with many',
    ['v', 'w', 'x', 'y', 'z'].map((detail) => finding(1, 'a', detail)),
    [finding(1, 'a', 'v; w; x; and 2 more')],
  ],
])('findings are merged: %s', (_, findings, expected) => {
  expect(mergeFindings(findings, ({ message }) => message)).toEqual(expected);
});

describe('the verdict', () => {
  const good: Stage = { name: 'lint', seconds: 0.44, summary: 'all is well', findings: [] };
  const bad: Stage = {
    name: 'types',
    seconds: 12.3,
    summary: '3 of 4',
    findings: [finding(7, 'it broke', 'server/a.ts:1:1')],
  };
  const skipped: Stage = { name: 'server', seconds: 0, summary: 'not run', findings: [], notRun: 'skipped' };

  test('is one line a stage when all is well', () => {
    expect(linesOf([good, { ...good, name: 'released' }], 1.26)).toEqual([
      '✓ lint           0.4 s  all is well',
      '✓ released       0.4 s  all is well',
      '',
      'No finding in what was run. (1.3 s)',
    ]);
  });

  test('prints each finding with its line and side', () => {
    expect(linesOf([good, bad, skipped], 2)).toEqual([
      '✓ lint           0.4 s  all is well',
      '✗ types         12.3 s  1 finding: 3 of 4',
      '  spec/a.yaml:7:3 server: it broke',
      '    server/a.ts:1:1',
      '- server             -  not run',
      '',
      'The contract is violated: 1 finding in types. (2.0 s)',
    ]);
  });

  test('is about the sides that were verified', () => {
    const [server, client] = [
      { ...good, name: 'verify server' },
      { ...good, name: 'verify client' },
    ];
    expect(linesOf([server, client], 1).at(-1)).toBe('The contract is kept on both sides. (1.0 s)');
    expect(linesOf([server], 1).at(-1)).toBe('The server keeps the contract. (1.0 s)');
  });

  test('counts what several stages have found once, and what depends on it not at all', () => {
    const dependent = { ...finding(7, 'no name', 'by GET /a'), requirementId: 'a.b', dependents: ['a.c', 'a.d'] };
    const verified: Stage = { ...bad, name: 'verify server', summary: '', findings: [dependent] };
    expect(linesOf([bad, verified], 2)).toEqual([
      '✗ types         12.3 s  1 finding: 3 of 4',
      '  spec/a.yaml:7:3 server: it broke',
      '    server/a.ts:1:1',
      '✗ verify server 12.3 s  the same at spec/a.yaml:7',
      '  spec/a.yaml:7:3 server: no name',
      '    a.b by GET /a',
      '    and 2 requirements that depend on it',
      '',
      'The contract is violated: 1 finding in types, verify server. (2.0 s)',
    ]);
    expect(linesOf([verified, bad], 2)[4]).toBe('✗ types         12.3 s  the same at spec/a.yaml:7: 3 of 4');
    expect(linesOf([{ ...verified, findings: [{ ...dependent, dependents: ['a.c'] }] }], 2)[3]).toBe(
      '    and 1 requirement that depends on it',
    );
    expect(linesOf([verified], 2).slice(1, 4)).toEqual([
      '  spec/a.yaml:7:3 server: no name',
      '    a.b by GET /a',
      '    and 2 requirements that depend on it',
    ]);
  });

  test('says where in the code a side breaks, also after a request has shown that it does', () => {
    const request = { ...finding(7, 'no name', 'by GET /a'), requirementId: 'a.b' };
    const verified: Stage = { ...bad, name: 'verify server', summary: '', findings: [request] };
    const tested: Stage = { ...bad, name: 'server', findings: [{ ...finding(7, 'not 1'), isHint: true }] };
    const lines = linesOf([verified, tested, bad, { ...bad, name: 'lint' }], 2);
    expect(lines.slice(3, -2)).toEqual([
      '✗ server        12.3 s  the same at spec/a.yaml:7: 3 of 4',
      '✗ types         12.3 s  the same at spec/a.yaml:7: 3 of 4',
      '    server: it broke server/a.ts:1:1',
      '✗ lint          12.3 s  the same at spec/a.yaml:7: 3 of 4',
    ]);
  });

  const prevented: Stage = { ...good, name: 'verify server', summary: 'It has not started.', notRun: 'prevented' };

  test('names the stages that could not run', () => {
    expect(linesOf([good, prevented], 130)).toEqual([
      '✓ lint           0.4 s  all is well',
      '! verify server  0.4 s  It has not started.',
      '',
      'No verdict: verify server could not run. (130.0 s)',
    ]);
  });

  test.each<[name: string, stages: Stage[], exitCode: 0 | 1 | 2]>([
    ['all pass', [good, good], 0],
    ['one is skipped', [good, skipped], 0],
    ['one was prevented', [good, prevented], 2],
    ['one has a finding, and one was prevented', [prevented, bad], 1],
  ])('exits with its code where %s', (_, stages, exitCode) => expect(exitCodeOf(stages)).toBe(exitCode));

  test('fits one screen', () => {
    const many = Array.from({ length: 30 }, (_, line) => finding(line + 1, 'it broke'));
    const lines = linesOf(
      [
        { ...bad, findings: many },
        { ...bad, name: 'client', findings: [finding(40, 'so')] },
      ],
      2,
    );
    expect(lines).toHaveLength(1 + 12 + 1 + 2 + 2);
    expect(lines).toContain('  … and 18 more');
    expect(lines.at(-1)).toBe('The contract is violated: 31 findings in types, client. (2.0 s)');
  });
});

describe('findings have one cause', () => {
  const about = (pointer: string, line: number, side = 'server'): Finding => ({
    ...finding(line, pointer),
    pointer,
    side,
  });
  const stageOf = (name: string, ...findings: Finding[]): Stage => ({ name, seconds: 0, summary: '', findings });

  test.each<[what: string, one: Finding, other: Finding, causes: number]>([
    ['about one line', finding(1, 'a'), finding(1, 'b'), 1],
    ['about two lines', finding(1, 'a'), finding(2, 'b'), 2],
    ['about one line, of two sides', finding(1, 'a'), { ...finding(1, 'b'), side: 'client' }, 2],
    [
      'about a response, and a header of it',
      about('/paths/~1a/get/responses/200', 1),
      about('/paths/~1a/get/responses/200/headers/B', 3),
      1,
    ],
    [
      'about a header, and its response',
      about('/paths/~1a/get/responses/200/headers/B', 3),
      about('/paths/~1a/get/responses/200', 1),
      1,
    ],
    ['about two responses', about('/paths/~1a/get/responses/200', 1), about('/paths/~1a/get/responses/2001', 3), 2],
    ['about the whole contract, and a part of it', about('', 1), about('/paths/~1a/get/responses/200', 3), 2],
    ['about a path, and an operation of it', about('/paths/~1a', 1), about('/paths/~1a/get', 3), 2],
  ])('%s', (_, one, other, causes) => {
    const found = causesOf([stageOf('types', one), stageOf('verify server', other)]);
    expect(found).toHaveLength(causes);
    expect(found.flatMap(stagesOf)).toEqual(['types', 'verify server']);
  });

  test('what the compiler says of a schema goes with the response that a request has shown', () => {
    const size = '/components/schemas/Lamp/properties/size';
    const missing = { ...about('/paths/~1a/get/responses/404/content', 5), requirementId: 'a.b', schemaPointer: size };
    const ofTypes = about(size, 9);
    expect(causesOf([stageOf('types', ofTypes), stageOf('verify server', missing)])).toHaveLength(1);
    expect(causesOf([stageOf('verify server', missing), stageOf('types', ofTypes)])).toHaveLength(1);
    // Two requests show what is wrong with two responses.
    const another = { ...about('/paths/~1b/get/responses/404/content', 7), requirementId: 'b.b', schemaPointer: size };
    expect(causesOf([stageOf('verify server', missing, another)])).toHaveLength(2);
  });

  const hint: Finding = { ...finding(90, 'it lists: expected 401 to be 200'), isHint: true };
  const kept = (name: string): Stage => stageOf(name);

  test.each<[what: string, stages: Stage[], causes: number]>([
    [
      'goes with the verification of its side',
      [stageOf('verify server', finding(1, 'a'), finding(2, 'b')), stageOf('server', hint)],
      2,
    ],
    [
      'goes with it also where its stage stands before',
      [stageOf('server', hint), stageOf('verify server', finding(1, 'a'))],
      1,
    ],
    [
      'goes with the verification of the other side where its own is kept',
      [
        kept('verify server'),
        stageOf('verify client', { ...finding(1, 'a'), side: 'client' }),
        stageOf('server', hint),
      ],
      1,
    ],
    [
      'does not where its own side was not verified',
      [stageOf('verify client', { ...finding(1, 'a'), side: 'client' }), stageOf('server', hint)],
      2,
    ],
    [
      'of the compiler does not',
      [kept('verify server'), stageOf('verify client', { ...finding(1, 'a'), side: 'client' }), stageOf('types', hint)],
      2,
    ],
    [
      'does not go with types alone',
      [kept('verify server'), stageOf('types', finding(1, 'a')), stageOf('server', hint)],
      2,
    ],
    [
      'goes with what another side has at its line',
      [stageOf('lint', { ...finding(90, 'a'), side: 'spec' }), stageOf('server', hint)],
      1,
    ],
  ])('a hint %s', (_, stages, causes) => {
    expect(causesOf(stages)).toHaveLength(causes);
  });

  test('what follows from an edit has one cause, of whichever side', () => {
    const edit = { ...finding(1, 'it is called b'), side: 'spec' };
    const consequence = (side: string): Finding => ({
      ...finding(1, 'no a', `${side}/a.ts:2:1`),
      side,
      isConsequence: true,
    });
    const stages = [stageOf('released', edit), stageOf('types', consequence('server'), consequence('client'))];
    expect(causesOf(stages)).toHaveLength(1);
    expect(linesOf(stages, 1)).toEqual([
      '✗ released       0.0 s  1 finding',
      '  spec/a.yaml:1:3 spec: it is called b',
      '✗ types          0.0 s  the same at spec/a.yaml:1',
      '    server: no a server/a.ts:2:1',
      '    client: no a client/a.ts:2:1',
      '',
      'The contract is violated: 1 finding in released, types. (1.0 s)',
    ]);
  });

  test('what is said in full after a hint is not said in short as well', () => {
    const unused: Finding = { ...finding(1, 'an error was expected', 'client/a.ts:2:1'), side: 'client', isHint: true };
    const failed: Finding = { ...finding(1, 'it refuses: expected 201 to be 400'), isConsequence: true };
    expect(linesOf([stageOf('types', unused), stageOf('server', failed)], 1).slice(2, 5)).toEqual([
      '    client/a.ts:2:1',
      '✗ server         0.0 s  the same at spec/a.yaml:1',
      '  spec/a.yaml:1:3 server: it refuses: expected 201 to be 400',
    ]);
  });

  test('a request that follows from what is wrong in the document is said in short', () => {
    const mistake = { ...finding(1, 'it is no day'), side: 'spec', followsFrom: 1 };
    const request = { ...finding(1, 'no Sunset', 'by GET /a'), requirementId: 'a.b', followsFrom: 1 };
    const lines = linesOf([stageOf('lint', mistake), stageOf('verify server', request)], 1);
    expect(lines.slice(2, 5)).toEqual([
      '✗ verify server  0.0 s  the same at spec/a.yaml:1',
      '    server: no Sunset by GET /a',
      '',
    ]);
  });

  test('what is without a use now follows from what was removed', () => {
    const unused = { ...finding(1, 'B is never used'), side: 'spec', isHint: true };
    const removed = { ...finding(1, 'b was removed'), side: 'spec' };
    const stages = [stageOf('lint', unused), stageOf('released', removed)];
    expect(causesOf(stages).map((cause) => cause.finding)).toEqual([removed]);
    expect(linesOf(stages, 1).slice(1, 4)).toEqual([
      '  spec/a.yaml:1:3 spec: B is never used',
      '✗ released       0.0 s  the same at spec/a.yaml:1',
      '  spec/a.yaml:1:3 spec: b was removed',
    ]);
  });

  test('what is left without a use, and the tests that fail, have one cause, and are both said', () => {
    const unused: Finding = { ...finding(1, 'a is never read'), isHint: true };
    const failed: Finding = { ...finding(90, 'it lists: expected 1 to be 2'), isHint: true };
    const stages = [stageOf('verify server'), stageOf('types', unused), stageOf('server', failed)];
    expect(causesOf(stages)).toHaveLength(1);
    expect(linesOf(stages, 1).slice(1, 5)).toEqual([
      '✗ types          0.0 s  1 finding',
      '  spec/a.yaml:1:3 server: a is never read',
      '✗ server         0.0 s  the same at spec/a.yaml:1',
      '  spec/a.yaml:90:3 server: it lists: expected 1 to be 2',
    ]);
    expect(causesOf([...stages, stageOf('client', { ...failed, location: at(91), side: 'client' })])).toHaveLength(2);
  });

  test('what is wrong at a line is said before what follows from it elsewhere', () => {
    const elsewhere = { ...finding(1, 'no Sunset', 'spec/a.yaml:9:1'), side: 'spec', isConsequence: true };
    const there = { ...finding(1, 'it leads nowhere'), side: 'spec' };
    expect(causesOf([stageOf('lint', elsewhere, there)]).map((cause) => cause.finding)).toEqual([there]);
  });

  test('what can follow from one edit alone has one cause, wherever it shows', () => {
    const all = ['server', 'client'].map((side, index) => ({ ...finding(index + 1, 'a'), side, followsFrom: 1 }));
    expect(causesOf([stageOf('types', ...all)])).toHaveLength(1);
    expect(causesOf([stageOf('types', ...all, finding(3, 'b'))])).toHaveLength(2);
  });

  test('what lint says of two lines of an edit is two findings', () => {
    const mistakes = [1, 2].map((line) => ({ ...finding(line, `${line}`), side: 'spec', followsFrom: 1 }));
    const shown = { ...finding(1, 'a'), followsFrom: 1 };
    const elsewhere = { ...finding(1, 'c'), side: 'spec', followsFrom: 1, isConsequence: true };
    const stages = [stageOf('lint', ...mistakes, elsewhere), stageOf('types', shown)];
    expect(causesOf(stages).map(({ witnesses }) => witnesses.map((witness) => witness.finding.message))).toEqual([
      ['1', 'c', 'a'],
      ['2'],
    ]);
  });

  test('requirements that are not kept for one cause depend on the first of them', () => {
    const all = ['a', 'b', 'c', 'b'].map((id) => ({
      ...finding(1, `not ${id}`),
      requirementId: id,
      dependents: ['d'],
    }));
    expect(linesOf([stageOf('verify server', ...all)], 1).slice(1, 4)).toEqual([
      '  spec/a.yaml:1:3 server: not a',
      '    a',
      '    and 3 requirements that depend on it',
    ]);
  });

  test('in one stage: the first is printed, and in short what the others say', () => {
    const others = ['b', 'b', 'c', 'd', 'e', 'f'].map((message) => finding(1, message));
    expect(linesOf([stageOf('types', finding(1, 'a'), ...others)], 1)).toEqual([
      '✗ types          0.0 s  1 finding',
      '  spec/a.yaml:1:3 server: a',
      ...['b', 'c', 'd'].map((message) => `    server: ${message} spec/a.yaml:1:3`),
      '    … and 2 more',
      '',
      'The contract is violated: 1 finding in types. (1.0 s)',
    ]);
  });

  test('and all the requirements that are not kept because of it, each once', () => {
    const one = { ...finding(1, 'a'), requirementId: 'a', dependents: ['b', 'c'] };
    const other = { ...finding(1, 'b'), requirementId: 'c' };
    expect(causesOf([stageOf('types', one), stageOf('verify server', other)])).toMatchObject([
      { finding: one, requirementIds: ['a', 'b', 'c'] },
    ]);
  });
});
