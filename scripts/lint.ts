import { lintContract } from './check/lint.ts';
import { contractOptions } from './cli/command-help.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { describeProblem } from './cli/problem.ts';
import { mistakesIn, reportMistakes } from './openapi/mistakes/mistakes.ts';
import { isOwn, readContract } from './openapi/read-contract.ts';

const command = {
  name: 'lint',
  summary:
    'Lints a contract, and the workflows beside it: that of this project by its own rules, others by those of\n' +
    'OpenAPI, as a report: one warning for each kind of finding.',
  options: {
    ...contractOptions,
    config: {
      type: 'string',
      value: 'FILE',
      description:
        'the rules, as a configuration of Redocly, whose plugins run; one beside the contract is not looked for',
    },
    strict: {
      type: 'boolean',
      default: false,
      description: 'has each finding as an error, as with --config and of this project: exit code 1',
    },
  },
} as const;

await runCommand(command, async ({ spec, config, strict, 'allow-remote': allowRemote }) => {
  const { files, configuration, problems } = await lintContract(spec, config, { allowRemote });
  if (problems.length > 0) {
    if (!strict && config === undefined && !isOwn(spec)) {
      await readContract(spec, { allowRemote });
      reportMistakes(mistakesIn(problems));
      return 0;
    }
    for (const problem of problems) console.error(describeProblem(problem));
    return 1;
  }
  console.log(
    paint(
      'green',
      `${files.join(' and ')} ${files.length === 1 ? 'passes' : 'pass'} the lint rules of ${configuration}.`,
    ),
  );
  return 0;
});
