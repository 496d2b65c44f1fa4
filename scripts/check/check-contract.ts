import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { requirePackages } from '../cli/packages.ts';
import { CannotRun, ContractError, describeLocation } from '../cli/problem.ts';
import { isPackaged } from '../cli/project.ts';
import { countOf } from '../cli/text.ts';
import type { Contract } from '../openapi/contract.ts';
import { type Mistake, mistakesIn } from '../openapi/mistakes/mistakes.ts';
import { isOwn, readContract } from '../openapi/read-contract.ts';
import { releasedBeside, withRevision } from '../release/revisions.ts';
import type { Outcome, Stage } from '../report/check-verdict.ts';
import { withoutKeys } from '../report/redact.ts';
import { newSeed, verifyAt } from '../verify/server/connect.ts';
import type { GivenServer } from '../verify/server/run-arguments.ts';
import { usualTimeout } from '../verify/server/session/time-budget.ts';
import { specificationOf } from '../verify/specification.ts';
import { readWaivers, withWaivers } from '../verify/waivers.ts';
import { EndedStages } from './ended-stages.ts';
import { describePassed, lintContract } from './lint.ts';
import { findingOf, findingsOf } from './problem-finding.ts';
import { releasedStage } from './released-stage.ts';
import { codeTypesStage } from './types-stage.ts';
import { verificationOutcome } from './verification-stage.ts';

/** A contract of whoever uses the toolchain, and what is checked with it. */
export interface CheckedContract {
  spec: string;
  allowRemote: boolean;
  /** Whether what the linter says is a finding. */
  isStrict: boolean;
  /** The folder of what follows from it. */
  out: string | undefined;
  /** The released contract: a file, or a revision. */
  released: string | undefined;
  server: GivenServer | undefined;
  /** A file. */
  waivers: string | undefined;
}

interface CheckOptions {
  only: readonly string[];
  onStage: (stage: Stage) => void;
}

/** The stages of its check, in their order: those that there is something for. */
export function stageNamesOf(checked: CheckedContract): string[] {
  return [
    'lint',
    ...(checked.out === undefined ? [] : ['generate']),
    ...(typeScriptOf(checked) === undefined ? [] : ['types']),
    ...(checked.server === undefined ? [] : ['verify server']),
    ...(releasedOf(checked) === undefined ? [] : ['released']),
  ];
}

/** Checks a contract with the code, the server and the released contract that there are. Nothing is kept of it. */
export async function checkContract(
  checked: CheckedContract,
  { only, onStage }: CheckOptions,
): Promise<{ stages: Stage[] }> {
  const ended = new EndedStages({ names: only, onStage });
  const run = (name: string, outcome: () => Promise<Outcome>) => ended.run(name, () => orPrevented(outcome));
  const { server, out } = checked;
  const [configFile, released] = [typeScriptOf(checked), releasedOf(checked)];
  const reading = readContract(checked.spec, checked);
  // Why it cannot be read is what the linter stage says, or the next one.
  reading.catch(() => undefined);
  await run('lint', () => lintOutcome(checked, reading));
  try {
    const contract = await reading;
    if (out !== undefined) await run('generate', () => generated(contract, out, configFile));
    await Promise.all([
      configFile && out && run('types', () => codeTypesStage(contract, configFile, join(out, 'types.ts'))),
      server && run('verify server', () => verified(contract, server, checked.waivers)),
      released && run('released', () => compared(contract, released, checked.spec)),
    ]);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    ended.addProblems(error.problems);
  }
  return { stages: ended.inOrder() };
}

/** The outcome of a stage; what is wrong with the contract is found, and what else stands in the way prevents it. */
async function orPrevented(outcome: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome();
  } catch (error) {
    if (error instanceof ContractError) return { summary: '', findings: error.problems.map(findingOf) };
    if (!(error instanceof CannotRun)) throw error;
    return { summary: error.message, findings: [], notRun: 'prevented' };
  }
}

/** Whether it can be read. What is wrong with it all the same is counted, or found where that is asked for. */
async function lintOutcome({ spec, allowRemote, isStrict }: CheckedContract, reading: Promise<Contract>) {
  const found = await lintContract(spec, undefined, { allowRemote });
  const { problems } = found;
  if (problems.length > 0 && (isStrict || isOwn(spec))) return { summary: '', findings: findingsOf(problems) };
  const contract = await reading;
  const linted = mistakesIn(problems);
  // What is read in another way than it is written is mostly what the linter has found in that line.
  const lineOf = ({ location: { file, line } }: Mistake) => `${file}:${line}`;
  const known = new Set(linted.map(lineOf));
  const mistakes = [...linted, ...contract.mistakes.filter((mistake) => !known.has(lineOf(mistake)))];
  const [first] = mistakes;
  if (first === undefined) return { summary: describePassed(found), findings: [] };
  const kinds = countOf(mistakes.length, 'kind');
  const where = describeLocation(first.location);
  return {
    summary:
      `${kinds} of warning, the first at ${where}: ${first.message} ` +
      '(`lint` shows all, --strict makes them findings)',
    findings: [],
  };
}

async function generated(contract: Contract, out: string, configFile: string | undefined): Promise<Outcome> {
  requirePackages('ajv@8', 'ajv-formats@3', 'openapi-typescript@7', 'rolldown@1');
  // The package has the generators only where its user has installed them.
  const { generateStage } = await import('./generate-stage.ts');
  const outcome = await generateStage(contract, false, out);
  const { summary, findings } = outcome;
  return configFile === undefined && findings.length === 0
    ? { ...outcome, summary: `${summary}; no types are checked: there is no tsconfig.json above it` }
    : outcome;
}

/** The configuration of the compiler that the generated types are a part of: the nearest above them. */
function typeScriptOf({ out }: CheckedContract): string | undefined {
  if (out === undefined) return undefined;
  const folders = resolve(out).split(sep);
  const files = folders.map((_, index) => join(sep, ...folders.slice(1, folders.length - index), 'tsconfig.json'));
  return files.find((file) => existsSync(file));
}

async function verified(contract: Contract, { baseUrl, keys }: GivenServer, file: string | undefined) {
  const waivers = file === undefined ? [] : readWaivers(file);
  const specification = specificationOf(contract);
  const run = await verifyAt(specification, baseUrl, keys, {
    seed: newSeed(),
    timeout: usualTimeout(specification.description),
  });
  const { requirements, unused } = withWaivers(run.verification.requirements, waivers);
  const outcome = verificationOutcome(
    specification,
    'server',
    withoutKeys({ ...run.verification, requirements }, run.keys),
  );
  return outcome.findings.length > 0 ? outcome : { ...outcome, summary: [outcome.summary, ...unused].join(' ') };
}

/** The released contract that is given, else the one beside the contract. */
function releasedOf({ spec, released }: CheckedContract): string | undefined {
  const beside = releasedBeside(spec);
  return released ?? (existsSync(beside) ? beside : undefined);
}

async function compared(contract: Contract, released: string, spec: string): Promise<Outcome> {
  if (isPackaged) requirePackages('openapi-typescript@7', 'typescript@5');
  return withRevision(released, spec, ({ file }) => releasedStage(contract, file));
}
