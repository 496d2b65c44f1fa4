import { describeLocation } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import { countOf, shortened } from '../cli/text.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Finding, firstOf, mergeFindings, type Stage } from '../report/check-verdict.ts';
import type { TestFailure, TestFile, TestSelection } from '../runner/run-tests.ts';
import { quickTests } from '../runner/side-tests.ts';
import { namedPart } from './named-part.ts';
import { sideOf } from './side-of.ts';

/** The quick tests of these sides; without sides every test there is. */
export function testsOf(sides: readonly string[] | undefined): TestSelection {
  return sides === undefined ? { reportFile: paths.testReport, isolate: false } : quickTests(sides);
}

/** What the tests of one side found. A side without tests has not shown that it keeps the contract. */
export function sideStage(contract: Contract, side: string, files: TestFile[]): Stage {
  const own = files.filter(({ file }) => sideOf(file) === side);
  const passed = own.reduce((sum, file) => sum + file.passed, 0);
  const failures = own.flatMap((file) => file.failures);
  const none: Finding = { location: contract.locate(''), side, message: `no test of the ${side} was run` };
  if (passed + failures.length === 0) return { name: side, seconds: 0, summary: '', findings: [none] };
  // Files run side by side: the sum of their times would be more than the run took.
  const seconds = (Math.max(...own.map(({ ended }) => ended)) - Math.min(...own.map(({ started }) => started))) / 1000;
  const [only] = own.length === 1 ? own : [];
  const { named = [], others = [] } = Object.groupBy(failures, (failure) => (isNamed(failure) ? 'named' : 'others'));
  const findings = mergeFindings(
    named.map((failure) => namedFinding(contract, side, failure)),
    ({ message }) => withoutIds(message),
  );
  return {
    name: side,
    seconds,
    summary: summaryOf(passed, failures.length, only?.file ?? countOf(own.length, 'file')),
    findings: isOfContract(side)
      ? asHints(findings, assertionsOf(contract, side, others))
      : [...findings, ...assertionsOf(contract, side, others, withoutIds)],
  };
}

function summaryOf(passed: number, failed: number, where: string): string {
  return failed === 0
    ? `${countOf(passed, 'test')} of ${where} pass`
    : `${failed} of ${countOf(passed + failed, 'test')} of ${where} fail`;
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
 * What a test says, a verification knows more of. Assertions alone fail for the same reason as what names the part of
 * the contract, as far as anyone can tell.
 */
function asHints(named: Finding[], [first, ...others]: Finding[]): Finding[] {
  const [cause, ...more] = named;
  if (first === undefined) return named;
  if (cause === undefined) return [first, ...others];
  const also = `other tests, the first: ${first.message}`;
  return [{ ...cause, detail: [cause.detail, also].filter(Boolean).join('; ') }, ...more];
}

/** What a message names is known; of an assertion only the name of its test says what it is about. */
function isNamed({ name, message }: TestFailure): boolean {
  return name === undefined || namedPart(message).pointer !== undefined;
}

function namedFinding(
  contract: Contract,
  side: string,
  { name, message, location, isStray = false }: TestFailure,
): Finding {
  const { pointer, text } = namedPart(message);
  const title = name === undefined ? [] : [namedPart(name).text];
  const isHint = isOfContract(side);
  // That a file cannot be loaded, no verification sees.
  if (pointer === undefined) return { location, side, message: text, ...(isHint && isStray && { isHint }) };
  const detail = [describeLocation(location), ...title].join(' ');
  return { location: contract.locate(pointer), pointer, side, message: text, detail, ...(isHint && { isHint }) };
}

/** How much is shown of what an assertion says: it has all of the values that it compares. */
const mostOfAssertion = 200;

/** Failed assertions, one finding for each of what was received, or of what `keyOf` makes of their messages. */
function assertionsOf(
  contract: Contract,
  side: string,
  failures: TestFailure[],
  keyOf: (message: string) => string = receivedStatus,
): Finding[] {
  const groups = [...Map.groupBy(failures, ({ message }) => keyOf(message))];
  // A status says more than a value.
  const ordered = groups.toSorted(([a], [b]) => Number(a === '') - Number(b === ''));
  return ordered.flatMap(([, group]) => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    const { name = '', message, location } = first;
    const [{ pointer, text: title }, { text }] = [namedPart(name), namedPart(message)];
    const titles = [...new Set(others.map((other) => namedPart(other.name ?? '').text))].filter((one) => one !== title);
    const also = titles.length === 0 ? [] : [`and ${firstOf(titles)}`];
    const says = `${title}: ${shortened(text, mostOfAssertion)}`;
    const found = { side, message: says, ...(isOfContract(side) && { isHint: true }) };
    if (pointer === undefined) return { location, ...found, ...(also.length > 0 && { detail: also.join('') }) };
    const detail = [describeLocation(location), ...also].join('; ');
    return { location: contract.locate(pointer), pointer, ...found, detail };
  });
}

/** Another status than the expected one has one cause in whatever test. */
function receivedStatus(message: string): string {
  return /expected (?:\{.*\bstatus: )?(\d{3})\b.* to (?:be|match object \{ status:) \d{3}/.exec(message)?.[1] ?? '';
}
