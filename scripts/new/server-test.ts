import { stringLiteral } from './source-text.ts';

/** The test that verifies the server against the contract. */
export function generateServerTest(specification: string): string {
  return `import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { createApp } from '../server/app.ts';
import { handlers } from '../server/handlers.ts';
import { credentials } from './credentials.ts';

test('the server keeps every requirement of the contract', { timeout: 900_000 }, async () => {
  const server = serve({ fetch: createApp(handlers).fetch, port: 0, hostname: '127.0.0.1' });
  try {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exitCode, output } = await contract([
      'verify',
      ...['--spec', ${stringLiteral(specification)}, '--waivers', 'spec/waivers.yaml'],
      ...['--base-url', \`http://127.0.0.1:\${port}\${service.basePath}\`],
      ...Object.entries<string>(credentials).flatMap(([name, value]) => ['--credential', \`\${name}=\${value}\`]),
    ]);
    expect(exitCode, output).toBe(0);
  } finally {
    server.close();
  }
});

/** Runs the toolchain. */
async function contract(options: string[]): Promise<{ exitCode: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['node_modules/.bin/contract', ...options], (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : error.code, output: stdout + stderr }),
    );
  });
}
`;
}
