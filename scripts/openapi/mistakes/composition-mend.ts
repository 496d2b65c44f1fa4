import { isObject, type JsonObject, listOf, stringOf, valueAt } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import type { ReportAt } from './mistakes.ts';

const compositions = ['allOf', 'anyOf', 'oneOf'] as const;
const conditions = ['not', 'if', 'then', 'else'] as const;

/**
 * Ends the circles of schemas that are each other by `allOf`, `anyOf` and `oneOf`, as of a base that lists what is
 * derived from it: what is derived has all of the base but that list. A condition that is the schema itself is ignored.
 * Nothing would end the validation of a value.
 */
export function mendCompositions(document: JsonObject, report: ReportAt): void {
  const circles = new Circles(document);
  if (!circles.areThere) return;
  mendConditions(document, circles, report);
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema)) continue;
    for (const [index, part] of listOf(schema['allOf']).entries()) {
      if (!isObject(part) || !circles.leadsTo(part, schema)) continue;
      const at = `${node.pointer}/allOf/${index}`;
      report(at, 'This schema is in a circle of compositions', 'it is read without what leads back');
      listOf(schema['allOf'])[index] = circles.without(part, schema);
    }
  }
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema)) continue;
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const parts = listOf(schema[keyword]);
      const kept = parts.filter((part) => !isObject(part) || !circles.leadsTo(part, schema));
      if (kept.length === parts.length) continue;
      report(`${node.pointer}/${keyword}`, 'An alternative of this schema is the schema itself', 'it is ignored');
      if (kept.length > 0) schema[keyword] = kept;
      else delete schema[keyword];
    }
  }
}

/** What is in a circle after it is so by compositions alone. */
function mendConditions(document: JsonObject, circles: Circles, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema)) continue;
    for (const keyword of conditions) {
      const condition = schema[keyword];
      if (!isObject(condition) || !circles.leadsTo(condition, schema)) continue;
      report(`${node.pointer}/${keyword}`, 'A condition of this schema is the schema itself', 'it is ignored');
      delete schema[keyword];
    }
  }
}

class Circles {
  readonly #document: JsonObject;
  /** What each `$ref` leads to: one schema is referred to from thousands of places. */
  readonly #targets = new Map<string, JsonObject | undefined>();
  readonly areThere: boolean;

  constructor(document: JsonObject) {
    this.#document = document;
    this.areThere = this.#find();
  }

  /** True where a value of `part` must be one of `schema` as well. */
  leadsTo(part: JsonObject, schema: JsonObject, passed = new Set<JsonObject>()): boolean {
    if (part === schema) return true;
    if (passed.has(part)) return false;
    passed.add(part);
    return this.#below(part).some((one) => this.leadsTo(one, schema, passed));
  }

  /** A copy of what `part` says, without all that leads to `schema`. */
  without(part: JsonObject, schema: JsonObject, passed = new Set<JsonObject>()): JsonObject {
    passed.add(part);
    const target = this.#target(part);
    if (target !== undefined)
      return passed.has(target) || target === schema ? {} : this.without(target, schema, passed);
    const copy: JsonObject = { ...part };
    for (const keyword of compositions) {
      const parts = listOf(part[keyword]);
      if (!parts.some((one) => isObject(one) && this.leadsTo(one, schema))) continue;
      delete copy[keyword];
      delete copy['discriminator'];
      if (keyword !== 'allOf') continue;
      copy['allOf'] = parts.flatMap((one) => {
        if (!isObject(one) || !this.leadsTo(one, schema)) return [one];
        return passed.has(one) ? [] : [this.without(one, schema, passed)];
      });
    }
    return copy;
  }

  #target(part: JsonObject): JsonObject | undefined {
    const reference = stringOf(part['$ref']);
    if (reference === undefined) return undefined;
    if (!this.#targets.has(reference)) {
      const target = valueAt(this.#document, reference);
      this.#targets.set(reference, isObject(target) ? target : undefined);
    }
    return this.#targets.get(reference);
  }

  #below(part: JsonObject): JsonObject[] {
    const target = this.#target(part);
    return [
      ...(target === undefined ? [] : [target]),
      ...compositions.flatMap((keyword) => listOf(part[keyword]).filter(isObject)),
      ...conditions.flatMap((keyword) => part[keyword] ?? []).filter(isObject),
    ];
  }

  /** One walk over all schemas; most documents have no circle. */
  #find(): boolean {
    const ended = new Set<JsonObject>();
    const open = new Set<JsonObject>();
    const visit = (part: JsonObject): boolean => {
      if (open.has(part)) return true;
      if (ended.has(part)) return false;
      open.add(part);
      const isCircle = this.#below(part).some(visit);
      open.delete(part);
      ended.add(part);
      return isCircle;
    };
    for (const { kind, node } of partsOf(this.#document))
      if (kind === 'schema' && isObject(node.value) && visit(node.value)) return true;
    return false;
  }
}
