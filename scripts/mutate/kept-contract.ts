import { ContractError } from '../cli/problem.ts';
import { paths, projectFile } from '../cli/project.ts';
import { operationPointers } from '../openapi/operations.ts';
import { isOwn, readContract } from '../openapi/read-contract.ts';
import type { Subject } from './kind.ts';

/**
 * Mutants of all kinds but `generated` are tried at the server and the client of this project. Throws ContractError
 * where the contract has an operation that is none of theirs: they cannot keep it, whatever is changed.
 */
export async function checkKept({ file, contract }: Pick<Subject, 'file' | 'contract'>): Promise<void> {
  if (isOwn(file)) return;
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;
  const own = new Set(operationPointers(await readContract(projectFile(paths.contract))).map(nameOf));
  const strange = operationPointers(contract).find((operation) => !own.has(nameOf(operation)));
  if (strange === undefined) return;
  throw new ContractError([
    {
      location: contract.locate(strange.pointer),
      message:
        `The server and the client of this project have no ${nameOf(strange)}: mutants are tried at them, so --spec ` +
        'takes a contract that they keep. Of any contract, `mutate generated` tries those of the generated files.',
    },
  ]);
}
