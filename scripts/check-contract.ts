import { checkedContractOptions } from './check/contract-options.ts';
import { outputOptions } from './check/show-check.ts';
import { showContractCheck } from './check/show-contract-check.ts';
import { runCommand } from './cli/command-line.ts';

// The command `check` of the package: it has no sides of its own.
const command = {
  name: 'check',
  summary: 'Says whether a contract is kept by what there is of it: its code, its server, its last release.',
  options: { ...outputOptions, ...checkedContractOptions },
  notes: 'Stages: lint, generate and types (with --out), verify-server (with --base-url), released.',
} as const;

await runCommand(command, showContractCheck);
