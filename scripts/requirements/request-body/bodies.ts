import { isFormInParts, isOfType, isReadable } from '../../http/media-types.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { bodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { firstOf } from '../../openapi/values/first-of.ts';
import { preferred } from '../request/request-parts.ts';
import { BodyPart } from './body-part.ts';

// Of what stands deeper, the requirements above it report the violations.
const deepest = 4;

// Each part is tried in bodies that have all others. What is beyond, the comparison with the whole schema covers.
const most = { parts: 400, values: 150_000 };

/** What an operation takes in one of its media types. */
export interface Body {
  mediaType: string;
  /** Pointer of its schema. */
  schema: string;
  whole: BodyPart;
  /** Every part that requirements are about, from the whole down. What only the server sets is none. */
  parts: readonly BodyPart[];
}

const known = new WeakMap<Operation, readonly Body[]>();

/** The described bodies of an operation, JSON first. */
export function bodiesOf(contract: Contract, operation: Operation): readonly Body[] {
  const bodies = known.get(operation) ?? newBodies(contract, operation);
  known.set(operation, bodies);
  return bodies;
}

/** The body that requests have where no other media type is tried. Undefined where that has no schema. */
export function usualBodyOf(contract: Contract, operation: Operation): Body | undefined {
  const [usual] = preferred(operation.requestBody?.mediaTypes ?? []);
  return bodiesOf(contract, operation).find(({ mediaType }) => mediaType === usual);
}

function newBodies(contract: Contract, operation: Operation): readonly Body[] {
  return preferred(operation.requestBody?.mediaTypes ?? []).flatMap((mediaType): Body[] => {
    const schema = bodySchema(contract, operation, mediaType);
    if (schema === undefined) return [];
    const whole = new BodyPart(contract, schema, { path: '', steps: [], depth: 0, place: (_, value) => value });
    return [{ mediaType, schema, whole, parts: firstOf(partsFrom(whole), mostPartsOf(whole)) }];
  });
}

/** How many parts of a body are tried one by one: fewer of a body that is so wide that each such body is large. */
export function mostPartsOf({ view }: BodyPart): number {
  return Math.min(most.parts, Math.ceil(most.values / Math.max(1, view.properties.size)));
}

function* partsFrom(part: BodyPart): Generator<BodyPart> {
  yield part;
  if (part.depth > deepest) return;
  for (const alternative of part.alternatives) yield* partsFrom(alternative);
  if (part.isObject)
    for (const property of part.properties.values()) if (!property.isReadOnly) yield* partsFrom(property);
  if (part.items !== undefined) yield* partsFrom(part.items);
}

/** The parts whose properties are described one by one. */
export function objectsIn({ parts }: Pick<Body, 'parts'>): BodyPart[] {
  return parts.filter(({ isObject, depth }) => isObject && depth <= deepest);
}

/** The parts that have alternatives of which a property names one. */
export function discriminatedIn({ parts }: Pick<Body, 'parts'>): { part: BodyPart; name: string }[] {
  return parts.flatMap((part) =>
    part.discriminator === undefined || part.depth > deepest ? [] : [{ part, name: part.discriminator }],
  );
}

/** True for a body that is a text by itself. */
export function isPlainText({ mediaType, whole }: Body): boolean {
  const { types } = whole.view;
  return isOfType(mediaType, 'text/plain') && types.length === 1 && types[0] === 'string';
}

/** True where a request's body can be compared with its schema. */
export function isComparable(body: Body): boolean {
  return isReadable(body.mediaType) || isFormInParts(body.mediaType) || isPlainText(body);
}
