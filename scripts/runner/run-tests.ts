import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule, TestSequencer, TestSpecification, Vitest } from 'vitest/node';
import { CannotRun, type Location } from '../cli/problem.ts';

/** What a run of the test runner found, by test file. */
export interface TestFile {
  file: string;
  passed: number;
  /** When it was started and had ended, in milliseconds of `performance.now()`. */
  started: number;
  ended: number;
  failures: TestFailure[];
}

export interface TestFailure {
  /** The name of the test; undefined when something else failed, such as the loading of its file. */
  name: string | undefined;
  message: string;
  location: Location;
  /** True for an error outside of every test, which is of none of them. */
  isStray?: boolean;
}

/** Which tests are run, and how; every test by default. */
export interface TestSelection {
  /** Globs. */
  include?: string[];
  exclude?: string[];
  /** False where files may share a process with what they have loaded: that takes a third of the time. */
  isolate?: boolean;
  /** Milliseconds after which a test or a hook fails and ends the run: others would wait for the same. */
  deadline?: number;
  /** Milliseconds without a result that end the run: code that goes round without an end lets no timer fire. */
  silence?: number;
  /** One file after the other, in the order of `include`, which names them. */
  inOrder?: boolean;
  /** Ends after so many failures. */
  bail?: number;
  /** How often a test that fails is tried again. */
  retry?: number;
  /** For the runner's own JSON report. */
  reportFile?: string;
}

/** Runs tests. Throws CannotRun when the runner gives no result. */
export async function runTests({
  reportFile,
  exclude = [],
  deadline,
  silence,
  inOrder = false,
  ...selection
}: TestSelection): Promise<TestFile[]> {
  // Loaded here, where other stages are at work already: it is large.
  const [{ startVitest }, { configDefaults }] = await Promise.all([import('vitest/node'), import('vitest/config')]);
  let files: TestFile[] | undefined;
  const collector = collectorOf({ deadline, silence }, (found) => {
    files = found;
  });
  let printed = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      printed += String(chunk);
      done();
    },
  });
  const reporters =
    reportFile === undefined
      ? [collector]
      : [collector, ['json', { outputFile: reportFile }] as ['json', { outputFile: string }]];
  // A test left alone with `only` would let all others pass unseen.
  const options = {
    ...selection,
    ...(deadline !== undefined && { testTimeout: deadline, hookTimeout: deadline }),
    exclude: [...configDefaults.exclude, ...exclude],
    watch: false,
    reporters,
    allowOnly: false,
    maxWorkers: inOrder ? 1 : availableParallelism(),
    ...(inOrder && { sequence: { sequencer: sequencerOf(selection.include ?? []) } }),
    chaiConfig: { truncateThreshold: 300 },
    taskTitleValueFormatTruncate: 0,
  };
  const finished = await startVitest('test', [], options, {}, { stdout: sink, stderr: sink });
  await finished.close();
  if (files === undefined) throw new CannotRun(`The test runner gave no result:\n${printed.trim()}`);
  return files;
}

/** Runs files in this order. */
function sequencerOf(files: readonly string[]): new () => TestSequencer {
  const placeOf = ({ moduleId }: TestSpecification) => files.indexOf(relative('.', moduleId));
  return class {
    shard(all: TestSpecification[]) {
      return all;
    }

    sort(all: TestSpecification[]) {
      return all.toSorted((one, other) => placeOf(one) - placeOf(other));
    }
  };
}

