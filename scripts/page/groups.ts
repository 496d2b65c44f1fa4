import { type Contract, resolvePart } from '../contract/contract.ts';
import { objectOf, stringOf } from '../contract/json.ts';
import type { Operation } from '../contract/operation-table.ts';
import { operationsOf } from '../contract/operations.ts';
import type { FactReport, GroupReport } from './report.ts';

/** A fact, and the operation that it is about. */
export interface Placed {
  operationId: string | null;
  fact: FactReport;
}

// What of a fact's id follows the name of its group, in the order in which a reader meets it.
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
  [/^rules\./, 'Rules'],
];

/** The facts by operation in the order of the contract, then those of requests that reach none, then the rules. */
export function groupsOf(contract: Contract, placed: readonly Placed[]): GroupReport[] {
  const byName = Map.groupBy(placed, ({ operationId, fact }) => (fact.id.startsWith('rules.') ? 'rules' : (operationId ?? 'other requests')));
  const operations = operationsOf(contract).map((operation) => ({ kind: 'operation' as const, name: operation.id, operation: describedOperation(contract, operation) }));
  const others = [{ kind: 'requests' as const, name: 'other requests', operation: null }, { kind: 'rules' as const, name: 'rules', operation: null }];
  return [...operations, ...others].flatMap((group) => {
    const facts = byName.get(group.name)?.map(({ fact }) => fact) ?? [];
    return facts.length === 0 ? [] : [{ ...group, sections: sectionsOf(facts, group.kind === 'operation' ? group.name : 'unmatched') }];
  });
}

function describedOperation(contract: Contract, { method, path, pointer, deprecation }: Operation): GroupReport['operation'] {
  const summary = stringOf(objectOf(resolvePart(contract, pointer).value)['summary']);
  return { method, path, summary: summary ?? null, isDeprecated: deprecation !== null };
}

function sectionsOf(facts: FactReport[], name: string): GroupReport['sections'] {
  const placed = facts.map((fact) => ({ fact, ...sectionOf(withoutName(fact.id, name)) }));
  const byTitle = [...Map.groupBy(placed, ({ title }) => title).values()];
  const ordered = byTitle.toSorted(([a], [b]) => (a?.order ?? 0) - (b?.order ?? 0));
  return ordered.map((own) => ({ title: own[0]?.title ?? '', facts: own.map(({ fact }) => fact) }));
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
