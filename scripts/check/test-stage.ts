import { describeLocation } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import { countOf } from '../cli/text.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Finding, mergeFindings, type Stage } from '../report/check-verdict.ts';
import { runTests, type TestFailure, type TestFile } from '../runner/run-tests.ts';
import { quickTests } from '../runner/side-tests.ts';
import { namedPart } from './named-part.ts';
import { sideOf } from './side-of.ts';

/** Runs the quick tests of these sides; without sides every test there is. */
export async function runTestFiles(sides: readonly string[] | undefined): Promise<TestFile[]> {
  return runTests(sides === undefined ? { reportFile: paths.testReport } : quickTests(sides));
}

/** What the tests of one side found. A side without tests has not shown that it keeps the contract. */
export function sideStage(contract: Contract, side: string, files: TestFile[]): Stage {
  const own = files.filter(({ file }) => sideOf(file) === side);
  const passed = own.reduce((sum, file) => sum + file.passed, 0);
  const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
  const failures = own.flatMap((file) => file.failures);
  const none: Finding = { location: contract.locate(''), side, message: `no test of the ${side} was run` };
  if (passed + failures.length === 0) return { name: side, seconds, summary: '', findings: [none] };
  const [only] = own.length === 1 ? own : [];
  const { located, others } = Object.groupBy(
    failures.map((failure) => testFinding(contract, side, failure)),
    ({ pointer }) => (pointer === undefined ? 'others' : 'located'),
  );
  const findings = mergeFindings(located ?? [], ({ message }) => withoutIds(message));
  return {
    name: side,
    seconds,
    summary: `${passed} tests of ${only?.file ?? `${own.length} files`} pass`,
    findings: isOfContract(side)
      ? withOthers(findings, others ?? [])
      : [...findings, ...mergeFindings(others ?? [], ({ message }) => withoutIds(message))],
  };
}

/** Both sides have one contract to keep; what the other tests are about has nothing in common. */
function isOfContract(side: string): boolean {
  return side === 'server' || side === 'client';
}

/** Ids of requests are others in each run, and for each test. */
function withoutIds(message: string): string {
  return message.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\brequest-\d+/gi, '…');
}

/**
 * Tests that name no part of the contract fail for the same reason as those that do, as far as anyone can tell;
 * where there are none of these, for one reason of their own.
 */
function withOthers(located: Finding[], others: Finding[]): Finding[] {
  const [first] = others;
  if (first === undefined) return located;
  const [cause, ...more] = located;
  const merged = mergeFindings(others, () => '');
  if (cause === undefined) return merged;
  const also = `${countOf(others.length, 'other test')}, the first at ${describeLocation(first.location)}`;
  return [{ ...cause, detail: [cause.detail, also].filter(Boolean).join('; ') }, ...more];
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
  return {
    location: contract.locate(pointer),
    pointer,
    side,
    message: text,
    detail: `${describeLocation(location)} ${title}`,
  };
}
