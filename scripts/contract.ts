#!/usr/bin/env node
import './cli/node-20.ts';
import packageFile from '../package.json' with { type: 'json' };

// The program of the package. Each command is loaded when it is called, and reads the arguments that are left.

const usage = `Usage: contract COMMAND [OPTION]…

  contract check     says whether a contract is kept: by its code, its server, its last release
  contract dev       checks at each save, and serves the verdict beside the documentation
  contract verify    verifies a server, in any language, against the contract
  contract stub      serves the contract without a server
  contract diff      lists the changes since the released contract
  contract generate  writes types, operations and validators
  contract lint      lints a contract
  contract docs      writes the reference documentation as a page
  contract new       lays out a service for a contract

The contract is that of this package, or the one of --spec FILE. A command says which packages it needs besides.
contract COMMAND --help shows the options of a command.
Exit codes: 0 good, 1 the answer is no, 2 could not run.`;

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  check: () => import('./check-contract.ts'),
  dev: () => import('./dev-contract.ts'),
  verify: () => import('./verify.ts'),
  stub: () => import('./stub.ts'),
  diff: () => import('./diff.ts'),
  generate: () => import('./generate.ts'),
  lint: () => import('./lint.ts'),
  docs: () => import('./docs.ts'),
  new: () => import('./new.ts'),
};

const [name] = process.argv.splice(2, 1);
const load = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
if (name === '--help' || name === '-h') console.log(usage);
else if (name === '--version' || name === '-v') console.log(packageFile.version);
else if (load === undefined) {
  console.error(name === undefined ? usage : `There is no command ${JSON.stringify(name)}.\n${usage}`);
  process.exitCode = 2;
} else await load();
