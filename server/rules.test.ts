import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { animalHandlers } from './handlers.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { openOnSocket, type TestHarness, type TestHarnessOptions } from './test/transports.ts';

const workflows = fileURLToPath(new URL('../spec/rules.arazzo.yaml', import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

const harnesses: TestHarness[] = [];
afterEach(() => Promise.all(harnesses.splice(0).map((harness) => harness.close())));

interface Run {
  exitCode: number;
  /** What Redocly respect says of the workflows on the whole. */
  workflows: string | undefined;
}

/** Runs every workflow with Redocly respect against a server of its own, as often as asked. */
async function respect(times: number, options?: TestHarnessOptions): Promise<Run[]> {
  const harness = await openOnSocket(options);
  harnesses.push(harness);
  const input = `key=${await harness.newKey()}`;
  const runs: Run[] = [];
  while (runs.length < times)
    runs.push(await redocly('respect', workflows, '-S', `contract=${harness.baseUrl}`, '-i', input));
  return runs;
}

function redocly(...commandLine: string[]): Promise<Run> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((settle) => {
    const child = execFile(process.execPath, [cli, ...commandLine], { env, maxBuffer: 2 ** 26 }, (_, stdout) => {
      settle({ exitCode: child.exitCode ?? -1, workflows: /Workflows: (.*)/.exec(stdout)?.[1] });
    });
  });
}

test('by Redocly respect, the reference server keeps every workflow, empty and not', async () => {
  const all = { exitCode: 0, workflows: expect.stringMatching(/^\d+ passed, \d+ total$/) };
  expect(await respect(2)).toEqual([all, all]);
});

test('it finds that a server takes two animals that are alike for one', async () => {
  const storage = openSqliteStorage(':memory:');
  try {
    const handlers = animalHandlers(storage.animals);
    const known = new Map<string, ReturnType<typeof handlers.createPet>>();
    const [run] = await respect(1, {
      parts: {
        handlers: {
          ...handlers,
          createPet: (request) => {
            const text = JSON.stringify(request.body);
            const answer = known.get(text) ?? handlers.createPet(request);
            known.set(text, answer);
            return answer;
          },
        },
      },
    });
    expect(run).toEqual({ exitCode: 1, workflows: expect.stringContaining('failed') });
  } finally {
    storage.close();
  }
});
