import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder } from './cli/project.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const lamps = `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths:
  /lamps:
    get:
      operationId: listLamps
      security: [{ Key: [] }]
      responses:
        '200':
          description: The lamps.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }
        '401': { description: Nobody's key. }
components: { securitySchemes: { Key: { type: apiKey, in: header, name: X-Key } } }
`;
const [credential, session] = ['q4kWz-47113-pLm', 'uB7tR-81512-xNc'];

/** Verifies a server of lamps, which says `body` to whoever has the credential. */
async function verifyLamps(body: (headers: string) => unknown, ...options: string[]) {
  const folder = temporaryFolder();
  const spec = join(folder, 'lamps.yaml');
  writeFileSync(spec, lamps);
  const respond: RequestListener = ({ method, url, headers }, response) => {
    const isThere = /^\/lamps(\?|$)/.test(url ?? '');
    const isKnown = headers['x-key'] === credential;
    if (!isThere || method !== 'GET' || !isKnown) response.writeHead(isThere ? (isKnown ? 405 : 401) : 404).end();
    else
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body(JSON.stringify(headers))));
  };
  const server = createServer(respond).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = ['--spec', spec, '--base-url', url, '--credential', `Key=${credential}`];
  return { folder, ...(await runScript('verify.ts', [...given, ...options], projectFolder)) };
}

test.each<[options: string[], body: unknown, exitCode: number, verdict: RegExp]>([
  [[], [], 1, /unproven/],
  [['--allow-unproven'], [], 0, /unproven/],
  [['--allow-unproven'], [{ name: 1 }], 1, /violated/],
])('with %j, where the lamps are %j: exit code %i', async (options, body, exitCode, verdict) => {
  const run = await verifyLamps(() => body, ...options);
  expect({ exitCode: run.exitCode, last: run.stdout.trimEnd().split('\n').at(-1) }).toEqual({
    exitCode,
    last: expect.stringMatching(verdict) as string,
  });
});

test('no output has what --credential or a secret --header says, even where the server repeats it', async () => {
  const reports = temporaryFolder();
  const files = ['json', 'junit', 'markdown'].map((name) => join(reports, name));
  const { exitCode, stdout, stderr } = await verifyLamps(
    (headers) => [{ name: { said: headers } }],
    ...['--header', `X-Session-Id: ${session}`, '--header', 'X-Tenant: acme-lamps', '--github'],
    ...['json', 'junit', 'markdown'].flatMap((name, index) => [`--${name}`, files[index] ?? '']),
  );
  const outputs = [stdout, stderr, ...files.map((file) => readFileSync(file, 'utf8'))];
  expect(exitCode).toBe(1);
  for (const output of outputs) {
    expect(output).not.toContain(credential);
    expect(output).not.toContain(session);
  }
  expect(stdout).toContain('acme-lamps');
  expect(stdout).toMatch(/\$\{?KEY_KEY/);
  expect(stdout).toContain('X_SESSION_ID');
});
