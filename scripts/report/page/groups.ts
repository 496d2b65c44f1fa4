import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { operationsOf } from '../../openapi/operations.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { workflow } from '../../requirements/workflow/workflow.ts';
import type { GroupReport, RequirementReport } from './report.ts';

/** A requirement, and what the page shows of it. */
export interface Placed {
  of: Requirement;
  requirement: RequirementReport;
}

/**
 * The requirements by operation in the order of the contract,
 * then those of requests that reach none, then the workflows.
 */
export function groupsOf(contract: Contract, placed: readonly Placed[]): GroupReport[] {
  const byName = Map.groupBy(placed, ({ of }) =>
    of.kind === workflow.id ? 'workflows' : (of.operationId ?? 'other requests'),
  );
  const operations = operationsOf(contract).map((operation) => ({
    kind: 'operation' as const,
    name: operation.id,
    operation: describedOperation(contract, operation),
  }));
  const others = [
    { kind: 'requests' as const, name: 'other requests', operation: null },
    { kind: 'workflows' as const, name: 'workflows', operation: null },
  ];
  return [...operations, ...others].flatMap((group) => {
    const own = byName.get(group.name) ?? [];
    return own.length === 0 ? [] : [{ ...group, sections: sectionsOf(own) }];
  });
}

function describedOperation(
  contract: Contract,
  { method, path, pointer, deprecation }: Operation,
): GroupReport['operation'] {
  const summary = stringOf(objectOf(resolvePart(contract, pointer).value)['summary']);
  return { method, path, summary: summary ?? null, isDeprecated: deprecation !== null };
}

function sectionsOf(placed: readonly Placed[]): GroupReport['sections'] {
  return [...Map.groupBy(placed, ({ of }) => of.section)].map(([title, own]) => ({
    title,
    requirements: own.map(({ requirement }) => requirement),
  }));
}
