import { childOf, isObject, type Json, type JsonObject, listOf, objectOf, segmentsOf, stringOf } from '../json.ts';
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
    const groups = alikeIn(alternatives.map((part) => alternativeOf(document, part)));
    if (groups.every((alike) => alike.length === 1)) continue;
    report(`${node.pointer}/oneOf`, 'Alternatives of this `oneOf` take the same values', 'they are read as one');
    schema['oneOf'] = groups.map((alike) => (alike.length === 1 ? (alike[0] ?? {}) : { anyOf: alike }));
  }
}

interface Alternative {
  part: Json;
  /** What it means, to be compared. */
  text: string;
  /** The same of each property of an object; undefined for any other schema. */
  properties: ReadonlyMap<string, string> | undefined;
  /** True for an object that needs nothing, and may have more than is described. */
  isOpen: boolean;
}

function alternativeOf(document: JsonObject, part: Json): Alternative {
  const meaning = meaningOf(targetOf(document, part));
  const { type, properties, additionalProperties = true, ...others } = objectOf(meaning);
  const isObjects = type === 'object';
  const texts = Object.entries(objectOf(properties)).map(([name, schema]): [string, string] => [name, textOf(schema)]);
  return {
    part,
    text: textOf(meaning),
    properties: isObjects ? new Map(texts) : undefined,
    isOpen: isObjects && additionalProperties === true && Object.keys(others).length === 0,
  };
}

/** Those of which one takes what another one takes stand together. */
function alikeIn(alternatives: readonly Alternative[]): Json[][] {
  let groups = [...Map.groupBy(alternatives, ({ text }) => text).values()];
  for (const open of alternatives.filter(({ isOpen }) => isOpen)) {
    const [first = [], ...others] = groups.filter((group) => group.some((one) => takesAll(open, one)));
    first.push(...others.flat());
    groups = groups.filter((group) => !others.includes(group));
  }
  return groups.map((group) => group.map(({ part }) => part));
}

/** True for an open object that says nothing else of what another object has. */
function takesAll({ properties: own = new Map() }: Alternative, { properties: others }: Alternative): boolean {
  return others !== undefined && [...own].every(([name, text]) => (others.get(name) ?? text) === text);
}

/** The schema that a reference leads to; a reference in a circle stays one. */
export function targetOf(document: JsonObject, part: Json): Json {
  const passed = new Set<Json>();
  let target = part;
  while (isObject(target) && !passed.has(target)) {
    passed.add(target);
    const reference = stringOf(target['$ref']);
    const next = reference?.startsWith('#')
      ? segmentsOf(reference).reduce<Json | undefined>(childOf, document)
      : undefined;
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
