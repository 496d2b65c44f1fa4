import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ProjectCopy, spec } from './check/test/project-copy.ts';
import { runScript } from './test/run-script.ts';
import { temporaryFolder } from './test/temporary-folder.ts';

const documents: Record<string, [text: string, problem: RegExp]> = {
  'is no YAML': ['openapi: 3.1.0\ninfo: {title: a\n', /^contract\.yaml:2:7 This is not valid YAML: /],
  'is no OpenAPI': ['greeting: hello\n', /^contract\.yaml:1:1 This is no OpenAPI document: /],
};

/** Whether the command judges or turns the contract itself: then it is an answer, else the command cannot run. */
const commands: Record<string, 1 | 2> = {
  lint: 1,
  'lint --strict': 1,
  generate: 1,
  'generate --check': 1,
  'generate --strict': 1,
  docs: 1,
  'new folder': 1,
  'diff contract.yaml contract.yaml': 2,
  'diff contract.yaml': 2,
  verify: 2,
  'verify --client': 2,
  'verify --base-url http://127.0.0.1:9': 2,
  stub: 2,
  mutate: 2,
  'mutate controls': 2,
};

test.concurrent.each(
  Object.entries(documents).flatMap(([what, [text, problem]]) =>
    Object.entries(commands).map(([command, exitCode]) => [command, exitCode, what, text, problem] as const),
  ),
)('%s ends with %d where the contract %s', async (call, exitCode, _, text, problem) => {
  const folder = temporaryFolder({ 'contract.yaml': text });
  const [command = '', ...options] = call.split(' ');
  expect(await runScript(`${command}.ts`, [...options, '--spec', 'contract.yaml'], folder)).toEqual({
    exitCode,
    stdout: '',
    stderr: expect.stringMatching(problem) as string,
  });
  expect(readdirSync(folder)).toEqual(['contract.yaml']);
});

test.concurrent.each(Object.entries(documents))('check ends with 1 where the contract %s', async (_, [text]) => {
  const { exitCode, stdout } = await new ProjectCopy().change(spec, /^[\s\S]*$/, () => text).check('--only', 'lint');
  expect(stdout).toMatch(/✗ lint .* 1 finding\n {2}spec\/openapi\.yaml:\d+:\d+ spec: This is /);
  expect(exitCode).toBe(1);
});
