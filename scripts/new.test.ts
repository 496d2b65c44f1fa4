import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { projectFolder } from './cli/project.ts';
import { generateClientTest } from './new/client-test.ts';
import { stringLiteral } from './new/source-text.ts';
import { objectOf } from './openapi/json.ts';
import { installPackage, optionalPackages } from './package/test/packed-package.ts';
import { descriptionOf } from './test/contracts.ts';
import { type Run, runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const document = `openapi: 3.1.0
info: { title: Harbour, version: 2.0.0 }
servers: [{ url: https://harbour.example/api }]
security: [{ token: [] }, { staff: [], desk: [] }]
paths:
  /ships:
    get:
      operationId: list-ships
      summary: Ships in the harbour, */ newest first.
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }]
      responses:
        '200':
          description: D
          content: { application/json: { schema: { type: array, items: { $ref: 'ship.yaml#/Ship' } } } }
        '400': { $ref: '#/components/responses/Refused' }
        '401': { $ref: '#/components/responses/Refused' }
    post:
      operationId: addShip
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: 'ship.yaml#/NewShip' } } }
      responses:
        '201':
          description: D
          headers: { Location: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: 'ship.yaml#/Ship' } } }
        4XX: { $ref: '#/components/responses/Refused' }
  /ships/{id}.png:
    get:
      operationId: paintShip
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses:
        '200': { description: D, content: { image/png: { schema: { type: string, format: binary } } } }
        default: { $ref: '#/components/responses/Refused' }
    put:
      operationId: repaintShip
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      requestBody: { required: true, content: { image/png: { schema: { type: string, format: binary } } } }
      responses:
        '204': { description: D }
        default: { $ref: '#/components/responses/Refused' }
  /tide:
    get:
      security: []
      responses:
        '200':
          description: D
          content: { application/json: { schema: { type: object, properties: { at: { type: string } } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    staff: { type: http, scheme: basic }
    desk: { type: apiKey, in: header, name: X-Desk }
  responses:
    Refused:
      description: D
      content:
        application/problem+json:
          schema:
            type: object
            required: [title, status]
            properties: { title: { type: string }, status: { type: integer } }
`;
const schemas = `NewShip:
  type: object
  required: [name]
  properties: { name: { type: string, minLength: 1 }, cargo: { type: [string, 'null'] } }
Ship:
  allOf: [{ $ref: '#/NewShip' }, { type: object, required: [id], properties: { id: { type: integer } } }]
`;

const handlers = `import type { components } from '../generated/types.ts';
import type { Handlers } from './operation.ts';

const ships: { id: number; name: string; cargo?: string | null }[] = [];
const pictures = new Map<number, Uint8Array<ArrayBuffer>>();

export const handlers: Handlers = {
  async 'list-ships'({ query }) {
    return { status: 200, body: ships.toReversed().slice(0, query.limit) };
  },
  async addShip({ body }) {
    const ship = { ...body, id: ships.length + 1 };
    ships.push(ship);
    return { status: 201, body: ship, headers: { Location: \`/api/ships/\${ship.id}.png\` } };
  },
  async paintShip({ path }) {
    if (path.id > ships.length) return { status: 404, body: { title: 'No such ship', status: 404 } };
    const picture = pictures.get(path.id) ?? new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
    return { status: 200, body: picture, mediaType: 'image/png' };
  },
  async repaintShip({ path, body }) {
    if (path.id > ships.length) return { status: 404, body: { title: 'No such ship', status: 404 } };
    pictures.set(path.id, body);
    return { status: 204 };
  },
  async 'get /tide'() {
    return { status: 200, body: { at: 'noon' } };
  },
};
`;

/** The line of the method of an operation, which stands above its operationId or below its path. */
function lineOfMethod(name: string): number {
  const index = document.split('\n').findIndex((line) => line.includes(name));
  return name.startsWith('/') ? index + 2 : index;
}

const folder = temporaryFolder({ 'harbour.yaml': document, 'ship.yaml': schemas });
const service = join(folder, 'harbour');
const others = [...optionalPackages, '@hono', 'hono', 'vitest', '@types'];
let laidOut: Run;
beforeAll(async () => {
  laidOut = await runScript('new.ts', ['--spec', join(folder, 'harbour.yaml'), service], folder);
  const { name, version } = packageFile;
  await installPackage({ name, tarball: join(service, `packages/${name}-${version}.tgz`) }, service, others);
});

const read = (file: string) => readFileSync(join(service, file), 'utf8');
/** Replaces a text in a file of the service, which must have it. */
function edit(file: string, old: string, text: string): void {
  expect(read(file)).toContain(old);
  writeFileSync(
    join(service, file),
    read(file).replace(old, () => text),
  );
}

/** Runs a program of a package, and gives what it prints and its exit code. */
function run(program: string, options: string[]): Promise<{ exitCode: unknown; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: unknown; output: string }>();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name)));
  execFile(
    process.execPath,
    [join('node_modules', program), ...options],
    { cwd: service, env: { ...env, NO_COLOR: '1' } },
    (error, stdout, stderr) => resolve({ exitCode: error === null ? 0 : error.code, output: stdout + stderr }),
  );
  return promise;
}
const typeErrors = async () =>
  (await run('typescript/bin/tsc', ['--pretty', 'false'])).output.match(/^\S+\.ts(?=\()/gm);
const tests = () => run('vitest/vitest.mjs', ['run']);

test('says what is to be done next', () => {
  expect(laidOut).toMatchObject({ exitCode: 0, stderr: '' });
  expect(laidOut.stdout).toContain(`${service} is a service for Harbour 2.0.0.`);
  expect(laidOut.stdout).toContain('5 handlers');
});

test('copies the contract with the files that it refers to, and lays out all else', () => {
  expect(read('spec/harbour.yaml')).toBe(document);
  expect(read('spec/ship.yaml')).toBe(schemas);
  const { scripts, devDependencies } = objectOf(JSON.parse(read('package.json')));
  expect(objectOf(scripts)['check']).toBe('contract check --spec spec/harbour.yaml --out generated && npm test');
  expect(objectOf(devDependencies)[packageFile.name]).toMatch(/^file:packages\//);
  expect(existsSync(join(service, '.github/workflows/check.yml'))).toBe(true);
});

describe('the service', () => {
  test('does not compile until each handler, error and credential is written, and names each once', async () => {
    expect((await typeErrors())?.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'server/credentials.ts'),
      'server/errors.ts',
      ...Array.from({ length: 5 }, () => 'server/handlers.ts'),
      ...Array.from({ length: 3 }, () => 'test/credentials.ts'),
    ]);
  });

  test('says by its check what is not written, at the line of the contract that asks for it', async () => {
    const path = join(projectFolder, 'node_modules/.bin');
    const env = { ...process.env, PATH: `${path}${delimiter}${process.env['PATH']}` };
    const checked: unknown = await promisify(execFile)('npm', ['run', 'check'], { cwd: service, env }).catch(
      (error: unknown) => error,
    );
    expect(checked).toMatchObject({ code: 1 });
    const handlers =
      /^ {2}spec\/harbour\.yaml:(\d+):5 server: Type 'void' is not assignable .*\n {4}server\/handlers\.ts/gm;
    const lines = [...String(Object(checked).stdout).matchAll(handlers)].map(([, line]) => Number(line));
    expect(lines).toEqual(['list-ships', 'addShip', 'paintShip', 'repaintShip', '/tide'].map(lineOfMethod));
  });

  test('passes its own check once they are written', async () => {
    writeFileSync(join(service, 'server/handlers.ts'), handlers);
    edit(
      'server/errors.ts',
      'ErrorBody {}',
      'ErrorBody {\n  return { title: reason.message, status: reason.status };\n}',
    );
    for (const [scheme, credential] of [
      ['token', 'a-token'],
      ['staff', 'ada:secret'],
      ['desk', 'a-desk'],
    ]) {
      const body = `{\n    return credential === '${credential}' ? { name: 'ada' } : null;\n  }`;
      edit('server/credentials.ts', `${scheme}(credential, scopes) {}`, `${scheme}(credential) ${body}`);
      edit('test/credentials.ts', `${scheme}: undefined`, `${scheme}: '${credential}'`);
    }
    expect(await typeErrors()).toBeNull();
    expect(await tests()).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Tests +2 passed/) as string });
  });

  test('says in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    vi.stubEnv('PORT', String(Object(other.address()).port));
    const started = await run('../server/main.ts', []);
    vi.unstubAllEnvs();
    other.close();
    expect(started).toEqual({
      exitCode: 2,
      output: expect.stringMatching(
        /^Cannot start: listen EADDRINUSE: .*127\.0\.0\.1:\d+\. PORT and HOST say .*\.\n$/,
      ) as string,
    });
  });

  test.each(['3000a', '65536', ''])('says in one line that PORT=%j is no port', async (port) => {
    vi.stubEnv('PORT', port);
    const started = await run('../server/main.ts', []);
    vi.unstubAllEnvs();
    const output = `Cannot start: PORT is "${port}", which is no port. PORT and HOST say where the server listens.\n`;
    expect(started).toEqual({ exitCode: 2, output });
  });

  test.each<[name: string, file: string, old: string, text: string, requirement: string]>([
    [
      'a handler that leaves out a required header',
      'server/handlers.ts',
      'headers: { Location',
      'headers: { Place',
      'addShip',
    ],
    ['a limit that is not applied', 'server/handlers.ts', '.slice(0, query.limit)', '', 'list-ships.atMost.limit'],
    [
      'a credential that is refused',
      'server/credentials.ts',
      "credential === 'a-token'",
      'false',
      'FAIL  test/client.test.ts',
    ],
    ['a credential that is not checked', 'server/credentials.ts', "credential === 'a-desk'", 'true', 'security'],
    ['parameters that are not read', 'server/app.ts', '{ ...values,', '{ ...values, query: {},', 'list-ships'],
  ])('%s', async (_, file, old, text, requirement) => {
    const before = read(file);
    edit(file, old, text);
    const { exitCode, output } = await tests();
    writeFileSync(join(service, file), before);
    expect(exitCode).toBe(1);
    expect(output).toContain(requirement);
  });
});

