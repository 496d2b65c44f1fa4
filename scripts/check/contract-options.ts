import { existsSync } from 'node:fs';
import { type CommandDescription, contractOptions } from '../cli/command-help.ts';
import { UsageError } from '../cli/command-line.ts';
import { cannotFind } from '../openapi/source/source.ts';
import {
  addressOptions,
  type GivenOptions,
  identityOptions,
  readServer,
  waiverOptions,
} from '../verify/server/run-arguments.ts';
import type { CheckedContract } from './check-contract.ts';

/** What is checked of a contract that is not of this project. */
export const checkedContractOptions = {
  ...contractOptions,
  strict: { type: 'boolean', default: false, description: 'makes each finding of the linter a finding of the check' },
  out: {
    type: 'string',
    value: 'FOLDER',
    description: 'brings what follows from it up to date there, and checks the types of the code around it',
  },
  released: {
    type: 'string',
    value: 'OLD',
    description: 'the released contract: a file, or a revision of git (default the one in released/ beside it)',
  },
  ...addressOptions,
  ...identityOptions,
  ...waiverOptions,
} as const satisfies CommandDescription['options'];

/** The values of these options, as far as they are given. */
export interface GivenContract extends GivenOptions {
  spec: string;
  'allow-remote': boolean;
  strict: boolean;
  out?: string | undefined;
  released?: string | undefined;
  'base-url'?: string | undefined;
  waivers?: string | undefined;
}

// What only a server can be given.
const ofServer = ['key', 'limited-key', 'limited-plan', 'revoked-key', 'credential', 'header', 'waivers'] as const;

/** The contract that the options name, and what is checked with it. Throws UsageError, and CannotRun for no file. */
export function readCheckedContract(given: GivenContract): CheckedContract {
  const { spec, 'allow-remote': allowRemote, strict: isStrict, out, released, waivers, 'base-url': baseUrl } = given;
  const name = ofServer.find((one) => given[one] !== undefined);
  if (baseUrl === undefined && name !== undefined)
    throw new UsageError(`--${name} is for a server at --base-url: give that too.`);
  if (!existsSync(spec)) throw cannotFind(spec);
  const server = baseUrl === undefined ? undefined : readServer(baseUrl, given);
  return { spec, allowRemote, isStrict, out, released, server, waivers };
}

/** Throws UsageError for an option that is about another contract, where none is given. */
export function refuseCheckedContract(given: GivenContract): void {
  const names = ['allow-remote', 'strict', 'out', 'released', 'base-url', ...ofServer] as const;
  const name = names.find((one) => given[one] !== undefined && given[one] !== false);
  if (name !== undefined) throw new UsageError(`--${name} is for another contract: give --spec too.`);
}
