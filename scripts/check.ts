import { relative } from 'node:path';
import { paint, readArguments, runCommand } from './command-line.ts';
import { type Contract, configurationOf, readContract } from './contract/contract.ts';
import { ContractError, describeLocation, describeProblem } from './contract/problem.ts';
import { runTests, type TestFile } from './contract-tests.ts';
import { describeChange, describeVersion } from './diff.ts';
import { describeDrift, findDrift, generateFiles, writeFiles } from './generate/files.ts';
import { lint } from './redocly.ts';
import { compareWithReleased } from './released.ts';
import { findTypeProblems, typeChecks } from './type-check.ts';

const usage = 'npm run check -- [--all]';
const spec = 'spec/openapi.yaml';
const released = 'spec/released/openapi.yaml';
const generated = 'generated';

/** What one stage found; no finding means that it passed. */
interface Outcome {
  summary: string;
  findings: string[];
}

interface Stage extends Outcome {
  name: string;
  seconds: number;
}

async function stage(name: string, run: () => Promise<Outcome>): Promise<Stage> {
  const started = performance.now();
  const outcome = await run();
  return { name, ...outcome, seconds: (performance.now() - started) / 1000 };
}

async function lintStage(): Promise<Outcome> {
  const problems = await lint(spec, configurationOf(spec));
  return { summary: `${spec} keeps the rules of ${configurationOf(spec)}`, findings: problems.map(describeProblem) };
}

/** Brings `generated/` up to date; with `--all` (CI) a file that is not so is a finding. A file edited by hand always is. */
function generateStage(contract: Contract, isStrict: boolean): () => Promise<Outcome> {
  return async () => {
    const files = await generateFiles(contract);
    const drifts = await findDrift(files, generated);
    const findings = drifts.filter(({ reason }) => isStrict || reason === 'edited' || reason === 'not generated').map((drift) => `${describeLocation(contract.locate(''))} ${describeDrift(drift)}`);
    if (findings.length > 0) return { summary: '', findings };
    const written = await writeFiles(files, generated);
    return { summary: written.length === 0 ? `${generated}/ is up to date` : `wrote ${written.join(', ')}`, findings };
  };
}

/** The code of both sides against the generated types. */
function typesStage(contract: Contract): () => Promise<Outcome> {
  return async () => {
    const summary = 'server, client and toolchain fit the generated types';
    if (await typeChecks('tsconfig.json')) return { summary, findings: [] };
    const problems = findTypeProblems('tsconfig.json', `${generated}/types.ts`, contract.document);
    const findings = problems.map(({ file, line, message, pointer }) => `${describeLocation(contract.locate(pointer ?? '/paths'))} ${sideOf(file)} ${message}\n    ${file}:${line}`);
    return { summary, findings: findings.length > 0 ? findings : ['The fast type check fails where the full one does not: run `npx tsc`.'] };
  };
}

/** Runs the contract tests of both sides in one process; each side is a stage of its own in the verdict. */
async function testStages(contract: Contract, filters: string[]): Promise<Stage[]> {
  const started = performance.now();
  const files = await runTests(filters);
  const seconds = (performance.now() - started) / 1000;
  return ['server', 'client', 'toolchain'].flatMap((name) => {
    const own = files.filter(({ file }) => sideOf(relative('.', file)) === name);
    return own.length === 0 ? [] : [{ name, ...testOutcome(contract, own), seconds }];
  });
}

function testOutcome(contract: Contract, files: TestFile[]): Outcome {
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  const findings = files.flatMap(({ failures }) => failures.map(({ title, message }) => ({ pointer: pointerIn(message) ?? pointerIn(title), title, message })));
  return {
    summary: `${passed} tests of ${files.length === 1 ? relative('.', files[0]?.file ?? '') : `${files.length} files`} pass`,
    findings: [...new Set(findings.map(({ pointer, title, message }) => `${describeLocation(contract.locate(pointer ?? ''))} ${pointer === undefined ? `${title}: ` : ''}${message}`))],
  };
}

/** Tests name the fact they stand for by its JSON pointer: `(#/paths/~1pets/get)`. */
function pointerIn(text: string): string | undefined {
  return /\(#(\/[^\s)]*)\)/.exec(text)?.[1];
}

function sideOf(file: string): string {
  const [room = ''] = file.split('/');
  return room === 'server' || room === 'client' ? room : 'toolchain';
}

async function releasedStage(): Promise<Outcome> {
  const comparison = await compareWithReleased(released, spec);
  const verdict = describeVersion(comparison);
  const unearned = comparison.changes.filter(({ impact }) => impact === comparison.needed);
  return { summary: verdict, findings: comparison.isVersionEnough ? [] : [...unearned.map(describeChange), verdict] };
}

/** Every stage that can run, at the same time where one does not need another. */
async function runStages(all: boolean): Promise<Stage[]> {
  const [linted, contract] = await Promise.all([stage('lint', lintStage), readContract(spec).catch(notCompiled)]);
  if (contract instanceof ContractError) {
    const known = new Set(linted.findings.map((finding) => finding.split(' ')[0]));
    const findings = contract.problems.filter(({ location }) => !known.has(describeLocation(location))).map(describeProblem);
    const summary = 'not run: the contract cannot be compiled';
    return [linted, { name: 'generate', summary, findings, seconds: 0 }, ...['types', 'server', 'client', 'released'].map((name) => ({ name, summary, findings: [], seconds: 0 }))];
  }
  const generatedStage = await stage('generate', generateStage(contract, all));
  const [types, tests, compared] = await Promise.all([
    stage('types', typesStage(contract)),
    testStages(contract, all ? [] : ['server/contract.test.ts', 'client/contract.test.ts']),
    stage('released', releasedStage),
  ]);
  return [linted, generatedStage, types, ...tests, compared];
}

function notCompiled(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

function printVerdict(stages: Stage[], seconds: number): void {
  for (const { name, summary, findings, seconds: took } of stages) {
    const isSkipped = findings.length === 0 && summary.startsWith('not run');
    const mark = isSkipped ? paint('yellow', '-') : findings.length === 0 ? paint('green', '✓') : paint('red', '✗');
    console.log(`${mark} ${name.padEnd(9)} ${took.toFixed(1).padStart(4)} s  ${findings.length === 0 ? summary : paint('red', countOf(findings.length))}`);
    for (const finding of findings) console.log(`  ${finding}`);
  }
  const broken = stages.filter(({ findings }) => findings.length > 0);
  const count = broken.reduce((sum, { findings }) => sum + findings.length, 0);
  const verdict = count === 0 ? paint('green', 'The contract is kept on both sides.') : paint('red', `The contract is broken: ${countOf(count)} in ${broken.map(({ name }) => name).join(', ')}.`);
  console.log(`\n${verdict} (${seconds.toFixed(1)} s)`);
}

function countOf(count: number): string {
  return count === 1 ? '1 finding' : `${count} findings`;
}

await runCommand(async () => {
  const started = performance.now();
  const { all } = readArguments(usage, { all: { type: 'boolean', default: false } });
  const stages = await runStages(all);
  printVerdict(stages, (performance.now() - started) / 1000);
  return stages.every(({ findings }) => findings.length === 0) ? 0 : 1;
});