test('what a document has in its names stays a text', () => {
  const hostile = "a'); process.exit(9); //`${process.exit(9)}\\\n";
  for (const text of [hostile, 'plain', '"', "\\'"]) expect(runInNewContext(stringLiteral(text), {})).toBe(text);
  const description = descriptionOf(
    `/a:
  get:
    security: [{ k: [] }]
    responses: { '200': { description: D }, '2)/; process.exit(9)': { description: D } }`,
    `components: { securitySchemes: { k: { type: apiKey, in: cookie, name: ${JSON.stringify(hostile)} } } }`,
  );
  const [statement = ''] = /headers: .*/.exec(generateClientTest(description) ?? '') ?? [];
  expect(runInNewContext(`({ ${statement} })`, { credentials: { k: '1' } })).toEqual({
    headers: { Cookie: `${hostile}=1` },
  });
  expect(generateClientTest(description)).toContain('/^(200)$/');
});

test.each<[name: string, options: string[], exitCode: number, stderr: RegExp]>([
  ['no contract', ['somewhere'], 2, /^Which contract\? Give it with --spec FILE\./],
  ['no folder', ['--spec', 'harbour.yaml'], 2, /^Which folder\? Name one that does not exist yet\./],
  ['two folders', ['--spec', 'harbour.yaml', 'a', 'b'], 2, /^new takes one folder only, not b as well\./],
  [
    'a folder with files',
    ['--spec', 'harbour.yaml', '.'],
    2,
    /^\. is not empty: name a folder that does not exist yet\.\n$/,
  ],
  [
    'a folder that cannot be made',
    ['--spec', 'harbour.yaml', 'ship.yaml/a'],
    2,
    /^Cannot make ship\.yaml\/a: a part of this path is a file/,
  ],
  ['a contract that is none', ['--spec', 'ship.yaml', 'c'], 1, /^ship\.yaml:1:1 /],
  ['a contract without operations', ['--spec', 'empty.yaml', 'd'], 2, /^empty\.yaml has no operation to serve\.\n$/],
])('refuses %s', async (_, options, exitCode, stderr) => {
  writeFileSync(join(folder, 'empty.yaml'), "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n");
  expect(await runScript('new.ts', options, folder)).toEqual({
    exitCode,
    stdout: '',
    stderr: expect.stringMatching(stderr) as string,
  });
});
