import type { Exact } from '../../http/exact-json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import { enumOf, type SchemaView, textAt, viewSchema } from '../../openapi/schema-view.ts';
import type { ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';

/** An identifier that nothing has, and whether the schema allows it. */
export interface UnknownId {
  id: Exact;
  isAllowed: boolean;
}

/** Identifiers that the schema allows and nothing has, and those of items that are there, written otherwise. */
export async function unknownIds(run: ProbeRun, operation: Operation, parameter: Parameter): Promise<UnknownId[]> {
  const { context } = run;
  const view = viewSchema(context.description.contract, parameterSchema(parameter));
  const resource = context.source.resourceOf(operation, parameter.name);
  if (enumOf(view) !== undefined || (resource === undefined && !parameter.types.includes('integer'))) return [];
  const isAllowed = (id: Exact) => context.isValid('request', parameterSchema(parameter), id);
  const made = madeUp(context, operation, parameter, view);
  const existing = resource === undefined ? undefined : await context.source.existing(resource);
  return [
    ...(isAllowed(made) ? [{ id: made, isAllowed: true }] : []),
    ...numbersLike(existing)
      .filter((id) => isAllowed(id) && !run.isTaken(id))
      .map((id) => ({ id, isAllowed: true })),
    ...textsLike(existing)
      .filter((id) => !isAllowed(id))
      .map((id) => ({ id, isAllowed: false })),
  ];
}

/**
 * Another one with each seed: what a run creates may still be there in the next.
 * And for each operation: what one of them creates, another one finds.
 */
function madeUp({ values }: PlanningContext, { id }: Operation, { types }: Parameter, view: SchemaView): Exact {
  if (!types.includes('integer')) return values.textOf(view);
  const number = values.numberOf(id);
  return textAt(view, 'format') === 'int32' ? 2_100_000_000 + (number % 40_000_000) : 8_123_456_000_000_000 + number;
}

/** The same number to a reader that has fewer bits. */
function numbersLike(existing: Exact | undefined): bigint[] {
  if (typeof existing !== 'bigint' && !(typeof existing === 'number' && Number.isInteger(existing))) return [];
  return [BigInt(existing) + 2n ** 32n, BigInt(existing) + 2n ** 52n];
}

/**
 * The same text to a lenient reader. Those that the schema allows may be the same:
 * a UUID has no case (RFC 9562 section 4).
 */
function textsLike(existing: Exact | undefined): string[] {
  if (typeof existing !== 'string') return [];
  const all = [existing.toLowerCase(), existing.toUpperCase(), `${existing}x`, `${existing} `, existing.slice(0, -1)];
  return all.filter((text) => text !== existing && text !== '');
}
