import { describePassed, lintContract } from './check/lint.ts';
import { contractOptions } from './cli/command-help.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { describeProblem } from './cli/problem.ts';
import { mistakesIn, reportMistakes } from './openapi/mistakes/mistakes.ts';
import { isOwn, readContract } from './openapi/read-contract.ts';

const command = {
  name: 'lint',
  summary:
    'Lints a contract, and the workflows beside it. The contract of this project is linted by the rules of the\n' +
    'project. Another one is linted by the rules of OpenAPI, and each kind of finding is one warning.',
  options: {
    ...contractOptions,
    config: {
      type: 'string',
      value: 'FILE',
      description: 'a configuration of Redocly with the rules; its plugins run. No other configuration is looked for',
    },
    strict: {
      type: 'boolean',
      default: false,
      description: 'makes each finding an error (exit code 1), as --config does; those of this project always are',
    },
  },
} as const;

await runCommand(command, async ({ spec, config, strict, 'allow-remote': allowRemote }) => {
  const linted = await lintContract(spec, config, { allowRemote });
  const { problems } = linted;
  const isReport = !strict && config === undefined && !isOwn(spec);
  if (problems.length > 0 && !isReport) {
    for (const problem of problems) console.error(describeProblem(problem));
    return 1;
  }
  // What no other command takes does not pass, whatever the rules say of it.
  if (!isOwn(spec)) await readContract(spec, { allowRemote });
  if (problems.length > 0) {
    reportMistakes(mistakesIn(problems));
    return 0;
  }
  console.log(paint('green', `${describePassed(linted)}.`));
  return 0;
});
