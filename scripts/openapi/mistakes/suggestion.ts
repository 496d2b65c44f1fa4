import { isObject, type JsonObject, objectOf, pointerTo, segmentsOf, stringOf } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import { objectFields } from './object-fields.ts';

/** The rules of the linter that find names. */
const suggested = new Set([
  'contract/deprecation-has-replacement',
  'contract/link-operation-defined',
  'no-unresolved-refs',
  'operation-tag-defined',
  'path-parameters-defined',
  'no-required-schema-properties-undefined',
  'security-defined',
  'struct',
]);

/** What stands at a pointer of a document, as far as its own file has it. */
function valueAt(document: unknown, segments: readonly string[]): unknown {
  let value = document;
  for (const segment of segments) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/**
 * The name that was probably meant where a rule of the linter found one that there is not: at `pointer` of a document.
 * Undefined where none is near.
 */
export function suggestionFor(ruleId: string, documentOf: () => unknown, pointer: string): string | undefined {
  if (!suggested.has(ruleId)) return undefined;
  const document = documentOf();
  const segments = segmentsOf(pointer);
  if (ruleId === 'struct') return fieldMeant(document, segments);
  if (ruleId === 'security-defined')
    return nearestOf(segments.at(-1) ?? '', Object.keys(membersAt(document, ['components', 'securitySchemes'])));
  const given = valueAt(document, segments);
  if (ruleId === 'no-unresolved-refs') {
    const target = isObject(given) ? given['$ref'] : given;
    if (typeof target !== 'string' || !target.startsWith('#/')) return undefined;
    const way = segmentsOf(target.slice(1));
    return (
      targetMeant(document, way) ?? targetMeant(document, ['components', ...way]) ?? componentOf(document, way.at(-1))
    );
  }
  if (typeof given !== 'string') return undefined;
  if (segments.at(-1) === 'operationId') return operationMeant(document, given);
  if (ruleId.startsWith('contract/')) return undefined;
  if (ruleId === 'operation-tag-defined') {
    const tags = valueAt(document, ['tags']);
    return nearestOf(given, Array.isArray(tags) ? tags.map((tag) => String(objectOf(tag)['name'])) : []);
  }
  if (ruleId === 'path-parameters-defined') {
    const [, path = ''] = segments;
    return nearestOf(
      given,
      [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    );
  }
  return nearestOf(given, Object.keys(membersAt(document, [...segments.slice(0, -2), 'properties'])));
}

/** The part that a reference was probably meant to lead to: for each step that leads nowhere, the nearest that does. */
function targetMeant(document: unknown, way: readonly string[]): string | undefined {
  const meant: string[] = [];
  for (const step of way) {
    const names = Object.keys(membersAt(document, meant));
    const next = names.includes(step) ? step : nearestOf(step, names);
    if (next === undefined) return undefined;
    meant.push(next);
  }
  return `#${pointerTo(...meant)}`;
}

/** The operation with the nearest id, where none has this one. */
function operationMeant(document: unknown, given: string): string | undefined {
  const ids = Object.values(membersAt(document, ['paths']))
    .flatMap((item) => Object.values(objectOf(item)))
    .flatMap((one) => stringOf(objectOf(one)['operationId']) ?? []);
  return ids.includes(given) ? undefined : nearestOf(given, ids);
}

/** The only component of a name, of whatever kind. */
function componentOf(document: unknown, name = ''): string | undefined {
  const kinds = Object.keys(membersAt(document, ['components']));
  const [found, ...others] = kinds.filter((kind) => Object.hasOwn(membersAt(document, ['components', kind]), name));
  return found === undefined || others.length > 0 ? undefined : `#${pointerTo('components', found, name)}`;
}

/** The field of an object whose name comes nearest to one that it does not have. */
function fieldMeant(document: unknown, segments: readonly string[]): string | undefined {
  const [given = ''] = segments.slice(-1);
  if (segments.at(-2) === 'responses' && segments[0] !== 'components') return statusMeant(given);
  const pointer = pointerTo(...segments.slice(0, -1));
  const part = [...partsOf(isObject(document) ? document : {})].find(({ node }) => node.pointer === pointer);
  const { fields = {} } = (part && objectFields[part.kind]) ?? {};
  return Object.hasOwn(fields, given) ? undefined : nearestOf(given, Object.keys(fields));
}

/** A letter is often written for the digit that looks like it. */
function statusMeant(given: string): string | undefined {
  // An import would load all that the module has, `fetch` as well: 40 ms of each command, where few need a code.
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const names = [...Object.keys(STATUS_CODES), '1XX', '2XX', '3XX', '4XX', '5XX', 'default'];
  const digits = given.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1');
  return names.includes(digits) ? digits : nearestOf(given, names);
}

/** The value that was probably meant, of those that a message of the linter names as the only ones. */
export function valueMeant(message: string, documentOf: () => unknown, pointer: string): string | undefined {
  const [, allowed] = / can be one of the following only: (.*)$/.exec(message) ?? [];
  if (allowed === undefined) return undefined;
  const given = valueAt(documentOf(), segmentsOf(pointer));
  const names: readonly string[] = allowed.match(/(?<=")[^",]+(?=")/g) ?? [];
  // YAML reads a null without quotes as the value.
  if (given === null && names.includes('null')) return "'null', in quotes";
  return typeof given === 'string' ? nearestOf(given, names) : undefined;
}

/** True where a rule of the linter does not expect a `$ref` that has no value, as one that YAML reads as a comment. */
export function isEmptyReference(ruleId: string, documentOf: () => unknown, pointer: string): boolean {
  const segments = segmentsOf(pointer);
  return ruleId === 'struct' && segments.at(-1) === '$ref' && valueAt(documentOf(), segments) === null;
}

/** The first other operation with the id of that at `pointer`, where a rule of the linter wants one alone. */
export function namesakeOf(ruleId: string, documentOf: () => unknown, pointer: string): string | undefined {
  if (ruleId !== 'operation-operationId-unique') return undefined;
  const document = documentOf();
  // The linter names a part of the operation that there is not.
  const operation = segmentsOf(pointer).slice(0, 3);
  const id = valueAt(document, [...operation, 'operationId']);
  return Object.entries(membersAt(document, ['paths']))
    .flatMap(([path, item]) => Object.entries(objectOf(item)).map(([method, one]) => ({ path, method, one })))
    .filter(({ one }) => isObject(one) && one['operationId'] === id)
    .map(({ path, method }) => pointerTo('paths', path, method))
    .find((other) => other !== pointerTo(...operation));
}

function membersAt(document: unknown, segments: readonly string[]): JsonObject {
  const value = valueAt(document, segments);
  return isObject(value) ? value : {};
}

// Letters are compared with letters, name by name: of no name that people write more are needed.
const [longest, most] = [100, 1000];

/**
 * The name that differs in the fewest letters, if these are no more than a third of it; else the only one that begins
 * with it.
 */
export function nearestOf(given: string, names: readonly string[]): string | undefined {
  if (given.length > longest) return undefined;
  const ranked = names
    .slice(0, most)
    .filter((name) => name !== given && name.length <= longest)
    .map((name) => ({ name, changes: changesBetween(given.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.changes - b.changes);
  const [nearest] = ranked;
  if (nearest !== undefined && nearest.changes <= Math.ceil(given.length / 3)) return nearest.name;
  const [begun, ...others] = given.length < 3 ? [] : ranked.filter(({ name }) => name.startsWith(given));
  return others.length === 0 ? begun?.name : undefined;
}

/** How many letters are to be added, removed or replaced (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, own] of [...other].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === own ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
