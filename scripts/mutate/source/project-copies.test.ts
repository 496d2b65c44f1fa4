import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFile } from '../../cli/project.ts';
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
