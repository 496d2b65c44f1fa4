import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lintContract } from './check/lint.ts';
import { ContractError } from './cli/problem.ts';
import { documentationPage } from './documentation/page.ts';
import { generateFiles } from './generate/files.ts';
import { readContract } from './openapi/read-contract.ts';
import { SchemaCheck } from './openapi/schemas/schema-validator.ts';
import { compareContracts } from './release/contract-changes.ts';
import { catalogueOf } from './requirements/catalogue.ts';
import { Stub } from './stub/stub.ts';
import {
  documentWith,
  exponentialPatterns,
  exponentialPatternsOfSigns,
  hostileDocuments,
  hostileText,
} from './test/hostile-documents.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';
import { specificationOf } from './verify/specification.ts';

const all = Object.entries(hostileDocuments);
const refused = all.flatMap(([name, { files, refusal }]) => (refusal === undefined ? [] : [{ name, files, refusal }]));
const read = all.filter(([, { refusal }]) => refusal === undefined).map(([name, { files }]) => ({ name, files }));

async function problemOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((reason: unknown) => reason);
  if (!(error instanceof ContractError)) throw new Error('It was read.', { cause: error });
  return error.problems
    .map(({ location, message }) => `openapi.yaml:${location.line}:${location.column} ${message}`)
    .join('\n');
}

test.each(refused)('refused with its line: $name', async ({ files, refusal }) => {
  expect(await problemOf(readContract(join(temporaryFolder(files), 'openapi.yaml')))).toMatch(refusal);
});

