import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this project, absolute. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Absolute path of a file of this project, whatever the working directory is. */
export function projectFile(path: string): string {
  return join(projectFolder, path);
}

/** What a run depends on: the rooms, and the files beside them. */
export const rooms = ['spec', 'generated', 'server', 'client', 'scripts'] as const;

/** True for a file that only tests use, or a folder of such: tests and their support. The path is relative to the folder of the project. */
export function isTestCode(path: string): boolean {
  return /(^|\/)test(\/|$)|\.test\.ts$/.test(path);
}

/** The files that commands read and write, relative to the folder of the project. */
export const paths = {
  contract: 'spec/openapi.yaml',
  workflows: 'spec/rules.arazzo.yaml',
  released: 'spec/released/openapi.yaml',
  generated: 'generated',
  typeScript: 'tsconfig.json',
  serverHarness: 'server/harness.ts',
  clientHarness: 'client/harness.ts',
  reports: 'reports',
  testReport: 'reports/tests.json',
  mutantReport: 'reports/mutants.json',
  mutantJournal: 'reports/mutants.partial.jsonl',
} as const;
