import { dirname, join, relative, resolve } from 'node:path';
import { requirePackages } from '../cli/packages.ts';
import { describeLocation } from '../cli/problem.ts';
import { isTestCode, paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Finding, mergeFindings, type Outcome } from '../report/check-verdict.ts';
import { checkTypes, explainTypes } from '../types/type-check.ts';
import type { TypeProblem } from '../types/type-problem.ts';
import { keptFolder } from './kept-results.ts';
import { sideOf } from './side-of.ts';

const isOfTest = ({ location }: TypeProblem) => isTestCode(relative('.', location.file));

// What an edit leaves without a use, also an error that a test expects.
const isUnused = ({ message }: TypeProblem) => /is declared but .*never |are unused\.$|^Unused /.test(message);

// The compiler notes in it what it has checked, and checks of the next change what depends on that.
const incremental = ['--incremental', '--tsBuildInfoFile', join(keptFolder, 'types.tsbuildinfo')];

/**
 * The code of both sides, and of the toolchain, against the generated types: a finding for each part and side. All of
 * it is checked where `isFresh`.
 */
export async function typesStage(contract: Contract, isFresh: boolean): Promise<Outcome> {
  const problems = await checkTypes(paths.typeScript, isFresh ? [] : incremental);
  if (problems.length === 0) return { summary: 'server, client and toolchain fit the generated types', findings: [] };
  const explained = await explainTypes(problems, paths.typeScript, `${paths.generated}/types.ts`, contract.document);
  return { summary: '', findings: typeFindings(explained, contract) };
}

/** The code that a configuration of the compiler names, against the types that are generated into a file of it. */
export async function codeTypesStage(contract: Contract, configFile: string, types: string): Promise<Outcome> {
  requirePackages('typescript@5');
  const problems = await checkTypes(configFile, ['--noEmit']);
  if (problems.length === 0)
    return { summary: `the code of ${relative('.', configFile)} fits ${relative('.', types)}`, findings: [] };
  const explained = await explainTypes(problems, configFile, types, contract.document);
  // The folder in which it is, of those beside the configuration.
  const partOf = (file: string) => /^(?!\.\.)([^/\\]+)[/\\]/.exec(relative(dirname(configFile), file))?.[1] ?? 'code';
  return { summary: '', findings: typeFindings(explained, contract, partOf) };
}

/** A finding for each part of the contract and side that does not fit it, and for each module that is missing. */
export function typeFindings(
  problems: readonly TypeProblem[],
  contract: Contract,
  side: (file: string) => string = sideOf,
): Finding[] {
  // What breaks the code itself says more than what breaks its tests, and what is left over the least.
  const rankOf = (problem: TypeProblem) => Number(isOfTest(problem)) + 2 * Number(isUnused(problem));
  const findings = problems
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((problem) => typeFinding(problem, contract, side(problem.location.file)));
  const keyOf = (finding: Finding) => missingModule(finding) ?? `${describeLocation(finding.location)} ${finding.side}`;
  return mergeFindings(findings, keyOf).map(withoutOwnPlace);
}

/** The module of this project that the code imports, and that is not there. */
function missingModule({ message, location }: Pick<Finding, 'message' | 'location'>): string | undefined {
  const [, name] = /^Cannot find module '(\.[^']*)'/.exec(message) ?? [];
  return name && resolve(dirname(location.file), name);
}

/** Where else to look is said only where that is another place. */
function withoutOwnPlace(finding: Finding): Finding {
  const { detail, ...rest } = finding;
  return detail === describeLocation(finding.location) ? rest : finding;
}

function typeFinding(problem: TypeProblem, contract: Contract, side: string): Finding {
  const { location, message, pointer } = problem;
  const found = { side, message, ...(isUnused(problem) && { isHint: true }) };
  const detail = describeLocation(location);
  if (pointer !== undefined) return { location: contract.locate(pointer), pointer, ...found, detail };
  // All that import it are listed.
  return { location, ...found, ...(missingModule(problem) !== undefined && { detail }) };
}
