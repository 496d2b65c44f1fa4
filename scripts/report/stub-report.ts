import { paint } from '../cli/command-line.ts';
import { countOf, visible } from '../cli/text.ts';
import { keyMark } from '../stub/sent-keys.ts';
import type { Stub } from '../stub/stub.ts';
import type { RequirementResult } from '../verify/result.ts';
import type { RunnableSpecification } from '../verify/specification.ts';
import { jsonReport } from './json.ts';
import { type PublicVerification, withoutKeys } from './redact.ts';
import { countsOf, groupsOf } from './summary.ts';
import { paragraphs, violatedSections } from './terminal.ts';

/** A stub that has been running, and where. */
export interface StubRun {
  specification: RunnableSpecification;
  stub: Stub;
  baseUrl: string;
  seed: number;
  /** How long it has been running. */
  seconds: number;
}

/** What the requests to a stub have shown, in the form of a verification, without their keys. */
export function verificationOf({ specification, stub, baseUrl, seed, seconds }: StubRun): PublicVerification {
  const { contract, service } = specification.description;
  return withoutKeys(
    {
      contract: { file: contract.file, title: service.title, version: service.version },
      baseUrl,
      seed,
      seconds,
      requests: stub.requests,
      unreached: 0,
      requirements: stub.results(baseUrl),
    },
    { key: keyMark },
  );
}

/**
 * What the requests say of the client; without any that kept a requirement they say nothing.
 * What was not used is no fault.
 */
export function verdictOn({ requirements }: PublicVerification): 'kept' | 'violated' | 'unproven' {
  const { violated, kept } = countsOf(requirements);
  if (violated > 0) return 'violated';
  return kept > 0 ? 'kept' : 'unproven';
}

/** The report as a text of JSON, as `verify --json` has it. */
export function stubReport(verification: PublicVerification): string {
  return jsonReport(verification, verdictOn(verification));
}

/** What a client's requests kept and violated, for a person; operations that were not used are left out. */
export function describeStub(verification: PublicVerification): string {
  const groups = groupsOf(verification).filter(({ requirements }) => isUsed(requirements));
  const nameWidth = Math.max(...groups.map(({ name }) => name.length), 0);
  const lines = groups.map(({ name, requirements }) => {
    const { kept, violated, unproven } = countsOf(requirements);
    const parts = [
      paint('green', `${kept} kept`),
      ...(violated > 0 ? [paint('red', `${violated} violated`)] : []),
      ...(unproven > 0 ? [paint('dim', `${unproven} not used`)] : []),
    ];
    const mark = violated > 0 ? paint('red', '✗') : paint('green', '✓');
    return `${mark} ${visible(name).padEnd(nameWidth)}  ${parts.join(', ')}`;
  });
  const colour = { kept: 'green', violated: 'red', unproven: 'yellow' } as const;
  return paragraphs([
    lines,
    ...violatedSections(verification),
    [paint(colour[verdictOn(verification)], verdictLine(verification))],
  ]);
}

function isUsed(requirements: readonly RequirementResult[]): boolean {
  return requirements.some(({ verdict }) => verdict === 'kept' || verdict === 'violated');
}

function verdictLine({ requirements, requests }: PublicVerification): string {
  const { kept, violated, unproven } = countsOf(requirements);
  if (requests === 0) return 'No request came.';
  const violations = `${violated === 0 ? 'no requirement' : countOf(violated, 'requirement')} violated`;
  return `${countOf(requests, 'request')}: ${violations}, ${kept} kept, ${unproven} not used.`;
}
