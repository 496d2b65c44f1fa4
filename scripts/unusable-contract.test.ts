import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const documents: Record<string, [text: string, problem: RegExp]> = {
  'is no YAML': ['openapi: 3.1.0\ninfo: {title: a\n', /^contract\.yaml:3:1 This is not valid YAML: /],
  'is no OpenAPI': ['greeting: hello\n', /^contract\.yaml:1:1 This is no OpenAPI document: /],
};

/** Whether the contract itself is what the command judges: then it is an answer, else the command cannot run. */
const commands: Record<string, 1 | 2> = { lint: 1, generate: 1, diff: 1, verify: 2, stub: 2, mutate: 2 };

test.concurrent.each(
  Object.entries(documents).flatMap(([what, [text, problem]]) =>
    Object.entries(commands).map(([command, exitCode]) => [command, exitCode, what, text, problem] as const),
  ),
)('%s ends with %d where the contract %s', async (command, exitCode, _, text, problem) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'contract.yaml'), text);
  expect(await runScript(`${command}.ts`, ['--spec', 'contract.yaml'], folder)).toEqual({
    exitCode,
    stdout: '',
    stderr: expect.stringMatching(problem) as string,
  });
});
