import type { Location } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import { objectOf, stringOf } from '../openapi/json.ts';
import { compileContract, openSource } from '../openapi/read-contract.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import type { Change } from './change.ts';
import { Changes } from './changes.ts';
import { schemaNameChanges } from './rules/components.ts';
import { typeChanges } from './rules/exported-types.ts';
import { planChanges } from './rules/extensions.ts';
import type { Contracts, Pair } from './rules/found.ts';
import { operationPlaces } from './rules/operation-places.ts';
import { operationChanges, operationsInBoth } from './rules/operations.ts';
import { otherChanges } from './rules/other-values.ts';
import { Usage } from './rules/usage.ts';
import { usedComponents } from './rules/used-components.ts';
import { type Comparison, comparisonOf } from './version.ts';
import { workflowChanges } from './workflow-changes.ts';

/** Compares a contract, and the workflows beside it, with the released ones. */
export async function compareWithReleased(releasedFile: string, current: Contract): Promise<Comparison> {
  return compareContracts(await compileContract(openSource(releasedFile)), current);
}

/**
 * The same with a released contract that has been read. The compiler is asked what only it knows. `areAlone` says of
 * which contract it is not known whether it has workflows, where none are beside it.
 */
export async function compareContracts(
  released: Contract,
  current: Contract,
  areAlone: Pair<boolean> = { before: false, now: false },
): Promise<Comparison> {
  const contracts = { before: released, now: current };
  const { changes, operations, usage } = structuralChanges(contracts);
  // The types follow from the documents.
  if (!changes.isEmpty) changes.add(await typeChanges(contracts, operations, usage, changes.majorPlaces()));
  return comparisonOf(versionOf(released), versionOf(current), [
    ...changes.list(),
    ...changesOfWorkflows(released, current, areAlone),
  ]);
}

/** What changed in the documents themselves. No difference between them passes in silence. */
export function documentChanges(released: Contract, current: Contract): Change[] {
  return structuralChanges({ before: released, now: current }).changes.list();
}

function structuralChanges(contracts: Contracts) {
  const places = { before: operationPlaces(contracts.before), now: operationPlaces(contracts.now) };
  const usage = { before: new Usage(contracts.before, places.before), now: new Usage(contracts.now, places.now) };
  const changes = new Changes(contracts);
  changes.add(operationChanges(contracts, places));
  changes.add(planChanges(contracts));
  changes.add(schemaNameChanges(contracts));
  const used = {
    before: usedComponents(contracts.before, usage.before),
    now: usedComponents(contracts.now, usage.now),
  };
  changes.add(otherChanges(contracts, changes.places(), used));
  return { changes, usage, operations: operationsInBoth(places) };
}

/** What a release without workflows never had is new; what it had must still be there. */
function changesOfWorkflows(released: Contract, current: Contract, areAlone: Pair<boolean>): Change[] {
  const [before, now] = [workflowFileBeside(released.file), workflowFileBeside(current.file)];
  if (before !== undefined && now !== undefined) return workflowChanges(before, now);
  if ((before === undefined && areAlone.before) || (now === undefined && areAlone.now)) return [];
  const startOf = (file: string): Location => ({ file, line: 1, column: 1 });
  if (before !== undefined)
    return [
      {
        impact: 'major',
        message: 'The workflows were removed.',
        current: current.locate(''),
        released: startOf(before),
      },
    ];
  return now === undefined
    ? []
    : [
        {
          impact: 'minor',
          message: 'The workflows were added: the release has none.',
          current: startOf(now),
          released: undefined,
        },
      ];
}

function versionOf({ document }: Contract): string {
  return stringOf(objectOf(document['info'])['version']) ?? '';
}
