import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { operationsOf } from '../../openapi/operations.ts';
import type { GroupReport, RequirementReport } from './report.ts';

/** A requirement, and the operation that it is about. */
export interface Placed {
  operationId: string | null;
  requirement: RequirementReport;
}

// What of a requirement's id follows the name of its group, in the order in which a reader meets it.
const sections: [pattern: RegExp, title: string][] = [
  [/^(exists$|request\.)/, 'The operation'],
  [/^paths\./, 'Paths and methods'],
  [/^parameters\./, 'Parameters'],
  [/^requestBody\./, 'Request body'],
  [/^security\./, 'Security'],
  [/^responses\.(\w+)/, 'Response $1'],
  [/^(undocumented|failure)$/, 'Any response'],
  [/^(kept|returns|lists|agrees|once|refused|unique|removed)\b/, 'What is stored'],
  [/^(atMost|asMany|default|only|every|pages|total)\b/, 'Lists'],
  [/^rateLimit\./, 'Rate limit'],
  [/^retry\./, 'Trying again'],
  [/^deprecation\./, 'Deprecation'],
  [/^workflows\./, 'Workflows'],
];

/** The requirements by operation in the order of the contract, then those of requests that reach none, then the workflows. */
export function groupsOf(contract: Contract, placed: readonly Placed[]): GroupReport[] {
  const byName = Map.groupBy(placed, ({ operationId, requirement }) =>
    requirement.id.startsWith('workflows.') ? 'workflows' : (operationId ?? 'other requests'),
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
    const requirements = byName.get(group.name)?.map(({ requirement }) => requirement) ?? [];
    return requirements.length === 0
      ? []
      : [{ ...group, sections: sectionsOf(requirements, group.kind === 'operation' ? group.name : 'unmatched') }];
  });
}

function describedOperation(
  contract: Contract,
  { method, path, pointer, deprecation }: Operation,
): GroupReport['operation'] {
  const summary = stringOf(objectOf(resolvePart(contract, pointer).value)['summary']);
  return { method, path, summary: summary ?? null, isDeprecated: deprecation !== null };
}

function sectionsOf(requirements: RequirementReport[], name: string): GroupReport['sections'] {
  const placed = requirements.map((requirement) => ({ requirement, ...sectionOf(withoutName(requirement.id, name)) }));
  const byTitle = [...Map.groupBy(placed, ({ title }) => title).values()];
  const ordered = byTitle.toSorted(([a], [b]) => (a?.order ?? 0) - (b?.order ?? 0));
  return ordered.map((own) => ({
    title: own[0]?.title ?? '',
    requirements: own.map(({ requirement }) => requirement),
  }));
}

function withoutName(id: string, name: string): string {
  const own = id.startsWith(`${name}.`) ? id.slice(name.length + 1) : id;
  return own.replace(/^responses\.(undocumented|failure)$/, '$1');
}

function sectionOf(id: string): { title: string; order: number } {
  const order = sections.findIndex(([pattern]) => pattern.test(id));
  const [pattern, title] = sections[order] ?? [/^/, 'Others'];
  return { title: title.replace('$1', pattern.exec(id)?.[1] ?? ''), order: order === -1 ? sections.length : order };
}
