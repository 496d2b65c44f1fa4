import { relative, sep } from 'node:path';
import { CannotRun, ContractError, describeLocation, type Problem } from '../cli/problem.ts';
import { isTestCode, paths } from '../cli/project.ts';
import { describeDrift, findDrift } from '../generate/drift.ts';
import { generateFiles, writeFiles } from '../generate/files.ts';
import type { Contract } from '../openapi/contract.ts';
import { describeOrigin } from '../release/change.ts';
import { compareWithReleased, describeVersion } from '../release/contract-changes.ts';
import { verdictLine } from '../report/summary.ts';
import type { Side } from '../requirements/side.ts';
import { verifyProjectClient } from '../verify/client/connect.ts';
import type { RequirementResult } from '../verify/result.ts';
import { newSeed, type Verified, verifyReferenceServer } from '../verify/server/connect.ts';
import { specificationOf } from '../verify/server/run.ts';
import { lintContract } from './lint.ts';
import { runTests, type TestFailure, type TestFile } from './run-tests.ts';
import { checkTypes, explainTypes, type TypeProblem } from './type-check.ts';
import { type Finding, mergeFindings, type Outcome, type Stage } from './verdict.ts';

const contractTests = ['server/contract.test.ts', 'client/contract.test.ts'];

/** The contract and its workflows against the lint rules. */
export async function lintStage(): Promise<Outcome> {
  const { files, configuration, problems } = await lintContract(paths.contract);
  const passed = `${files.join(' and ')} ${files.length === 1 ? 'passes' : 'pass'} the lint rules of ${configuration}`;
  return { summary: problems.length === 0 ? passed : '', findings: problems.map(findingOf) };
}

/** A problem of the description itself. */
export function findingOf({ location, message, rule }: Problem): Finding {
  return { location, side: 'spec', message: rule === undefined ? message : `${message} (${rule})` };
}

/** Brings `generated/` up to date. With `isStrict` (CI) a file that is not so is a finding; one edited by hand always is. */
export async function generateStage(contract: Contract, isStrict: boolean): Promise<Outcome> {
  const files = await generateFiles(contract);
  const drifts = await findDrift(contract, files, paths.generated);
  const findings = drifts
    .filter(({ reason }) => isStrict || reason === 'edited' || reason === 'not generated')
    .map((drift) => ({ location: drift.location, side: 'generated', message: describeDrift(drift) }));
  if (findings.length > 0) return { summary: '', findings };
  const written = await writeFiles(files, paths.generated);
  return {
    summary: written.length === 0 ? `${paths.generated}/ is up to date` : `wrote ${written.join(', ')}`,
    findings,
  };
}

/** The code of both sides, and of the toolchain, against the generated types. */
export async function typesStage(): Promise<Outcome & { problems: TypeProblem[] }> {
  const problems = await checkTypes(paths.typeScript);
  const findings = problems.map((problem) => typeFinding(problem, undefined));
  return {
    summary: findings.length === 0 ? 'server, client and toolchain fit the generated types' : '',
    findings,
    problems,
  };
}

/** The same findings, each at the part of the contract that it is about: one for each part and side. */
export async function explainTypesStage(contract: Contract, problems: TypeProblem[]): Promise<Outcome> {
  const explained = await explainTypes(problems, paths.typeScript, `${paths.generated}/types.ts`, contract.document);
  // What breaks the code itself says more than what breaks its tests.
  const ordered = explained.toSorted((a, b) => Number(isOfTest(a)) - Number(isOfTest(b)));
  const findings = ordered.map((problem) => typeFinding(problem, contract));
  return {
    summary: '',
    findings: mergeFindings(findings, ({ location, side }) => `${describeLocation(location)} ${side}`),
  };
}

function typeFinding({ location, message, pointer }: TypeProblem, contract: Contract | undefined): Finding {
  const found = { side: sideOf(location.file), message };
  return pointer === undefined || contract === undefined
    ? { location, ...found }
    : { location: contract.locate(pointer), ...found, detail: describeLocation(location) };
}

