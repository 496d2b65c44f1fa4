import { paint } from '../command-line.ts';
import { jsonReport } from '../verify/report/json.ts';
import { type PublicVerification, withoutKeys } from '../verify/report/redact.ts';
import { countsOf, groupsOf } from '../verify/report/summary.ts';
import { brokenSections, paragraphs } from '../verify/report/terminal.ts';
import { countOf, visible } from '../verify/report/text.ts';
import type { FactResult } from '../verify/result.ts';
import type { Proof } from '../verify/run.ts';
import { keyMark } from './sent-keys.ts';
import type { Stub } from './stub.ts';

/** A stub that has been running, and where. */
export interface StubRun {
  proof: Proof;
  stub: Stub;
  baseUrl: string;
  seed: number;
  /** How long it has been running. */
  seconds: number;
}

/** What the requests to a stub have shown, in the form of a verification, without their keys. */
export function verificationOf({ proof, stub, baseUrl, seed, seconds }: StubRun): PublicVerification {
  const { contract, service } = proof.description;
  for (const { id } of stub.ledger.drafts()) stub.ledger.unproven(id, 'no request used it');
  const facts = stub.ledger.results(baseUrl);
  return withoutKeys({ contract: { file: contract.file, title: service.title, version: service.version }, baseUrl, seed, seconds, requests: stub.requests, facts }, { key: keyMark });
}

/** What the requests say of the client; without any that kept a fact they say nothing. What was not used is no fault. */
export function verdictOn({ facts }: PublicVerification): 'kept' | 'broken' | 'unproven' {
  const { broken, kept } = countsOf(facts);
  if (broken > 0) return 'broken';
  return kept > 0 ? 'kept' : 'unproven';
}

/** The report as a text of JSON, as `verify --json` has it. */
export function stubReport(verification: PublicVerification): string {
  return jsonReport(verification, verdictOn(verification));
}

/** What a client's requests kept and broke, for a person at a terminal of `width` columns; operations that were not used are left out. */
export function describeStub(verification: PublicVerification, { width = 120 }: { width?: number } = {}): string {
  const groups = groupsOf(verification).filter(({ facts }) => isUsed(facts));
  const nameWidth = Math.max(...groups.map(({ name }) => name.length), 0);
  const lines = groups.map(({ name, facts }) => {
    const { kept, broken, unproven } = countsOf(facts);
    const parts = [paint('green', `${kept} kept`), ...(broken > 0 ? [paint('red', `${broken} broken`)] : []), ...(unproven > 0 ? [paint('dim', `${unproven} not used`)] : [])];
    return `${broken > 0 ? paint('red', '✗') : paint('green', '✓')} ${visible(name).padEnd(nameWidth)}  ${parts.join(', ')}`;
  });
  const colour = { kept: 'green', broken: 'red', unproven: 'yellow' } as const;
  return paragraphs([lines, ...brokenSections(verification, width), [paint(colour[verdictOn(verification)], verdictLine(verification))]]);
}

function isUsed(facts: readonly FactResult[]): boolean {
  return facts.some(({ verdict }) => verdict === 'kept' || verdict === 'broken');
}

function verdictLine({ facts, requests }: PublicVerification): string {
  const { kept, broken, unproven } = countsOf(facts);
  if (requests === 0) return 'No request came.';
  return `${countOf(requests, 'request')}: ${broken === 0 ? 'no fact broken' : `${countOf(broken, 'fact')} broken`}, ${kept} kept, ${unproven} not used.`;
}
