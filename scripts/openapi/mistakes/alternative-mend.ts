import { partsOf } from '../document-walk.ts';
import { childOf, isObject, type Json, type JsonObject, listOf, objectOf, segmentsOf, stringOf } from '../json.ts';
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
    const groups = alikeIn(alternatives.map((part) => ({ part, meaning: meaningOf(targetOf(document, part)) })));
    if (groups.every((alike) => alike.length === 1)) continue;
    report(`${node.pointer}/oneOf`, 'Alternatives of this `oneOf` take the same values', 'they are read as one');
    schema['oneOf'] = groups.map((alike) => (alike.length === 1 ? (alike[0] ?? {}) : { anyOf: alike }));
  }
}

/** Those of which one takes what another one takes stand together. */
function alikeIn(alternatives: readonly { part: Json; meaning: Json }[]): Json[][] {
  const groups: { part: Json; meaning: Json }[][] = [];
  for (const own of alternatives) {
    const isAlike = ({ meaning }: { meaning: Json }) =>
      textOf(meaning) === textOf(own.meaning) || takesAll(meaning, own.meaning) || takesAll(own.meaning, meaning);
    const [first, ...others] = groups.filter((group) => group.some(isAlike));
    if (first === undefined) groups.push([own]);
    else {
      first.push(...others.flat(), own);
      for (const other of others) groups.splice(groups.indexOf(other), 1);
    }
  }
  return groups.map((group) => group.map(({ part }) => part));
}

/** True for an open object that needs nothing, and says nothing else of what another object has. */
function takesAll(one: Json, other: Json): boolean {
  if (!isObject(one) || !isObject(other) || !isOpenObject(one) || other['type'] !== 'object') return false;
  const [own, others] = [objectOf(one['properties']), objectOf(other['properties'])];
  return Object.entries(own).every(([name, schema]) => {
    const same = others[name];
    return same === undefined || textOf(same) === textOf(schema);
  });
}

function isOpenObject(schema: JsonObject): boolean {
  const isPlain = Object.keys(schema).every((key) => ['type', 'properties', 'additionalProperties'].includes(key));
  const others = schema['additionalProperties'] ?? true;
  return isPlain && schema['type'] === 'object' && others === true;
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
