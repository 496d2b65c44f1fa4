import { reportCheck } from './check/check-report.ts';
import { runCheck, stageNames } from './check/run-check.ts';
import { paint, runCommand, UsageError } from './cli/command-line.ts';
import { statusLine } from './cli/progress.ts';
import { paths } from './cli/project.ts';
import { keepContract, leaveOutputTo, writeReport } from './cli/report-file.ts';
import { openSource } from './openapi/read-contract.ts';
import { causesOf, describeStage, describeVerdict, exitCodeOf, type Stage } from './report/check-verdict.ts';
import { causeAnnotations } from './report/github.ts';
import { checkJsonReport } from './report/json.ts';
import { checkJunitReport } from './report/junit.ts';
import { checkMarkdownReport } from './report/markdown.ts';

const command = {
  name: 'check',
  summary: 'Says whether everything here keeps the contract, which side does not, and at which line of the contract.',
  options: {
    only: { type: 'string', value: 'STAGES', description: 'runs these stages alone: lint,types' },
    json: { type: 'string', value: 'FILE', description: 'writes the result as JSON; - is standard output' },
    junit: { type: 'string', value: 'FILE', description: 'writes the result as JUnit XML; - is standard output' },
    markdown: { type: 'string', value: 'FILE', description: 'writes the result as Markdown; - is standard output' },
    github: { type: 'boolean', default: false, description: 'prints the findings as annotations of GitHub Actions' },
    fresh: {
      type: 'boolean',
      default: false,
      description: 'runs again what has passed with the same contract and code',
    },
    all: { type: 'boolean', default: false, description: 'runs every test of the project as well: npm test' },
  },
  notes: `Stages: ${stageNames(false)
    .map((name) => name.replace(' ', '-'))
    .join(', ')}.`,
} as const;

await runCommand(command, async ({ all, fresh, only, ...given }) => {
  const { json, junit, markdown } = given;
  leaveOutputTo(json, junit, markdown);
  if ((json ?? junit ?? markdown) !== undefined) keepContract(contractFiles(), { json, junit, markdown });
  const started = performance.now();
  const names = readNames(only, all);
  const ended: Stage[] = [];
  const { show, clear } = statusLine(process.stderr);
  const showProgress = () => {
    const running = names.filter((name) => !ended.some((stage) => stage.name === name));
    show((columns) => `${ended.length} of ${names.length} stages · ${running.join(', ')}`.slice(0, columns));
  };
  showProgress();
  const { stages, verified } = await runCheck({
    all,
    only: names,
    isFresh: fresh || all,
    onStage: (stage) => {
      clear();
      console.log(describeStage(stage, ended));
      ended.push(stage);
      showProgress();
    },
  }).finally(clear);
  const seconds = (performance.now() - started) / 1000;
  console.log(`\n${describeVerdict(ended, seconds)}`);
  const annotations = given.github ? causeAnnotations(causesOf(stages)) : '';
  if (annotations !== '') console.log(annotations.trimEnd());
  const reports = [
    [json, () => checkJsonReport(stages, seconds)],
    [junit, () => checkJunitReport(stages)],
    [markdown, () => checkMarkdownReport(stages)],
  ] as const;
  for (const [file, report] of reports) if (file !== undefined) await writeReport(file, report());
  // After the verdict: whatever becomes of the page, that is known. A part of the stages is not the whole report.
  const page = only === undefined ? await reportCheck(stages, verified) : undefined;
  if (page !== undefined) console.log(paint('dim', `Every requirement, with its cases and mutants: ${page}`));
  return exitCodeOf(stages);
});

/** The files of the contract; of one that cannot be read, which is a finding of the check, the first. */
function contractFiles(): Iterable<string> {
  try {
    return openSource(paths.contract).texts.texts.keys();
  } catch {
    return [paths.contract];
  }
}

/** The names of the stages to be run, in their order. Throws UsageError for one that there is not. */
function readNames(only: string | undefined, all: boolean): string[] {
  const names = stageNames(all);
  if (only === undefined) return names;
  const asked = new Set(only.split(',').map((name) => name.trim().replace('-', ' ')));
  for (const name of asked)
    if (!names.includes(name)) throw new UsageError(`There is no stage ${JSON.stringify(name)}.`);
  return names.filter((name) => asked.has(name));
}
