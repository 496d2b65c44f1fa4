import { isObject, type Json, type JsonObject, listOf, objectOf } from '../../openapi/json.ts';

/** A document with one requirement changed. */
export interface DocumentChange {
  what: string;
  document: JsonObject;
}

/** Changes a part of a document, when it is one to which that can be done. */
type Change = (part: JsonObject) => boolean;

const bounds = ['maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems'];
const methods = ['get', 'put', 'post', 'delete', 'patch'];

const changes: readonly [what: string, change: Change][] = [
  [
    'a bound is another one',
    (part) =>
      bounds.some((name) => isChanged(part, name, (bound) => (typeof bound === 'number' ? bound + 1 : undefined))),
  ],
  [
    'an enum has one value more',
    (part) =>
      isChanged(part, 'enum', (values) =>
        Array.isArray(values) && values.every((value) => typeof value === 'string')
          ? [...values, 'another']
          : undefined,
      ),
  ],
  [
    'a property need not be there',
    (part) =>
      isChanged(part, 'required', (names) =>
        Array.isArray(names) && isObject(part['properties']) ? names.slice(1) : undefined,
      ),
  ],
  [
    'a property has another type',
    (part) =>
      Object.values(objectOf(part['properties'])).some(
        (property) => isObject(property) && isOnlyTyped(property) && isChanged(property, 'type', () => 'boolean'),
      ),
  ],
  ['a property has another name', (part) => isRenamed(part['properties'], (name) => `${name}Too`)],
  ['a response is gone', (part) => isChanged(part, 'responses', (responses) => withoutLast(responses))],
  [
    'a method is another one',
    (part) =>
      isRenamed(part, (name) =>
        methods.includes(name) ? methods.find((other) => part[other] === undefined) : undefined,
      ),
  ],
  [
    'a description is another one',
    (part) => isChanged(part, 'description', (text) => (typeof text === 'string' ? `${text} Mostly.` : undefined)),
  ],
  ['the version is another one', (part) => isObject(part['info']) && isChanged(part['info'], 'version', () => '0.0.0')],
];

/** A document changed in one requirement each, where it first has such a requirement. */
export function documentChanges(document: JsonObject): DocumentChange[] {
  return changes.flatMap(([what, change]) => {
    const copy = structuredClone(document);
    return partsOf(copy).some(change) ? [{ what, document: copy }] : [];
  });
}

function partsOf(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  return isObject(value) ? [value, ...Object.values(value).flatMap(partsOf)] : [];
}

function isChanged(part: JsonObject, name: string, change: (value: Json) => Json | undefined): boolean {
  const value = part[name];
  const changed = value === undefined ? undefined : change(value);
  if (changed === undefined) return false;
  part[name] = changed;
  return true;
}

/** Gives the first member for which there is one another name, in its place. */
function isRenamed(part: Json | undefined, rename: (name: string) => string | undefined): boolean {
  if (!isObject(part)) return false;
  const [found] = Object.keys(part).filter((name) => rename(name) !== undefined);
  if (found === undefined) return false;
  const members = Object.entries(part).map(
    ([name, value]) => [name === found ? (rename(name) ?? name) : name, value] as const,
  );
  for (const name of Object.keys(part)) delete part[name];
  Object.assign(part, Object.fromEntries(members));
  return true;
}

/** Nothing else of it says which values there are. */
function isOnlyTyped(schema: JsonObject): boolean {
  return (
    typeof schema['type'] === 'string' &&
    schema['type'] !== 'boolean' &&
    ['enum', 'const', 'default', 'format'].every((name) => schema[name] === undefined)
  );
}

function withoutLast(responses: Json): JsonObject | undefined {
  const all = Object.entries(objectOf(responses));
  return listOf(all.map(([status]) => status)).length < 2 ? undefined : Object.fromEntries(all.slice(0, -1));
}