/** What the verification of a side found, and its result; undefined when the side could not be verified. */
export interface RequirementsOutcome extends Outcome {
  verified: Verified | undefined;
}

const verifiers = { server: verifyReferenceServer, client: verifyProjectClient } satisfies Record<Side, unknown>;

/** Holds one side, over a socket, against every requirement of the contract that concerns it, and the server against its workflows. */
export async function requirementsStage(contract: Contract, side: Side): Promise<RequirementsOutcome> {
  try {
    const verified = await verifiers[side](specificationOf(contract), { seed: newSeed() });
    const findings = verified.verification.requirements.flatMap((result) => verificationFinding(result, side));
    return { summary: findings.length === 0 ? verdictLine(verified.verification) : '', findings, verified };
  } catch (error) {
    if (error instanceof ContractError)
      return { summary: '', findings: error.problems.map(findingOf), verified: undefined };
    if (!(error instanceof CannotRun)) throw error;
    const { pointer = '', text } = namedRequirement(error.message);
    return {
      summary: '',
      findings: [{ location: contract.locate(pointer), side, message: text.replaceAll(/\s*\n\s*/g, ' ') }],
      verified: undefined,
    };
  }
}

function verificationFinding(result: RequirementResult, side: Side): Finding[] {
  const { requirement, verdict } = result;
  if (verdict === 'unproven')
    return [
      {
        location: requirement.location,
        side,
        message: `unproven: ${requirement.statement} (${result.reason})`,
        detail: requirement.id,
      },
    ];
  if (verdict !== 'broken') return [];
  const { documented, received, request } = result.violation;
  return [
    {
      location: requirement.location,
      side,
      message: `${documented} Received: ${received}`,
      detail: `${requirement.id} by ${request.method} ${request.target}`,
    },
  ];
}

/** Runs the contract tests of both sides, or with `all` every test there is. */
export async function runTestFiles(all: boolean): Promise<TestFile[]> {
  return all ? runTests([], paths.testReport) : runTests(contractTests);
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

/** Messages of both sides name the requirement that they are about by its JSON pointer: `(#/paths/~1a/get)`. */
function namedRequirement(message: string): { pointer: string | undefined; text: string } {
  return { pointer: /\(#(\/[^\s)]*)\)/.exec(message)?.[1], text: message.replace(/\s*\(#\/[^\s)]*\)/, '') };
}

/** The message of a test knows better than its name what it is about. */
function testFinding(
  contract: Contract,
  side: string,
  { name = 'this file', message, location }: TestFailure,
): Finding {
  const { pointer } = namedRequirement(`${message} ${name}`);
  const [{ text: title }, { text }] = [namedRequirement(name), namedRequirement(message)];
  if (pointer === undefined) return { location, side, message: text, detail: title };
  return { location: contract.locate(pointer), side, message: text, detail: `${describeLocation(location)} ${title}` };
}

/** The changes since the last release, when the version does not announce them. */
export async function releasedStage(contract: Contract): Promise<Outcome> {
  const comparison = await compareWithReleased(paths.released, contract).catch(contractErrorOf);
  if (comparison instanceof ContractError) return { summary: '', findings: comparison.problems.map(findingOf) };
  const summary = describeVersion(comparison);
  if (comparison.isVersionEnough) return { summary, findings: [] };
  const unannounced = comparison.changes.filter(({ impact }) => impact === comparison.needed);
  const version: Finding = { location: contract.locate('/info/version'), side: 'spec', message: summary };
  const changes = unannounced.map(({ impact, message, current, released: origin }) => {
    return { location: current, side: 'spec', message: `${impact}: ${message}`, detail: describeOrigin(origin) };
  });
  return { summary: '', findings: [version, ...changes] };
}

function contractErrorOf(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

/** The part of the project that a file belongs to. */
export function sideOf(file: string): string {
  const [room] = relative('.', file).split(sep);
  return room === 'server' || room === 'client' || room === 'spec' ? room : 'toolchain';
}

const isOfTest = ({ location }: TypeProblem) => isTestCode(relative('.', location.file));
