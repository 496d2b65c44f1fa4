import type { CommandDescription } from '../cli/command-help.ts';
import { UsageError } from '../cli/command-line.ts';
import { statusLine } from '../cli/progress.ts';
import { keepContract, leaveOutputTo, writeReport } from '../cli/report-file.ts';
import { openSource } from '../openapi/read-contract.ts';
import type { Stage } from '../report/check-verdict.ts';
import { describeStage, describeVerdict } from '../report/describe-check.ts';
import { causesOf } from '../report/finding-causes.ts';
import { causeAnnotations } from '../report/github.ts';
import { checkJsonReport } from '../report/json.ts';
import { checkJunitReport } from '../report/junit.ts';
import { checkMarkdownReport } from '../report/markdown.ts';

/** Which stages are run, and who reads what they find. */
export const outputOptions = {
  only: { type: 'string', value: 'STAGES', description: 'runs these stages alone: lint,types' },
  json: { type: 'string', value: 'FILE', description: 'writes the result as JSON; - is standard output' },
  junit: { type: 'string', value: 'FILE', description: 'writes the result as JUnit XML; - is standard output' },
  markdown: { type: 'string', value: 'FILE', description: 'writes the result as Markdown; - is standard output' },
  github: { type: 'boolean', default: false, description: 'prints the findings as annotations of GitHub Actions' },
} as const satisfies CommandDescription['options'];

/** Their values. */
export interface GivenOutput {
  only?: string | undefined;
  json?: string | undefined;
  junit?: string | undefined;
  markdown?: string | undefined;
  github: boolean;
}

interface Check<Result> {
  spec: string;
  /** The stages there are, in their order. */
  names: readonly string[];
  run: (only: readonly string[], onStage: (stage: Stage) => void) => Promise<Result>;
}

/** Runs a check, prints each stage when it ends, and then the verdict; writes the reports that are asked for. */
export async function showCheck<Result extends { stages: readonly Stage[] }>(
  { only, json, junit, markdown, github }: GivenOutput,
  { spec, names: all, run }: Check<Result>,
): Promise<Result> {
  leaveOutputTo(json, junit, markdown);
  if ((json ?? junit ?? markdown) !== undefined) keepContract(contractFiles(spec), { json, junit, markdown });
  const started = performance.now();
  const names = readNames(only, all);
  const ended: Stage[] = [];
  const { show, clear } = statusLine(process.stderr);
  const showProgress = () => {
    const running = names.filter((name) => !ended.some((stage) => stage.name === name));
    show((columns) => `${ended.length} of ${names.length} stages · ${running.join(', ')}`.slice(0, columns));
  };
  showProgress();
  const result = await run(names, (stage) => {
    clear();
    console.log(describeStage(stage, ended));
    ended.push(stage);
    showProgress();
  }).finally(clear);
  const { stages } = result;
  const seconds = (performance.now() - started) / 1000;
  console.log(`\n${describeVerdict(ended, seconds)}`);
  const annotations = github ? causeAnnotations(causesOf(stages)) : '';
  if (annotations !== '') console.log(annotations.trimEnd());
  const reports = [
    [json, () => checkJsonReport(stages, seconds)],
    [junit, () => checkJunitReport(stages)],
    [markdown, () => checkMarkdownReport(stages)],
  ] as const;
  for (const [file, report] of reports) if (file !== undefined) await writeReport(file, report());
  return result;
}

/** The files of a contract; of one that cannot be read, which is a finding of the check, the first. */
function contractFiles(spec: string): Iterable<string> {
  try {
    return openSource(spec).texts.texts.keys();
  } catch {
    return [spec];
  }
}

/** The name of a stage as `--only` takes it. */
function optionOf(name: string): string {
  return name.replace(' ', '-');
}

function listOf(names: readonly string[]): string {
  return `${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
}

/** The names of the stages to be run, in their order. Throws UsageError for one that there is not. */
function readNames(only: string | undefined, names: readonly string[]): readonly string[] {
  if (only === undefined) return names;
  const asked = new Set(only.split(',').map((name) => name.trim().replace('-', ' ')));
  for (const name of asked)
    if (!names.includes(name))
      throw new UsageError(
        `There is no stage ${JSON.stringify(optionOf(name))}: there ${listOf(names.map(optionOf))}.`,
      );
  return names.filter((name) => asked.has(name));
}
