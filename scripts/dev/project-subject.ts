import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sides, stageNames } from '../check/run-check.ts';
import { ContractError } from '../cli/problem.ts';
import { paths, projectFile } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject } from '../openapi/json.ts';
import { bundledContract, openSource } from '../openapi/read-contract.ts';
import { CheckProgram } from './check-program.ts';
import { runMethod } from './methods.ts';
import type { DevSubject } from './subject.ts';

const program = fileURLToPath(new URL('check-process.ts', import.meta.url));

/** This project: its contract, both its sides, and its reference server at a port. */
export function projectSubject(serverPort: number): DevSubject {
  return {
    file: paths.contract,
    stages: stageNames(false),
    tests: sides,
    start: () => new CheckProgram(program, (process) => process.request(runMethod, null)),
    folders: ['spec', 'server', 'client'],
    files: [],
    isWatched: () => true,
    documentation: { after: 'generate', read: readGenerated },
    server: {
      // What does not fit the contract may not start: the last one that did goes on.
      after: 'types',
      program: [projectFile('server/main.ts')],
      environment: (page) => ({
        LOG_LEVEL: 'error',
        PORT: String(serverPort),
        HOST: '127.0.0.1',
        CORS_ORIGINS: page,
      }),
      // Another one is running: this one has data of its own, in a temporary folder.
      instead: {
        of: /^Cannot start: Another server uses the database/m,
        environment: () => ({ DATABASE_URL: `file:${join(temporaryFolder(), 'data.sqlite')}` }),
      },
    },
  };
}

/** A folder that goes with the process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The contract that was generated last; undefined while the document is edited on, which cannot be read then. */
async function readGenerated(): Promise<Contract | undefined> {
  try {
    const document: unknown = JSON.parse(await readFile(paths.bundle, 'utf8'));
    return isObject(document) ? bundledContract(openSource(paths.contract), document) : undefined;
  } catch (error) {
    if (error instanceof ContractError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