test.each(read)('read: $name', async ({ files }) => {
  const folder = temporaryFolder(files);
  const contract = await readContract(join(folder, 'openapi.yaml'));
  const specification = specificationOf(contract);
  expect(catalogueOf(specification, 'server').length).toBeGreaterThan(0);
  const stub = new Stub(specification, { now: () => 0, seed: 1, choice: { kind: 'state' } });
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  const sent = await stub.respond({ method: 'POST', target: '/lamps', headers, body: Buffer.from('{}') });
  expect(sent.status).toBeLessThan(500);
  expect(sent.headers.every(([, value]) => typeof value === 'string')).toBe(true);
  expect((await compareContracts(contract, contract, { before: true, now: true })).changes).toEqual([]);
  const generated = await generateFiles(contract);
  // What is generated runs, and nothing of the document in it.
  const out = temporaryFolder(Object.fromEntries(generated));
  writeFileSync(
    join(out, 'use.ts'),
    `import { operations } from './operations.ts';
import * as calls from './calls.ts';
import * as validators from './validators.js';
import page from './documentation.ts';
await Promise.all(Object.values(validators.operations).map((load) => load()));
const counts = [operations, calls.operations, validators.operations].map((all) => Object.keys(all).length);
console.log(...counts, typeof page);
`,
  );
  const printed = execFileSync(process.execPath, [join(out, 'use.ts')], { encoding: 'utf8' });
  expect(printed).toMatch(/^(\d+) \1 \1 string\n$/);
  expect(documentationPage(contract).match(/<script/g)).toHaveLength(3);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test.each(exponentialPatterns)('the pattern %s is ignored, with its line', async (pattern) => {
  const { files = {} } = hostileDocuments[`the pattern ${pattern}`] ?? {};
  const contract = await readContract(join(temporaryFolder(files), 'openapi.yaml'));
  expect(contract.mistakes).toEqual([
    {
      location: expect.objectContaining({ line: 24 }) as object,
      message: expect.stringMatching(
        /^This pattern (may take|.* not take) exponential time.*: it is ignored\.$/,
      ) as string,
      count: 1,
    },
  ]);
  const check = new SchemaCheck(contract);
  expect(check.isValid('request', '/components/schemas/Lamp', hostileText)).toBe(true);
});

test.each(exponentialPatternsOfSigns)('the pattern %s is not matched with many %s', async (pattern, sign) => {
  const schema = `{ type: string, pattern: ${JSON.stringify(pattern)} }`;
  const text = documentWith({ schema: "{ $ref: '#/components/schemas/Lamp' }", schemas: `    Lamp: ${schema}\n` });
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  expect(contract.mistakes).toHaveLength(1);
  const check = new SchemaCheck(contract);
  expect(check.isValid('request', '/components/schemas/Lamp', `${sign.repeat(60)}!`)).toBe(true);
});

test.each(['allOf', 'anyOf', 'oneOf'])('a schema that is itself by %s ends', async (keyword) => {
  const text = documentWith({
    schema: "{ $ref: '#/components/schemas/Lamp' }",
    schemas: `    Lamp: { ${keyword}: [{ $ref: '#/components/schemas/Lamp' }, { type: object }] }\n`,
  });
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const check = new SchemaCheck(contract);
  expect([{}, 1].map((value) => check.isValid('request', '/components/schemas/Lamp', value))).toEqual([true, false]);
});

test.each(['not', 'if', 'then', 'else'])('a schema that is itself by %s is read without that', async (keyword) => {
  const text = documentWith({
    schema: "{ $ref: '#/components/schemas/Lamp' }",
    schemas:
      `    Lamp: { type: object, if: {}, ${keyword}: { allOf: [{ $ref: '#/components/schemas/Lamp' }] } }\n`.replace(
        'if: {}, if',
        'if',
      ),
  });
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const message = 'A condition of this schema is the schema itself: it is ignored.';
  const location = expect.objectContaining({ line: 24 }) as object;
  expect(contract.mistakes).toEqual([{ message, location, count: 1 }]);
  const check = new SchemaCheck(contract);
  expect([{}, 1].map((value) => check.isValid('request', '/components/schemas/Lamp', value))).toEqual([true, false]);
});

describe('what leads out of the folder by a symbolic link', () => {
  test.each(['a file', 'a folder'])('%s', async (what) => {
    const elsewhere = temporaryFolder({ 'secret.yaml': 'type: string\n' });
    const folder = temporaryFolder({ 'openapi.yaml': documentWith({ schema: '{ $ref: way/secret.yaml }' }) });
    if (what === 'a folder') symlinkSync(elsewhere, join(folder, 'way'));
    else {
      const inner = temporaryFolder({}, 'way');
      symlinkSync(join(elsewhere, 'secret.yaml'), join(inner, 'secret.yaml'));
      symlinkSync(inner, join(folder, 'way'));
    }
    expect(await problemOf(readContract(join(folder, 'openapi.yaml')))).toMatch(
      /"way\/secret\.yaml" is not followed: it leads out of the folder of the document\.$/,
    );
  });
});

test('references in the folder and below it are followed', async () => {
  const folder = temporaryFolder({
    'openapi.yaml': documentWith({ schema: '{ $ref: parts/lamp.yaml#/Lamp }' }),
    'parts/lamp.yaml': 'Lamp: { $ref: ../size.yaml }\n',
    'size.yaml': 'type: object\n',
  });
  const { document } = await readContract(join(folder, 'openapi.yaml'));
  expect(JSON.stringify(document)).toContain('"type":"object"');
});

describe('what leads out of the folder by a merge key', () => {
  const leading = (target: string, discriminator: string) =>
    documentWith({
      others: `x-mapping: &mapping { a: ${JSON.stringify(target)} }\nx-holder: &holder { mapping: *mapping }`,
      schema: `{ oneOf: [{ type: object }], discriminator: { propertyName: kind, ${discriminator} } }`,
    });

  test.each(['mapping: { <<: *mapping }', 'mapping: { <<: [*mapping] }', '<<: *holder'])(
    '%s',
    async (discriminator) => {
      const secret = join(temporaryFolder({ 'secret.yaml': 'type: string\n' }), 'secret.yaml');
      const folder = temporaryFolder({ 'openapi.yaml': leading(secret, discriminator) });
      expect(await problemOf(readContract(join(folder, 'openapi.yaml')))).toMatch(
        /secret\.yaml" is not followed: it leads out of the folder of the document\.$/,
      );
    },
  );
});

test('an example elsewhere is not fetched where a description has several files', async () => {
  const asked: unknown[] = [];
  const server = createServer(({ url }, response) => response.end(String(asked.push(url)))).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${String(Object(server.address()).port)}/lamp.json`;
  const text = documentWith({ schema: '{ $ref: lamp.yaml }' }).replace(
    'schema: { $ref: lamp.yaml }',
    `schema: { $ref: lamp.yaml }\n            examples: { one: { externalValue: '${address}' } }`,
  );
  const folder = temporaryFolder({ 'openapi.yaml': text, 'lamp.yaml': 'type: object\n' });
  const { document, mistakes } = await readContract(join(folder, 'openapi.yaml'));
  expect({ asked, mistakes }).toEqual({ asked: [], mistakes: [] });
  expect(JSON.stringify(document)).toContain(`"externalValue":"${address}"`);
});

describe('what stands beside a document', () => {
  const { files } = hostileDocuments['a configuration beside it'] ?? { files: {} };

  test('is not loaded, and chooses no rules', async () => {
    const folder = temporaryFolder(files);
    const run = await runScript('lint.ts', ['--spec', 'openapi.yaml'], folder);
    expect(run).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/structure\.redocly\.yaml/) as string,
      stderr: '',
    });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test.each(['generate', 'lint'])('has no options for %s in an .env file', async (command) => {
    const folder = temporaryFolder({
      'openapi.yaml': documentWith({ schema: '{ $ref: lamp.yaml }' }),
      'lamp.yaml': 'type: object\n',
      '.env': 'REDOCLY_CLI_BUNDLE_METAFILE=ran\nREDOCLY_CLI_LINT_EXTENDS=recommended-strict\n',
    });
    const run = await runScript(`${command}.ts`, ['--spec', 'openapi.yaml'], folder);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('is loaded where it is given', async () => {
    const folder = temporaryFolder(files);
    const { problems } = await lintContract(join(folder, 'openapi.yaml'), join(folder, 'redocly.yaml'));
    expect(problems.map(({ rule }) => rule)).toContain('info-license');
    expect(existsSync(join(folder, 'ran'))).toBe(true);
  });
});

test.each(['lint', 'generate', 'stub', 'docs'])('%s prints no escapes of a terminal', async (command) => {
  const { files } = hostileDocuments['escapes of a terminal'] ?? { files: {} };
  const { stderr, stdout } = await runScript(`${command}.ts`, ['--spec', 'openapi.yaml'], temporaryFolder(files));
  expect(stderr).toContain(String.raw`bad\u{1B}]0;owned`);
  expect(stderr + stdout).not.toContain('\u001b');
});

test('what breaks no rule, and is more than the limits allow, does not pass lint', async () => {
  const { files, refusal } = hostileDocuments['2,000 schemas in oneOf'] ?? { files: {} };
  const { exitCode, stdout, stderr } = await runScript('lint.ts', ['--spec', 'openapi.yaml'], temporaryFolder(files));
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(refusal ?? /^$/);
});

test.each(['generate', 'docs', 'diff', 'check'])(
  '%s says on one line what the document says on two',
  async (command) => {
    const twice = `  /named: { get: { operationId: "a\\nb", responses: { '200': { description: D } } } }`;
    const read = documentWith({ operation: 'operationId: "a\\nb"' })
      .replace('operationId: createLamp', '')
      .replace(/^paths:$/m, `paths:\n${twice}`);
    const refused = documentWith({ operation: 'parameters: [{ $ref: "#/a\\nb" }]' });
    const folder = temporaryFolder({ 'openapi.yaml': command === 'check' ? refused : read });
    const given = command === 'diff' ? ['openapi.yaml', 'openapi.yaml'] : ['--spec', 'openapi.yaml'];
    const { stderr, stdout } = await runScript(`${command}.ts`, given, folder);
    expect(stdout + stderr).toContain(String.raw`a\nb`);
    expect(stdout + stderr).not.toContain('a\nb');
  },
);

test('a list of 100,000 values is compared with itself', async () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `v${index}`).join(', ');
  const text = documentWith({ schema: `{ type: object, properties: { a: { type: string, enum: [${values}] } } }` });
  const contract = await readContract(join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const comparison = await compareContracts(contract, contract, { before: true, now: true });
  expect(comparison.changes).toEqual([]);
}, 120_000);