/** Collects what the files show, and when each ran. A test that takes longer than the deadline ends the run. */
function collectorOf(
  { deadline, silence }: Record<'deadline' | 'silence', number | undefined>,
  onEnd: (files: TestFile[]) => void,
): Reporter {
  let runner: Vitest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let silent: TestFailure[] = [];
  const started = new Map<string, number>();
  const ended = new Map<string, number>();
  // Not awaited: the run cannot end before its reporter has.
  const end = () => void runner?.cancelCurrentRun('test-failure');
  const hear = () => {
    clearTimeout(timer);
    if (silence === undefined) return;
    timer = setTimeout(() => {
      const message = `Nothing was heard of its tests for ${silence}ms: code that they run goes round without an end.`;
      const open = [...started.keys()].filter((moduleId) => !ended.has(moduleId));
      silent = open.map((moduleId) => failureOf({ message }, undefined, moduleId));
      end();
      // The second time, the runner ends processes that do not answer.
      end();
    }, silence);
  };
  return {
    onInit(vitest) {
      runner = vitest;
    },
    onTestModuleQueued({ moduleId }) {
      hear();
      started.set(moduleId, performance.now());
    },
    onTestModuleEnd({ moduleId }) {
      hear();
      ended.set(moduleId, performance.now());
    },
    onTestCaseResult(test) {
      hear();
      const isLate = test.result().errors?.some(({ message }) => /^(Test|Hook) timed out/.test(message));
      if (deadline !== undefined && isLate === true) end();
    },
    onTestRunEnd(modules, unhandled) {
      clearTimeout(timer);
      // What fails outside every test, a promise that nobody awaits, fails the run.
      const strays = Map.groupBy(
        [...unhandled.map((error) => ({ ...failureOf(error, undefined, '.'), isStray: true })), ...silent],
        ({ location }) => relative('.', location.file),
      );
      const now = performance.now();
      onEnd([
        ...modules.map((module) => ({
          ...testFileOf(module),
          started: started.get(module.moduleId) ?? now,
          ended: ended.get(module.moduleId) ?? now,
        })),
        ...[...strays].map(([file, failures]) => ({ file, passed: 0, started: now, ended: now, failures })),
      ]);
    },
  };
}

function testFileOf(module: TestModule): Pick<TestFile, 'file' | 'passed' | 'failures'> {
  const tests = [...module.children.allTests()];
  // What a hook says after the first error follows from it: there is nothing to close where nothing was opened.
  const failures = tests.flatMap((test) =>
    (test.result().errors ?? []).slice(0, 1).map((error) => failureOf(error, test.name, module.moduleId)),
  );
  // A file that cannot be loaded has no test, and must not look like one that passed.
  const errors = [module, ...module.children.allSuites()]
    .flatMap((suite) => suite.errors().slice(0, 1))
    .map((error) => failureOf(error, undefined, module.moduleId));
  return {
    file: relative('.', module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: [...errors, ...failures],
  };
}

interface TestError {
  message: string;
  stack?: string;
  stacks?: Location[];
}

function failureOf(error: TestError, name: string | undefined, file: string): TestFailure {
  const { message, stack = '', stacks = [] } = error;
  const unparsed = unparsedIn(message);
  if (unparsed !== undefined) return { name, ...unparsed };
  const [, thrower, line, column] =
    /^ +at (?:.*\()?(?:file:\/\/)?(\/[^()]*|[A-Z]:\\[^()]*):(\d+):(\d+)\)?$/m.exec(stack) ?? [];
  const thrown = { file: thrower ?? file, line: Number(line ?? 1), column: Number(column ?? 1) };
  const place =
    stacks.find((frame) => !frame.file.includes('node_modules')) ??
    (thrown.file.includes('node_modules') ? { file, line: 1, column: 1 } : thrown);
  const [firstLine = ''] = message.split('\n');
  return {
    name,
    message: firstLine.replace(/ \/\/ Object\.is equality$/, ''),
    location: { file: resolve(place.file), line: place.line, column: place.column },
  };
}

/** What the runner says of a file that is no TypeScript: where that is, and not in the test that imports it. */
function unparsedIn(message: string): Pick<TestFailure, 'message' | 'location'> | undefined {
  const text = stripVTControlCharacters(message);
  const [, reason, file, line, column] = /\[PARSE_ERROR\] (.*)\n\s*╭─\[ (.+):(\d+):(\d+) \]/.exec(text) ?? [];
  if (reason === undefined || file === undefined) return undefined;
  return {
    message: `This cannot be read as TypeScript: ${reason}`,
    location: { file: resolve(file), line: Number(line), column: Number(column) },
  };
}
