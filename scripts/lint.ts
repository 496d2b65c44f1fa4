import { lintContract } from './check/lint.ts';
import { contractOptions } from './cli/command-help.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { describeProblem } from './cli/problem.ts';

const command = {
  name: 'lint',
  summary:
    'Lints a contract, and the workflows beside it: that of this project by its own rules, others by those of OpenAPI.',
  options: {
    ...contractOptions,
    config: {
      type: 'string',
      value: 'FILE',
      description:
        'the rules, as a configuration of Redocly, whose plugins run; one beside the contract is not looked for',
    },
  },
} as const;

await runCommand(command, async ({ spec, config, 'allow-remote': allowRemote }) => {
  const { files, configuration, problems } = await lintContract(spec, config, { allowRemote });
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
