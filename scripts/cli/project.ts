import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this project, absolute; in the package, where the commands are compiled, its `dist`. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** True in the package. It has the documents of this project, and neither its server nor the harness of its client. */
export const isPackaged = import.meta.url.endsWith('.js');

/** Absolute path of a file of this project, whatever the working directory is. */
export function projectFile(path: string): string {
  return join(projectFolder, path);
}

/** What a run depends on: the rooms, and the files beside them. */
export const rooms = ['spec', 'generated', 'server', 'client', 'scripts'] as const;

/**
 * True for a file that only tests use, or a folder of such: tests and their support, and the bench of the server.
 * The path is relative to the folder of the project.
 */
export function isTestCode(path: string): boolean {
  return /(^|\/)test(\/|$)|\.test\.ts$|^server\/bench(\/|$)/.test(path);
}

/** Commands of the project run in its folder, those of the package anywhere. */
const documentFile = (path: string) => (isPackaged ? relative('.', projectFile(path)) : path);

/**
 * The files that commands read and write, relative to the working directory:
 * the folder of the project, except in the package.
 */
export const paths = {
  contract: documentFile('spec/openapi.yaml'),
  workflows: documentFile('spec/rules.arazzo.yaml'),
  released: documentFile('spec/released/openapi.yaml'),
  bundle: documentFile('generated/openapi.json'),
  generated: 'generated',
  dist: 'dist',
  typeScript: 'tsconfig.json',
  serverHarness: 'server/harness.ts',
  clientHarness: 'client/harness.ts',
  reports: 'reports',
  testReport: 'reports/tests.json',
  documentation: 'reports/documentation.html',
  mutantReport: 'reports/mutants.json',
  mutantJournal: 'reports/mutants.partial.jsonl',
  mutantCoverage: 'reports/mutants.coverage.json',
} as const;
