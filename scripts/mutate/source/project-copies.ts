import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { paths, projectFile, projectFolder, rooms } from '../../cli/project.ts';
import { checkTypes } from '../../types/type-check.ts';
import { recording } from './executed-functions.ts';
import { codeOf, type SourceMutant } from './source-mutants.ts';

const copied = [...rooms, 'examples', 'README.md', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const isOwn = (path: string) => !relative(projectFolder, path).includes('node_modules');

const recorder = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'executed.txt');
const known = new Set<string>();

export function executed(name: string): void {
  if (known.has(name)) return;
  known.add(name);
  appendFileSync(file, name + '\\n');
}
`;

/** Copies of this project, to be changed in one file each. */
export class ProjectCopies {
  readonly #folder: string;
  #count = 0;

  /** `folder`: an empty one. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A copy for each mutant, changed by it. What another one has changed is as it was. */
  write(mutants: readonly SourceMutant[]): string[] {
    return mutants.map(({ file, text }, index) => {
      const copy = this.unchanged(index);
      writeFileSync(join(copy, file), text);
      return copy;
    });
  }

  /** A copy as the project is. */
  unchanged(index: number): string {
    const copy = join(this.#folder, `copy${index}`);
    if (index >= this.#count) {
      mkdirSync(copy);
      for (const name of copied) cpSync(projectFile(name), join(copy, name), { recursive: true, filter: isOwn });
      symlinkSync(projectFile('node_modules'), join(copy, 'node_modules'));
      this.#count = index + 1;
    }
    for (const side of ['server', 'client'])
      cpSync(projectFile(side), join(copy, side), { recursive: true, filter: isOwn });
    return copy;
  }

  /** A copy whose code records in `executed.txt` which functions run, in whatever process. */
  recording(index: number): string {
    const copy = this.unchanged(index);
    writeFileSync(join(copy, 'executed.ts'), recorder);
    for (const file of codeOf(copy)) {
      const from = relative(dirname(file), 'executed.ts');
      writeFileSync(join(copy, file), recording(file, readFileSync(join(copy, file), 'utf8'), from));
    }
    return copy;
  }

  /** The first type error of each copy, in their order, in the code of both sides. */
  async typeErrors(copies: readonly string[]): Promise<(string | undefined)[]> {
    const configuration = join(this.#folder, 'tsconfig.json');
    writeFileSync(
      configuration,
      JSON.stringify({
        extends: projectFile(paths.typeScript),
        include: copies.flatMap((copy) => [join(copy, 'server'), join(copy, 'client')]),
        exclude: ['**/*.test.ts', '**/test', '**/node_modules'],
        compilerOptions: { typeRoots: [projectFile('node_modules/@types')] },
      }),
    );
    const problems = await checkTypes(configuration);
    return copies.map((copy) => problems.find(({ location }) => location.file.startsWith(`${copy}/`))?.message);
  }
}
