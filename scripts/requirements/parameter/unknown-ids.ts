import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, numberAt, type SchemaView, textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../openapi/sentences.ts';
import type { ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { resourceOfPath } from '../request/referenced-resource.ts';
import { wrappingTo } from '../schema/integer-widths.ts';

const mostTries = 20;
/** So many things a server may have had from the start. */
export const mostInUse = 100_000;

/** An identifier that nothing of this run has. */
export interface UnknownId {
  id: Exact;
  /** Whether the schema allows it. */
  isAllowed: boolean;
  /** A server may refuse it without looking it up. */
  mayBeRefused: boolean;
  /** What was there before this run may have it. */
  mayBeThere: boolean;
}

/**
 * Identifiers that the schema allows and nothing has, and those of items that are there, written otherwise.
 * `mayCreate`: the operation may make what it does not find, so what others look for it must not have.
 */
export async function unknownIds(
  run: ProbeRun,
  operation: Operation,
  parameter: Parameter,
  mayCreate: boolean,
): Promise<UnknownId[]> {
  const { context } = run;
  const view = viewSchema(context.description.contract, parameterSchema(parameter));
  const resource = resourceOfPath(context, operation, parameter.name);
  if (enumOf(view) !== undefined || (resource === undefined && !parameter.types.includes('integer'))) return [];
  const isAllowed = (id: Exact) => context.isValid('request', parameterSchema(parameter), id);
  let made = madeUp(context, operation, parameter, view);
  // Two texts for one pattern may be the same: what was created, or is meanwhile, must not have this one.
  const isNew = (id: Exact) =>
    resource === undefined || (context.source.newItems.take(resource, id) && !run.isTaken(id));
  for (let tries = 0; !isNew(made) && tries < mostTries; tries += 1) made = madeUp(context, operation, parameter, view);
  const existing = resource === undefined ? undefined : await context.source.items.existing(resource);
  const isRead = resource?.read === operation && resource.idProperty !== undefined;
  // All of them may be in use.
  const isFew = typeof made === 'number' && made < mostInUse;
  const mayBeRefused = saysWhichFail(context.description.contract, operation, parameter);
  return [
    ...(isAllowed(made) && (isRead || !isFew) ? [{ id: made, isAllowed: true, mayBeRefused, mayBeThere: isFew }] : []),
    ...numbersLike(existing)
      .filter(({ id, mayBeThere }) => !run.isTaken(id) && (isRead || !mayBeThere) && !(mayCreate && isAllowed(id)))
      .map((like) => ({
        ...like,
        isAllowed: isAllowed(like.id),
        mayBeRefused: mayBeRefused || like.mayBeRefused || !isAllowed(like.id),
      })),
    ...textsLike(existing)
      .filter((id) => !isAllowed(id))
      .map((id) => ({ id, isAllowed: false, mayBeRefused: true, mayBeThere: false })),
  ];
}

const bound =
  /(?:[<>≤≥]=?|\b(?:less|greater|more|larger|smaller|higher|lower) than|\b(?:above|below|over|under|beyond)) *\d/i;
const failing = /\b(?:errors?|exceptions?|fails?|failures?|invalid|refused|rejected|valid responses?)\b/i;

/** True where a description says which numbers fail, as "Anything above 1000 will generate errors". */
function saysWhichFail(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  return [operation.pointer, parameter.pointer]
    .flatMap((pointer) => sentencesOf(descriptionAt(contract, pointer)))
    .some((sentence) => bound.test(sentence) && failing.test(sentence));
}

/**
 * Another one with each seed: what a run creates may still be there in the next.
 * And for each operation: what one of them creates, another one finds.
 */
function madeUp({ values }: PlanningContext, { id }: Operation, { types }: Parameter, view: SchemaView): Exact {
  if (!types.includes('integer')) return values.textOf(view);
  const [number, most] = [values.numberOf(id), largestIn(view)];
  // Far up, where a server that counts has not come to.
  return most === undefined ? 8_123_456_000_000_000 + number : most - (number % Math.max(1, Math.ceil(most / 50)));
}

/** The largest number that a schema allows, where that is less than what a double holds. */
function largestIn(view: SchemaView): number | undefined {
  const most = Math.min(
    numberAt(view, 'maximum') ?? Number.POSITIVE_INFINITY,
    (numberAt(view, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - 1,
    textAt(view, 'format') === 'int32' ? 2 ** 31 - 1 : Number.POSITIVE_INFINITY,
  );
  return most < Number.MAX_SAFE_INTEGER ? Math.floor(most) : undefined;
}

/** The same number to a reader that keeps fewer bits, or no sign; as a text where it is one. */
function numbersLike(existing: Exact | undefined): Omit<UnknownId, 'isAllowed'>[] {
  const own = integerIn(existing);
  if (own === undefined) return [];
  const far = [...wrappingTo(own, 31), ...(own > 0n ? [-own] : [])];
  const near = [...wrappingTo(own), ...(isBeyondDoubles(own) ? [own + 1n, own - 1n] : [])];
  return [...new Set([...far, ...near])].map((id) => ({
    id: typeof existing === 'string' ? String(id) : id,
    // What a double does not hold, what is below zero, and what is no number by its schema.
    mayBeRefused: isBeyondDoubles(id) || id < 0n || typeof existing === 'string',
    mayBeThere: !far.includes(id),
  }));
}

function integerIn(existing: Exact | undefined): bigint | undefined {
  if (typeof existing === 'bigint') return existing;
  const isInteger = typeof existing === 'string' ? /^\d+$/.test(existing) : Number.isSafeInteger(existing);
  return isInteger ? BigInt(String(existing)) : undefined;
}

function isBeyondDoubles(id: bigint): boolean {
  return id > BigInt(Number.MAX_SAFE_INTEGER) || id < BigInt(Number.MIN_SAFE_INTEGER);
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
