import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ProjectCopy, spec } from './check/test/project-copy.ts';
import { projectFolder } from './cli/project.ts';
import { childOf, isObject, objectOf } from './openapi/json.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const text = readFileSync(join(projectFolder, spec), 'utf8');

/**
 * What an expression finds first: this folder knows no contract in particular,
 * so what is to be changed is found in the one at hand.
 */
function found(from: RegExp, within = text): string[] {
  const match = from.exec(within);
  if (match === null) throw new Error(`There is nothing to break for ${from.source}.`);
  return [...match];
}

/** The longest name of a required property: no keyword of OpenAPI is called that. */
function requiredProperty(): string {
  const document: unknown = parse(text);
  const schemas = Object.values(objectOf(childOf(isObject(document) ? document['components'] : undefined, 'schemas')));
  const names = schemas.flatMap((schema) => childOf(schema, 'required') ?? []).map(String);
  return names.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

const required = requiredProperty();
const removedResponse = /^ {8}'(404)':\n {10}\$ref: .*\n/m;
const [, status = ''] = found(removedResponse);
const value = /enum: \[(\w+), (\w+), (\w+)\]/;
const [, , dropped = ''] = found(value);
const bound = /maximum: (\d+)/;
const [, greatest = ''] = found(bound);
const plan = /requestsPerMinute: (\d+)/;
const [, perMinute = ''] = found(plan);
const handled = /(\w+)\([^)]*\) \{\s+return \{ status: 2\d\d/;

// All at the same time: each takes seconds, most of them waiting.
const brokenCopy = new ProjectCopy()
  .change(spec, new RegExp(`\\b${required}\\b`, 'g'), () => `${required}Renamed`)
  .change(spec, removedResponse, () => '')
  .change(spec, value, (_, first, _second, third) => `enum: [${first}, ${third}]`)
  .change(spec, bound, () => `maximum: ${Number(greatest) - 1}`)
  .change(spec, plan, () => `requestsPerMinute: ${Number(perMinute) - 1}`)
  .change('server/handlers.ts', handled, (whole) => whole.replace(/2\d\d$/, '299'));
const checked = brokenCopy.check();
const misspelt = new ProjectCopy()
  .change(spec, /(\$ref: '#\/components\/responses\/\w+)'/, (_, reference) => `${reference}Typo'`)
  .check();
const edited = new ProjectCopy()
  .change('generated/types.ts', new RegExp(`\\b${required}: `), () => `${required}?: `)
  .change(spec, /^ {2}title: .*$/m, () => '  title: Another title')
  .change('server/contract.test.ts', /^[\s\S]*$/, () => "import './gone.ts';\n");
const handEdited = edited.read('generated/types.ts');
rmSync(join(edited.folder, 'client', 'contract.test.ts'));
// What both sides do is proven above: here they are not verified.
const strict = edited.check('--all', '--only', 'generate,types,server,client,toolchain,released');

describe('several drifts are reported in one run, each with its line and side', () => {
  test.each<[drift: string, stage: string, side: string, at: RegExp, message: RegExp]>([
    [
      'a renamed field, in the server',
      'types',
      'server',
      new RegExp(`^${required}Renamed:$`),
      new RegExp(`'${required}'`),
    ],
    [
      'a renamed field, in the client',
      'types',
      'client',
      new RegExp(`^${required}Renamed:$`),
      new RegExp(`'${required}'`),
    ],
    [
      'a renamed field, in what the client sends',
      'client',
      'client',
      new RegExp(`^${required}Renamed:$`),
      new RegExp(`'${required}Renamed'`),
    ],
    [
      'a renamed field',
      'released',
      'spec',
      new RegExp(`^${required}Renamed:$`),
      new RegExp(`^major: \`\\w+\\.${required}\` was replaced by \`${required}Renamed\`\\.$`),
    ],
    [
      'a removed response, in a handler',
      'types',
      'server',
      /^[a-z]+:$/,
      new RegExp(`^The status ${status} is not documented: `),
    ],
    ['a removed response, in what the server sends', 'server', 'server', /^responses:$/, new RegExp(status)],
    [
      'a removed response, without which the server does not start',
      'verify server',
      'server',
      /^responses:$/,
      new RegExp(status),
    ],
    ['a removed response', 'released', 'spec', /^responses:$/, new RegExp(`^major: The ${status} response of`)],
    ['a dropped value, in the client', 'types', 'client', /^[\w-]+:|^name: /, new RegExp(`"${dropped}"`)],
    [
      'a dropped value',
      'released',
      'spec',
      /^enum: \[\w+, \w+\]$/,
      new RegExp(`^major: .* no longer allows \`${dropped}\``),
    ],
    [
      'a lower bound',
      'released',
      'spec',
      new RegExp(`^maximum: ${Number(greatest) - 1}$`),
      new RegExp(`^major: .*${greatest}.*${Number(greatest) - 1}`),
    ],
    [
      'a lower plan',
      'released',
      'spec',
      new RegExp(`^requestsPerMinute: ${Number(perMinute) - 1}$`),
      new RegExp(`^major: .* from ${perMinute} to ${Number(perMinute) - 1}\\.$`),
    ],
    ['a status of its own', 'types', 'server', /^responses:$/, /^The status 299 is not documented: /],
  ])('%s', async (_, stage, side, at, message) => {
    const matching = {
      stage,
      side,
      at: expect.stringMatching(at) as string,
      message: expect.stringMatching(message) as string,
    };
    expect((await checked).findings).toContainEqual(matching);
  });

  test('with exit code 1, on one screen and without colours', async () => {
    const { exitCode, stdout, stderr } = await checked;
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toMatch(/^✗ released .* findings.*: \d+ changes since \S+: a major change needs \S+, /m);
    expect(stdout.split('\n').length).toBeLessThan(75);
    expect(stdout).not.toContain('\u001B');
  });

  test('and on a page, in JSON and in Markdown', async () => {
    expect((await checked).stdout).toMatch(
      /\nEvery requirement, with its cases and mutants: reports\/contract\.html\n$/,
    );
    expect(JSON.parse(brokenCopy.read('reports/contract.json'))).toMatchObject({
      verdict: 'violated',
      sides: { client: { counts: { violated: 0 } } },
    });
    expect(brokenCopy.read('reports/contract.html')).toMatch(/^<!doctype html>/i);
    expect(brokenCopy.read('reports/contract.md')).toContain('violated');
  });
});

describe('in CI, also what a run would put right is reported', () => {
  test.each<[drift: string, stage: string, side: string, at: RegExp, message: RegExp]>([
    [
      'a file edited by hand',
      'generate',
      'generated',
      new RegExp(`^${required}:$`),
      /^generated\/types\.ts:\d+ was edited by hand: /,
    ],
    [
      'stale files',
      'generate',
      'generated',
      /^title: Another title$/,
      /^generated\/openapi\.json:\d+ is stale, like \d+ other files: /,
    ],
    ['a side without contract tests', 'client', 'client', /^openapi: /, /^no test of the client was run$/],
    ['a toolchain without tests', 'toolchain', 'toolchain', /^openapi: /, /^no test of the toolchain was run$/],
  ])('%s', async (_, stage, side, at, message) => {
    const matching = {
      stage,
      side,
      at: expect.stringMatching(at) as string,
      message: expect.stringMatching(message) as string,
    };
    expect((await strict).findings).toContainEqual(matching);
  });

  test('a change that breaks nobody needs a new version, and is no finding', async () => {
    expect((await strict).stdout).toMatch(
      /^✓ released .* Version needed: \d+\.\d+\.\d+ \(info\.version is \S+\): `npm run release -- --bump`$/m,
    );
  });

  test('tests that cannot start fail, where they stand', async () => {
    const { stdout } = await strict;
    // The compiler may say so first.
    expect(stdout).toMatch(/^ {2}server\/contract\.test\.ts:1:\d+ server: .*Cannot find module.*'\.\/gone\.ts'/m);
    expect(stdout).toMatch(/^✗ server .*(?:1 finding|the same at server\/contract\.test\.ts:1): /m);
  });

  test('with exit code 1, the report of the test runner, and nothing written over', async () => {
    expect(await strict).toMatchObject({ exitCode: 1, stderr: '' });
    expect(JSON.parse(edited.read('reports/tests.json'))).toMatchObject({ success: false });
    expect(edited.read('generated/types.ts')).toBe(handEdited);
  });
});

const skipped = (...names: string[]) =>
  names.map((name) => `- ${name.padEnd(13)}      -  not run: no code follows from this contract`);

describe('nothing follows from a wrong contract', () => {
  test('with a typo in a reference', async () => {
    const { exitCode, stdout, findings } = await misspelt;
    const [at, message] = [/^\$ref: '#\/components\/responses\/\w+Typo'$/, /^\$ref '.*Typo' leads nowhere\. /].map(
      (text) => expect.stringMatching(text) as string,
    );
    expect(findings).toContainEqual({ stage: 'lint', side: 'spec', at, message });
    expect(stdout).toContain(
      skipped('generate', 'readiness', 'types', 'server', 'client', 'verify server', 'verify client', 'released').join(
        '\n',
      ),
    );
    expect(exitCode).toBe(1);
  });

  const valid = `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths:
  /a:
    get:
      responses:
        '200':
          description: D
`;
  const pattern = `${valid}          content: { text/plain: { schema: { type: string, pattern: '(?i)' } } }\n`;
  test.concurrent.each<[name: string, description: string, lines: string[]]>([
    [
      'that is no YAML',
      `${valid}]`,
      [
        '✗ lint 0.0 s  1 finding',
        '  spec/openapi.yaml:9:1 spec: This is not valid YAML: Unexpected flow-seq-end token in YAML stream: "]".',
        ...skipped('generate', 'readiness', 'types', 'server', 'client', 'verify server', 'verify client', 'released'),
        'The contract is violated: 1 finding in lint.',
      ],
    ],
    [
      'that does not compile',
      pattern,
      [
        '✓ lint 0.0 s  spec/openapi.yaml passes the lint rules of structure.redocly.yaml',
        '✗ generate 0.0 s  1 finding',
        '  spec/openapi.yaml:9:60 spec: This pattern is no regular expression of JavaScript.',
        ...skipped('readiness', 'types', 'server', 'client', 'verify server', 'verify client', 'released'),
        'The contract is violated: 1 finding in generate.',
      ],
    ],
  ])('%s', async (_, description, lines) => {
    const folder = temporaryFolder({
      [spec]: description,
      'reports/contract.html': 'of another contract',
    });
    const { exitCode, stdout, stderr } = await runScript('check.ts', [], folder);
    expect(
      stdout
        .replace(/ \(\d+\.\d s\)\n$/, '')
        .replaceAll(/ +\d+\.\d s {2}/g, ' 0.0 s  ')
        .replace(/(?<=the lint rules of )\S*\/(?=structure\.)/, '')
        .split('\n')
        .filter(Boolean),
    ).toEqual(lines);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    // A page of another contract would be taken for one of this.
    expect(existsSync(join(folder, 'reports/contract.html'))).toBe(false);
  });

  test('that is not there', async () => {
    const run = await runScript('check.ts', [], temporaryFolder());
    expect(run).toEqual({ exitCode: 2, stdout: '', stderr: 'Cannot read spec/openapi.yaml: there is no such file.\n' });
  });
});

describe('what has passed', () => {
  const copy = new ProjectCopy();
  const quick = ['lint', 'types', 'client'];
  const stages = [...quick, 'verify-client'];

  /** Those of the stages that were not run again. */
  async function unchangedOf(names: readonly string[], ...options: string[]): Promise<string[]> {
    const { stdout, exitCode } = await copy.check('--only', names.join(','), ...options);
    expect(exitCode).toBe(0);
    return names.filter((name) => new RegExp(`^✓ ${name.replace('-', ' ')} .* unchanged: `, 'm').test(stdout));
  }

  test('is not run again with the same contract and code, unless it is asked for', async () => {
    expect(await unchangedOf(stages)).toEqual([]);
    expect(await unchangedOf(stages)).toEqual(stages);
    expect(await unchangedOf(quick)).toEqual(quick);
    expect(await unchangedOf(quick, '--fresh')).toEqual([]);
    copy.change(spec, /description: \w+/, (found) => `${found} also`);
    expect((await unchangedOf(stages)).toSorted()).toEqual(['client', 'types', 'verify-client']);
    copy.change('server/handlers.ts', /^/, () => '// A note.\n');
    expect((await unchangedOf(stages)).toSorted()).toEqual(['client', 'lint', 'verify-client']);
    copy.change(spec, bound, () => `maximum: ${Number(greatest) - 1}`);
    const { stdout } = await copy.check('--only', 'verify-client');
    expect(stdout).toMatch(/^✓ verify client .*; unchanged: \w+/m);
  });

  test('says what is so, not what was done when it passed', async () => {
    copy.change(spec, /description: \w+/, (found) => `${found} once more`);
    expect((await copy.check('--only', 'generate')).stdout).toMatch(/^✓ generate .* s {2}wrote /);
    const again = await copy.check('--only', 'generate');
    expect(again.stdout).toMatch(/^✓ generate .* s {2}unchanged: generated\/ is up to date\n/);
  });
});

test('a schema that is called otherwise is one finding, with the code that names it', async () => {
  const [, schema = ''] = found(/requestBody:[\s\S]*?schemas\/(\w+)'/);
  const copy = new ProjectCopy().change(spec, new RegExp(`\\b${schema}\\b`, 'g'), () => `${schema}Renamed`);
  const { stdout, stderr, exitCode } = await copy.check('--only', 'released,types,generate');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(stdout).toContain(`major: Schema \`${schema}\` is called \`${schema}Renamed\` now.`);
  expect(stdout).toMatch(new RegExp(`server: Property '${schema}' does not exist .* server/`));
  expect(stdout).toMatch(/\nThe contract is violated: 1 finding in /);
});

test('what the tests of both sides say comes after the request that shows it, and with that', async () => {
  const copy = new ProjectCopy()
    .change('client/credential.ts', /\.origin === origin\b/, () => '.origin !== origin')
    .change('server/clock.ts', /^/, () => 'const nobodyReads = 3;\n');
  const { stdout, exitCode } = await copy.check('--only', 'types,server,client,verify-server,verify-client');
  const stages = [...stdout.matchAll(/^✗ (.{13}) .*? s {2}(.*)$/gm)].map(([, name, said]) => [name?.trim(), said]);
  expect(exitCode).toBe(1);
  expect(stages[0]).toEqual(['verify client', expect.stringMatching(/^1 finding/)]);
  expect(stages.toSorted()).toEqual([
    ['client', expect.stringMatching(/^the same at spec/)],
    ['server', expect.stringMatching(/^the same at spec/)],
    ['types', '1 finding'],
    ['verify client', expect.stringMatching(/^1 finding/)],
  ]);
  expect(stdout).toMatch(/\nThe contract is violated: 2 findings in /);
});

test('a contract that says too little is a finding at its poorest operation', async () => {
  const copy = new ProjectCopy();
  // Without a word on any property.
  copy.change(spec, /[\s\S]*/, (whole) =>
    whole.replaceAll(/^ {10}(?:description: .*\n(?= {10}type)|examples: \[.*\n)/gm, ''),
  );
  const { stdout, exitCode } = await copy.check('--only', 'readiness');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^✗ readiness .* 1 finding$/),
    expect.stringMatching(
      /^ {2}spec\/openapi\.yaml:\d+:\d+ spec: the agent readiness is [\d.]+ of 100, and at least 95 is/,
    ),
    expect.stringMatching(/^ {4}the lowest operation is \w+ with [\d.]+: /),
  ]);
  expect(exitCode).toBe(1);
});

test('only the stages that are asked for are run', async () => {
  const { stdout, exitCode } = await new ProjectCopy().check('--only', 'released, lint');
  expect(stdout.match(/^. [a-z]+/gm)).toEqual(expect.arrayContaining(['✓ lint', '✓ released']));
  expect(stdout.match(/^. [a-z]+/gm)).toHaveLength(2);
  expect(stdout).toContain('No finding in what was run.');
  expect(stdout).not.toContain('Every requirement');
  expect(exitCode).toBe(0);
});

test('a report is on standard output where that is asked for, and nothing else', async () => {
  const { stdout, stderr } = await new ProjectCopy().run('check', '--only', 'released', '--json', '-');
  expect(JSON.parse(stdout)).toMatchObject({ formatVersion: 1, verdict: 'kept', findings: [] });
  expect(stderr).toContain('No finding in what was run.');
});

test('a stage that there is not cannot be run', async () => {
  const { exitCode, stderr } = await runScript('check.ts', ['--only', 'lint,typos'], temporaryFolder());
  expect(stderr).toMatch(
    /^There is no stage "typos": there are lint, .*, verify-client, released\.\nSee: npm run -s check -- --help\n$/,
  );
  expect(exitCode).toBe(2);
});

test('the same findings go to JUnit, Markdown and annotations', async () => {
  const copy = new ProjectCopy().change(spec, plan, () => `requestsPerMinute: ${Number(perMinute) - 1}`);
  const { stdout, exitCode, findings } = await copy.check(
    ...['--only', 'released', '--github', '--junit', 'reports/check.xml', '--markdown', 'reports/check.md'],
  );
  expect(exitCode).toBe(1);
  const [{ message } = expect.fail('There is no finding.')] = findings.filter(({ message: text }) => /from/.test(text));
  expect(stdout).toContain(`::${message}`);
  expect(copy.read('reports/check.xml')).toContain(`message="${message.replaceAll("'", '&#39;')}"`);
  expect(copy.read('reports/check.md')).toContain('spec/openapi&#46;yaml');
});
