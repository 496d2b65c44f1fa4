import { referenceOf } from '../../openapi/contract.ts';
import { isObject, type JsonObject, objectOf, pointerTo } from '../../openapi/json.ts';
import { partsOf } from '../../openapi/source/document-walk.ts';

/** Makes components of the schemas in `$defs`, which openapi-typescript takes for a property that every value has. */
export function moveDefinitions(document: JsonObject): void {
  const parts = [...partsOf(document)].flatMap(({ node: { pointer, value } }) =>
    isObject(value) ? [{ pointer, value }] : [],
  );
  const components = objectOf(document['components']);
  const schemas = { ...objectOf(components['schemas']) };
  const places = new Map<string, string>();
  for (const { pointer, value } of parts)
    for (const [key, definition] of Object.entries(objectOf(value['$defs']))) {
      const name = freeName(key, schemas);
      schemas[name] = definition;
      places.set(`#${pointer}${pointerTo('$defs', key)}`, `#${pointerTo('components', 'schemas', name)}`);
    }
  // One may be within another.
  const moved = [...places].toSorted(([a], [b]) => b.length - a.length);
  for (const { value } of parts) {
    const reference = `${referenceOf(value) ?? ''}/`;
    const [from, to] = moved.find(([place]) => reference.startsWith(`${place}/`)) ?? [];
    if (from !== undefined && to !== undefined) value['$ref'] = to + reference.slice(from.length, -1);
    delete value['$defs'];
  }
  document['components'] = { ...components, schemas };
}

function freeName(name: string, taken: JsonObject): string {
  return Object.hasOwn(taken, name) ? freeName(`${name}_`, taken) : name;
}
