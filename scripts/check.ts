import { reportCheck, type VerifiedContract } from './check/check-report.ts';
import { generateStage } from './check/generate-stage.ts';
import { lintStage } from './check/lint-stage.ts';
import { findingOf } from './check/problem-finding.ts';
import { releasedStage } from './check/released-stage.ts';
import { stage } from './check/stage.ts';
import { runTestFiles, sideStage } from './check/test-stage.ts';
import { explainTypesStage, typesStage } from './check/types-stage.ts';
import { verificationStage } from './check/verification-stage.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { ContractError, describeLocation, type Problem } from './cli/problem.ts';
import { paths } from './cli/project.ts';
import { loadTypeGenerator } from './generate/types.ts';
import type { Contract } from './openapi/contract.ts';
import { compileContract, openSource } from './openapi/read-contract.ts';
import { describeVerdict, exitCodeOf, type Stage } from './report/check-verdict.ts';

const command = {
  name: 'check',
  summary: 'Says whether everything here keeps the contract, which side does not, and at which line of the contract.',
  options: {
    all: { type: 'boolean', default: false, description: 'runs every test of the project as well: npm test' },
  },
} as const;

/** The parts of the project whose tests are a stage each. */
function sidesOf(all: boolean): string[] {
  return all ? ['server', 'client', 'spec', 'toolchain'] : ['server', 'client'];
}

/** What a check found; without a contract that could be read, no side was verified. */
interface Checked {
  stages: Stage[];
  verified: VerifiedContract | undefined;
}

/** Every stage that can run, at the same time where one does not need another. */
async function runStages(all: boolean): Promise<Checked> {
  const stages: Stage[] = [];
  try {
    const source = openSource(paths.contract);
    const [linted, compiled] = await Promise.allSettled([
      stage('lint', lintStage),
      compileContract(source),
      loadTypeGenerator(),
    ]);
    stages.push(valueOf(linted));
    const contract = valueOf(compiled);
    stages.push(await stage('generate', () => generateStage(contract, all)));
    const { stages: others, verified } = await checkSides(contract, all);
    return { stages: [...stages, ...others], verified };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return {
      stages: withProblems(stages, error.problems, [
        'lint',
        'generate',
        'types',
        ...sidesOf(all),
        'verify server',
        'verify client',
        'released',
      ]),
      verified: undefined,
    };
  }
}

/** The code of both sides and the released contract against this one. */
async function checkSides(contract: Contract, all: boolean): Promise<Checked> {
  const [types, files, serverRequirements, clientRequirements, released] = await Promise.all([
    stage('types', typesStage),
    runTestFiles(all),
    stage('verify server', () => verificationStage(contract, 'server')),
    stage('verify client', () => verificationStage(contract, 'client')),
    stage('released', () => releasedStage(contract)),
  ]);
  const sideStages = sidesOf(all).map((side) => sideStage(contract, side, files));
  const others = [...sideStages, serverRequirements, clientRequirements, released];
  const verified = { contract, server: serverRequirements.verified, client: clientRequirements.verified };
  if (types.problems.length === 0) return { stages: [types, ...others], verified };
  // After the others: it keeps this process busy, which would count as their time.
  const explained = await stage('types', () => explainTypesStage(contract, types.problems));
  return { stages: [{ ...explained, seconds: types.seconds + explained.seconds }, ...others], verified };
}

/** The stages that ran, and those that could not because of problems of the contract itself. */
function withProblems(stages: Stage[], problems: Problem[], names: string[]): Stage[] {
  const known = new Set(stages.flatMap(({ findings }) => findings.map(({ location }) => describeLocation(location))));
  const findings = problems.filter(({ location }) => !known.has(describeLocation(location))).map(findingOf);
  const others = names.slice(stages.length).map((name, index) => {
    const own = index === 0 ? findings : [];
    return {
      name,
      seconds: 0,
      summary: own.length > 0 ? '' : 'not run: no code follows from this contract',
      findings: own,
      ...(own.length === 0 && { notRun: 'skipped' as const }),
    };
  });
  return [...stages, ...others];
}

function valueOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

await runCommand(command, async ({ all }) => {
  const started = performance.now();
  const { stages, verified } = await runStages(all);
  console.log(describeVerdict(stages, (performance.now() - started) / 1000));
  // After the verdict: whatever becomes of the page, that is known.
  const page = await reportCheck(stages, verified);
  if (page !== undefined) console.log(paint('dim', `Every requirement, with its cases and mutants: ${page}`));
  return exitCodeOf(stages);
});
