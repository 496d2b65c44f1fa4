import { lintContract } from './check/lint.ts';
import { callOf, paint, readArguments, runCommand } from './cli/command-line.ts';
import { describeProblem } from './cli/problem.ts';
import { paths } from './cli/project.ts';

const usage = `${callOf('lint')} [--spec FILE]
Lints a contract, and the workflows beside it, by the redocly.yaml beside them.`;

await runCommand(async () => {
  const { spec } = readArguments(usage, { spec: { type: 'string', default: paths.contract } });
  const { files, configuration, problems } = await lintContract(spec);
  for (const problem of problems) console.error(describeProblem(problem));
  if (problems.length > 0) return 1;
  console.log(
    paint(
      'green',
      `${files.join(' and ')} ${files.length === 1 ? 'passes' : 'pass'} the lint rules of ${configuration}.`,
    ),
  );
  return 0;
});
