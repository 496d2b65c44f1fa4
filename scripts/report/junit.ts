import { relative } from 'node:path';
import { describeLocation } from '../cli/problem.ts';
import type { RequirementResult } from '../verify/result.ts';
import type { Stage } from './check-verdict.ts';
import { type Cause, causesOf } from './finding-causes.ts';
import type { PublicVerification } from './redact.ts';
import { countsOf, type Group, groupsOf } from './summary.ts';

/**
 * The report as JUnit XML: a suite for each operation, a case for each requirement.
 * What is unproven is an error, what is waived skipped.
 */
export function junitReport(verification: PublicVerification): string {
  const { contract, requirements, seconds } = verification;
  const suites = groupsOf(verification).flatMap(suiteOf);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: contract.title, ...totals(requirements), time: seconds.toFixed(3) })}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** A check as JUnit XML: a suite for each stage, a case for each cause, one case where there is none. */
export function checkJunitReport(stages: readonly Stage[]): string {
  const suites = stages.flatMap((stage) => {
    const causes = causesOf([stage]);
    const prevented = stage.notRun === 'prevented' ? 1 : 0;
    const skipped = stage.notRun === 'skipped' ? 1 : 0;
    const counts = { tests: Math.max(1, causes.length), failures: causes.length, errors: prevented, skipped };
    const start = `    <testcase${attributes({ name: stage.name, classname: 'check' })}`;
    const outcome =
      prevented > 0
        ? [`${start}><error${attributes({ message: stage.summary, type: 'could not run' })}/></testcase>`]
        : [skipped > 0 ? `${start}><skipped${attributes({ message: stage.summary })}/></testcase>` : `${start}/>`];
    return [
      `  <testsuite${attributes({ name: stage.name, ...counts, time: stage.seconds.toFixed(3) })}>`,
      ...(causes.length === 0 ? outcome : causes.flatMap((cause) => causeCase(stage.name, cause))),
      '  </testsuite>',
    ];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="check">', ...suites, '</testsuites>', ''].join(
    '\n',
  );
}

function causeCase(stage: string, { finding, requirementIds }: Cause): string[] {
  const { location, side, message, detail = '' } = finding;
  const file = relative(process.cwd(), location.file);
  const name = `${side} ${describeLocation(location)}`;
  const text = [message, detail, ...requirementIds].filter(Boolean).join('\n');
  return [
    `    <testcase${attributes({ name, classname: stage, file, line: location.line })}>`,
    `      <failure${attributes({ message, type: 'violated' })}>${escaped(text)}</failure>`,
    '    </testcase>',
  ];
}

function suiteOf({ name, requirements }: Group): string[] {
  return [
    `  <testsuite${attributes({ name, ...totals(requirements) })}>`,
    ...requirements.flatMap((result) => caseOf(name, result)),
    '  </testsuite>',
  ];
}

function caseOf(group: string, result: RequirementResult): string[] {
  const { id, location } = result.requirement;
  const file = relative(process.cwd(), location.file);
  const start = `    <testcase${attributes({ name: id, classname: group, file, line: location.line })}`;
  if (result.verdict === 'kept') return [`${start}/>`];
  return [`${start}>`, `      ${outcomeOf(result)}`, '    </testcase>'];
}

function outcomeOf(result: Exclude<RequirementResult, { verdict: 'kept' }>): string {
  if (result.verdict === 'waived') return `<skipped${attributes({ message: result.reason })}/>`;
  const { statement, location } = result.requirement;
  if (result.verdict === 'unproven') {
    const text = `${describeLocation(location)}\n${statement}`;
    return `<error${attributes({ message: result.reason, type: 'unproven' })}>${escaped(text)}</error>`;
  }
  const { documented, received, curl, advice, count } = result.violation;
  const lines = [
    describeLocation(location),
    `documented: ${documented}`,
    `received: ${received}`,
    `curl: ${curl}`,
    ...Object.entries(advice).map(([side, text]) => `${side}: ${text}`),
    `cases: ${count}`,
  ];
  return `<failure${attributes({ message: received, type: 'violated' })}>${escaped(lines.join('\n'))}</failure>`;
}

function totals(requirements: RequirementResult[]): Record<string, number> {
  const { violated, unproven, waived } = countsOf(requirements);
  return { tests: requirements.length, failures: violated, errors: unproven, skipped: waived };
}

function attributes(values: Record<string, string | number>): string {
  // A line break or tab as it is would be read as a space.
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${escaped(String(value)).replaceAll(/[\n\t]/g, (sign) => `&#${sign.codePointAt(0)};`)}"`,
    )
    .join('');
}

/** Text of XML 1.0; the characters that it cannot have at all (section 2.2) become U+FFFD. */
function escaped(text: string): string {
  const legal = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
  return legal.replaceAll(/[&<>"'\r]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
