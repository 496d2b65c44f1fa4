import { childOf, isObject, type Json, type JsonObject, listOf, objectOf, stringOf, valueAt } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import type { ReportAt } from './mistakes.ts';

/** What a schema says for readers alone. */
const annotations = ['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml'];

/** The keywords whose value has a schema for each name. */
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Reads alternatives of `oneOf` that take the same values as one: what matches one of them matches the others. */
export function mendAlternatives(document: JsonObject, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema) || isObject(schema['discriminator'])) continue;
    const alternatives = listOf(schema['oneOf']);
    if (alternatives.length < 2) continue;
    const groups = alikeIn(
      document,
      alternatives.map((part) => alternativeOf(document, part)),
    );
    if (groups.every((alike) => alike.length === 1)) continue;
    report(`${node.pointer}/oneOf`, 'Alternatives of this `oneOf` take the same values', 'they are read as one');
    schema['oneOf'] = groups.map((alike) => (alike.length === 1 ? (alike[0] ?? {}) : { anyOf: alike }));
  }
}

interface Alternative {
  part: Json;
  /** What it means, to be compared. */
  text: string;
  /** What a value must match, each by itself. */
  conjuncts: readonly Conjunct[];
}

/** A schema without `$ref` and `allOf`. */
interface Conjunct {
  text: string;
  schema: JsonObject;
}

function alternativeOf(document: JsonObject, part: Json): Alternative {
  return { part, text: textOf(meaningOf(targetOf(document, part))), conjuncts: conjunctsOf(document, part) };
}

function conjunctsOf(document: JsonObject, part: Json, depth = 0): Conjunct[] {
  const { allOf, ...schema } = objectOf(meaningOf(targetOf(document, part)));
  const parts = depth < levels ? listOf(allOf).flatMap((one) => conjunctsOf(document, one, depth + 1)) : [];
  const saysMore = Object.keys(schema).length > 0 || parts.length === 0;
  return saysMore ? [{ text: textOf(schema), schema }, ...parts] : parts;
}

/** Those of which one takes what another one takes stand together. */
function alikeIn(document: JsonObject, alternatives: readonly Alternative[]): Json[][] {
  let groups = [...Map.groupBy(alternatives, ({ text }) => text).values()];
  for (const { conjuncts } of alternatives.filter((one) => one.conjuncts.every(isOpen))) {
    const takes = (one: Alternative) => takesAll(document, conjuncts, one.conjuncts, 0);
    const [first = [], ...others] = groups.filter((group) => group.some(takes));
    first.push(...others.flat());
    groups = groups.filter((group) => !others.includes(group));
  }
  return groups.map((group) => group.map(({ part }) => part));
}

/** True for an object that needs nothing, and may have more than is described. */
function isOpen({ schema }: Conjunct): boolean {
  const { type, properties: _, additionalProperties = true, ...others } = schema;
  return type === 'object' && additionalProperties === true && Object.keys(others).length === 0;
}

/** How deep in each other schemas are compared; below, they are taken for different. */
const levels = 6;

/** True for a schema that says nothing else of what another one describes. */
function takesAll(document: JsonObject, own: readonly Conjunct[], others: readonly Conjunct[], depth: number): boolean {
  const takesPart = (one: Json, other: Json): boolean =>
    textOf(one) === textOf(other) ||
    (depth < levels && takesAll(document, conjunctsOf(document, one), conjunctsOf(document, other), depth + 1));
  return own.every((one) => {
    if (others.some(({ text }) => text === one.text)) return true;
    if (isOpen(one)) {
      const properties = Object.entries(objectOf(one.schema['properties']));
      return (
        others.some(({ schema }) => schema['type'] === 'object') &&
        properties.every(([name, property]) =>
          others.every(({ schema }) => takesPart(property, childOf(schema['properties'], name) ?? property)),
        )
      );
    }
    const { type, items, ...rest } = one.schema;
    if (type !== 'array' || items === undefined || Object.keys(rest).length > 0) return false;
    return others.some(({ schema }) => schema['items'] !== undefined && takesPart(items, schema['items']));
  });
}

/** The schema that a reference leads to; a reference in a circle stays one. */
export function targetOf(document: JsonObject, part: Json): Json {
  const passed = new Set<Json>();
  let target = part;
  while (isObject(target) && !passed.has(target)) {
    passed.add(target);
    const reference = stringOf(target['$ref']);
    const next = reference?.startsWith('#') ? valueAt(document, reference) : undefined;
    if (next === undefined) return target;
    target = next;
  }
  return target;
}

/** A schema without what is no part of its meaning; what it refers to stays a reference. */
function meaningOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(meaningOf);
  if (!isObject(schema)) return schema;
  const said = Object.entries(schema).filter(([name]) => !annotations.includes(name) && !name.startsWith('x-'));
  return Object.fromEntries(
    said.map(([name, value]) => {
      if (name === 'enum' || name === 'const') return [name, value];
      return [name, maps.includes(name) ? eachOf(value) : meaningOf(value)];
    }),
  );
}

function eachOf(map: Json): Json {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, meaningOf(schema)]));
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`).join()}}`;
}
