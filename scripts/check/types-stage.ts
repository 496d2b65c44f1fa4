import { relative } from 'node:path';
import { describeLocation } from '../cli/problem.ts';
import { isTestCode, paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Finding, mergeFindings, type Outcome } from '../report/check-verdict.ts';
import { checkTypes, explainTypes } from '../types/type-check.ts';
import type { TypeProblem } from '../types/type-problem.ts';

import { sideOf } from './side-of.ts';

const isOfTest = ({ location }: TypeProblem) => isTestCode(relative('.', location.file));

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
    : { location: contract.locate(pointer), pointer, ...found, detail: describeLocation(location) };
}
