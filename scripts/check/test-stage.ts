import { describeLocation } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Finding, mergeFindings, type Stage } from '../report/check-verdict.ts';
import { runTests, type TestFailure, type TestFile } from '../runner/run-tests.ts';
import { quickTests } from '../runner/side-tests.ts';
import { namedPart } from './named-part.ts';
import { sideOf } from './side-of.ts';

/** Runs the quick tests of both sides, or with `all` every test there is. */
export async function runTestFiles(all: boolean): Promise<TestFile[]> {
  return runTests(all ? { reportFile: paths.testReport } : quickTests);
}

/** What the tests of one side found. A side without tests has not shown that it keeps the contract. */
export function sideStage(contract: Contract, side: string, files: TestFile[]): Stage {
  const own = files.filter(({ file }) => sideOf(file) === side);
  const passed = own.reduce((sum, file) => sum + file.passed, 0);
  const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
  const failures = own.flatMap((file) => file.failures);
  const none: Finding = { location: contract.locate(''), side, message: `no test of the ${side} was run` };
  if (passed + failures.length === 0) return { name: side, seconds, summary: '', findings: [none] };
  const findings = mergeFindings(
    failures.map((failure) => testFinding(contract, side, failure)),
    ({ message }) => message,
  );
  const [only] = own.length === 1 ? own : [];
  return { name: side, seconds, summary: `${passed} tests of ${only?.file ?? `${own.length} files`} pass`, findings };
}

/** The message of a test knows better than its name what it is about. */
function testFinding(
  contract: Contract,
  side: string,
  { name = 'this file', message, location }: TestFailure,
): Finding {
  const { pointer } = namedPart(`${message} ${name}`);
  const [{ text: title }, { text }] = [namedPart(name), namedPart(message)];
  if (pointer === undefined) return { location, side, message: text, detail: title };
  return { location: contract.locate(pointer), side, message: text, detail: `${describeLocation(location)} ${title}` };
}
