import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { numberAt } from '../../openapi/schemas/schema-view.ts';
import type { Judgement, Violation } from '../judgement.ts';
import type { Body } from './bodies.ts';
import type { BodyPart } from './body-part.ts';

/** A value that a body has for a part of its schema. */
export interface ReachedValue {
  part: BodyPart;
  value: Exact;
  /** Of the alternatives of the part, the one that the value is meant for. */
  meant: BodyPart | undefined;
}

/** What a request has for the body of its operation. */
export interface ReadBody {
  /** Null: there is no body. */
  bytes: Buffer | null;
  /** As it was sent; '' without one. */
  contentType: string;
  /** The media type of the contract that it is of; undefined where it is of none. */
  documented: string | undefined;
  /** Undefined without a body, and where it is no JSON, form or text. */
  value: Exact | undefined;
  /** Why the bytes are no body of their media type. */
  problem: string | undefined;
  /** The described body that the value was compared with. */
  body: Body | undefined;
  /** The values of each part, by its path. */
  reached: ReadonlyMap<string, readonly ReachedValue[]>;
  /** Those of them that are objects. */
  objects: readonly ReachedValue[];
  /** By path and keyword: `.name.maxLength`. */
  violations: ReadonlyMap<string, Violation>;
  /** The paths of the parts that violate their schema. */
  wrong: ReadonlySet<string>;
}

/** What a body shows of one requirement of a part, where it reaches that part: the values of its schema by itself. */
export function judgementOf(
  { violations, reached, wrong }: ReadBody,
  path: string,
  keyword: string,
  isReached: (value: ReachedValue) => boolean,
): Judgement {
  const violation = violations.get(`${path}.${keyword}`);
  if (violation !== undefined) return violation;
  return !wrong.has(path) && reached.get(path)?.some(isReached) === true ? 'kept' : undefined;
}

/** What a body shows of one requirement of a property, by the objects that have it or lack it. */
export function propertyJudgement(
  { violations, objects }: ReadBody,
  path: string,
  keyword: string,
  isReached: (owner: ReachedValue, name: string) => boolean,
): Judgement {
  const violation = violations.get(`${path}.${keyword}`);
  if (violation !== undefined) return violation;
  const isKept = objects.some((owner) => isReached(owner, owner.part.nameAt(path) ?? ''));
  return isKept ? 'kept' : undefined;
}

/** True for an object without optional properties. Some may be needed to have as many as there must be. */
export function hasRequiredAlone({ part: { view }, value, meant }: ReachedValue): boolean {
  if (!isExactObject(value)) return false;
  const others = Object.keys(value).filter(
    (name) => !view.required.has(name) && meant?.view.required.has(name) !== true,
  );
  return others.length <= Math.max(0, (numberAt(view, 'minProperties') ?? 0) - view.required.size);
}
