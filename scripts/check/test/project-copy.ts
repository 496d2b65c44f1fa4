import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isTestCode, paths, projectFolder } from '../../cli/project.ts';
import type { CheckJsonReport } from '../../report/json.ts';
import { type Run, runScript } from '../../test/run-script.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';

export const spec = paths.contract;

/** What one run of the check said. */
export interface Verdict extends Run {
  findings: Finding[];
}

interface Finding {
  stage: string;
  /** The line of the description that it names, from the column that it names. */
  at: string;
  side: string;
  message: string;
}

const isOfContractTests = (path: string) =>
  /^(server|client)\/(contract\.test\.ts$|test(\/|$))/.test(relative(projectFolder, path));

const isOfEachTest = (path: string) =>
  /^scripts\/test(\/(remove-temporary-folders|temporary-folder)\.ts)?$/.test(relative(projectFolder, path));

/** A copy of this project to be broken: all of it but the tests that are not the contract's. */
export class ProjectCopy {
  readonly folder = temporaryFolder();
  readonly environment = {
    NODE_COMPILE_CACHE: join(this.folder, 'node_modules', '.cache', 'node'),
    NODE_COMPILE_CACHE_PORTABLE: '1',
  };

  constructor() {
    for (const name of [
      'client',
      'generated',
      'scripts',
      'server',
      'spec',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ]) {
      const filter = (path: string) =>
        !path.includes('node_modules') &&
        (isOfContractTests(path) || isOfEachTest(path) || !isTestCode(relative(projectFolder, path)));
      cpSync(join(projectFolder, name), join(this.folder, name), { recursive: true, filter });
    }
    // What is compared with the release is the change that a test makes, and no other.
    cpSync(join(this.folder, spec), join(this.folder, paths.released));
    symlinkSync(join(projectFolder, 'node_modules'), join(this.folder, 'node_modules'));
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Changes the first place that an expression matches, or all with a global one. */
  change(file: string, from: RegExp, to: (...found: string[]) => string): this {
    const text = this.read(file);
    const changed = text.replace(from, (...found: string[]) => to(...found));
    if (changed === text) throw new Error(`${file} has nothing to change for ${from.source}.`);
    writeFileSync(join(this.folder, file), changed);
    return this;
  }

  /** Runs a command. What Node.js has made of the files of the project serves the copy, as `run.js` has it. */
  run(command: string, ...options: string[]): Promise<Run> {
    return runScript(join(this.folder, 'scripts', `${command}.ts`), options, this.folder, this.environment);
  }

  /** Runs the check. What it found is read from its report: each cause is printed once, under the first stage. */
  async check(...options: string[]): Promise<Verdict> {
    const run = await this.run('check', ...options, '--json', 'reports/check.json');
    const lines = this.read(spec).split('\n');
    const { findings: causes } = JSON.parse(this.read('reports/check.json')) as CheckJsonReport;
    const findings = causes.flatMap(({ foundBy }) =>
      foundBy.flatMap(({ stage, side, message, location: { file, line, column } }) =>
        file === spec ? [{ stage, side, message, at: (lines[line - 1] ?? '').slice(column - 1) }] : [],
      ),
    );
    return { ...run, findings };
  }
}
