import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { projectFile } from '../../cli/project.ts';
import { runScript } from '../../test/run-script.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { ProjectCopies } from './project-copies.ts';
import { mutantsOf } from './source-mutants.ts';

const file = 'client/timing.ts';
const text = readFileSync(projectFile(file), 'utf8');
const [mutant] = mutantsOf('client', file, text);

test('each mutant has a copy, whose type errors are its own, and leaves nothing in it', async () => {
  const copies = new ProjectCopies(temporaryFolder());
  const changed = (other: string) => (mutant === undefined ? [] : [{ ...mutant, text: other }]);
  const folders = copies.write([...changed(text), ...changed(`${text}export const wrong: string = 1;\n`)]);
  expect(await copies.typeErrors(folders)).toEqual([undefined, expect.stringMatching(/'number' is not assignable/)]);
  const [folder = ''] = copies.write(changed(''));
  expect(readFileSync(join(folder, file), 'utf8')).toBe('');
  expect(readFileSync(join(copies.unchanged(0), file), 'utf8')).toBe(text);
});

test('a copy that records says which functions ran, in whatever process', async () => {
  const copy = new ProjectCopies(temporaryFolder()).recording(0);
  const program = join(copy, 'program.ts');
  writeFileSync(
    program,
    `import { realTiming } from ${JSON.stringify(pathToFileURL(join(copy, file)).href)};
realTiming.now();
realTiming.now();
`,
  );
  expect(await runScript(program, [], copy)).toMatchObject({ exitCode: 0 });
  const executed = readFileSync(join(copy, 'executed.txt'), 'utf8').trim().split('\n');
  expect(executed.filter((name) => name.startsWith(file))).toEqual([
    `${file}:0`,
    expect.stringMatching(/^client\/timing\.ts:[1-9]\d*$/),
  ]);
});
