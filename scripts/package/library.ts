import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContractError } from '../cli/problem.ts';
import { projectFile } from '../cli/project.ts';
import { checkTypes } from '../types/type-check.ts';

/**
 * Compiles what is imported: the client, the types and the table of operations.
 * Throws ContractError for code that does not compile.
 */
export async function compileLibrary(dist: string): Promise<void> {
  const problems = await checkTypes(projectFile('scripts/package/tsconfig.json'), ['--outDir', dist]);
  if (problems.length > 0) throw new ContractError(problems);
  const files = await readdir(dist, { recursive: true });
  const declarations = files.filter((file) => file.endsWith('.d.ts')).map((file) => join(dist, file));
  await Promise.all(declarations.map(nameCompiledFiles));
}

/** The compiler rewrites the names of imported files in code, and leaves those in declarations as they are. */
async function nameCompiledFiles(declarations: string): Promise<void> {
  const text = await readFile(declarations, 'utf8');
  await writeFile(declarations, text.replaceAll(/(?<=['"]\.\.?\/[^'"]*)\.ts(?=['"])/g, '.js'));
}
