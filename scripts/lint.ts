import { lintContract } from './check/lint.ts';
import { specOption } from './cli/command-help.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { describeProblem } from './cli/problem.ts';

const command = {
  name: 'lint',
  summary: 'Lints a contract, and the workflows beside it, by the redocly.yaml beside them.',
  options: { spec: specOption },
} as const;

await runCommand(command, async ({ spec }) => {
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
