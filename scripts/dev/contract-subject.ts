import { dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CheckedContract, stageNamesOf } from '../check/check-contract.ts';
import { ContractError } from '../cli/problem.ts';
import { isPackaged, projectFile } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { CheckProgram } from './check-program.ts';
import { runContractMethod } from './methods.ts';
import type { DevSubject } from './subject.ts';

// In the package it is compiled.
const program = fileURLToPath(new URL(`contract-check-process${extname(import.meta.url)}`, import.meta.url));

/** The contract of others, with the server that is given, or else its stub at a port. */
export function contractSubject(checked: CheckedContract, serverPort: number): DevSubject {
  const { spec, out, server, allowRemote, released, waivers } = checked;
  // The code around what is generated is checked as well.
  const folders = [dirname(spec), ...(out === undefined ? [] : [dirname(out)])].map((folder) => relative('.', folder));
  return {
    file: spec,
    stages: stageNamesOf(checked),
    tests: [],
    start: () => new CheckProgram(program, (process) => process.request(runContractMethod, checked)),
    folders: outermost(folders),
    // A revision of git has no file: then there is nothing to see.
    files: [released, waivers].filter((file) => file !== undefined),
    isWatched: (file) => (isDocument(file) || isCode(file)) && (out === undefined || isOutside(file, out)),
    documentation: {
      after: 'lint',
      read: () =>
        readContract(spec, { allowRemote }).catch((error: unknown) => {
          if (error instanceof ContractError) return undefined;
          throw error;
        }),
    },
    server:
      server === undefined
        ? { after: 'lint', program: stubOf(checked, serverPort), environment: () => ({}) }
        : { url: server.baseUrl },
  };
}

// What else is written in these folders, a log for example, has nothing to do with the contract.
const isDocument = (file: string) => /\.(ya?ml|json|md)$/.test(file);
const isCode = (file: string) => /\.[cm]?tsx?$/.test(file);

/** The command that serves the stub, to the page as well. */
function stubOf({ spec, allowRemote }: CheckedContract, port: number): string[] {
  const command = isPackaged ? (process.argv[1] ?? '') : projectFile('scripts/run.js');
  return [
    command,
    'stub',
    '--spec',
    spec,
    '--port',
    String(port),
    '--cors',
    ...(allowRemote ? ['--allow-remote'] : []),
  ];
}

/** Those that are in none of the others. */
function outermost(folders: readonly string[]): string[] {
  const unique = [...new Set(folders)];
  return unique
    .filter((folder) => !unique.some((other) => other !== folder && !isOutside(folder, other)))
    .map((folder) => folder || '.');
}

function isOutside(file: string, folder: string): boolean {
  return /^\.\.(\/|$)/.test(relative(resolve(folder), resolve(file)).replaceAll('\\', '/'));
}
