import { isObject, type Json, type JsonObject, objectOf, pointerTo, segmentsOf, stringOf, valueAt } from '../json.ts';
import { type Below, below, isExtension, type PartKind } from '../source/document-structure.ts';
import { partsOf } from '../source/document-walk.ts';
import type { ReportAt } from './mistakes.ts';
import { objectFields } from './object-fields.ts';

const inComponents = /^#\/components\/schemas\/[^/]*$/;

/**
 * Mends references of schemas to what OpenAPI has no schema at. What stands in an extension or an unknown field is
 * meant as one: it becomes a component, as everything else looks for schemas where OpenAPI has them.
 */
export function mendOutsideSchemas(document: JsonObject, report: ReportAt): void {
  const names = new Map<string, string>();
  const waiting = [document];
  for (const part of waiting)
    for (const { kind, node } of partsOf(part)) {
      const { value, pointer } = node;
      const target = kind === 'schema' && isObject(value) ? stringOf(value['$ref']) : undefined;
      if (target === undefined || !isObject(value) || inComponents.test(target)) continue;
      const place = placeOf(target);
      if (place === 'schema') continue;
      const found = place === 'outside' ? valueAt(document, target) : undefined;
      if (!isObject(found) && typeof found !== 'boolean') {
        report(pointer, `$ref '${target}' leads to no schema`, 'it is ignored');
        delete value['$ref'];
        continue;
      }
      report(pointer, `$ref '${target}' leads to where OpenAPI has no schema`, 'what is there is read as one');
      let name = names.get(target);
      if (name === undefined) {
        const schema = structuredClone(found);
        name = addedName(document, target, schema);
        // It may lead to more of them.
        waiting.push({ components: { schemas: { [name]: schema } } });
      }
      names.set(target, name);
      value['$ref'] = `#${pointerTo('components', 'schemas', name)}`;
    }
}

/** What OpenAPI has at a pointer: a schema, something else, or nothing that it describes. */
function placeOf(target: string): 'schema' | 'other' | 'outside' {
  let own: Below = 'document';
  for (const segment of segmentsOf(target)) {
    const inner: Below | undefined = typeof own === 'string' ? below(own, segment) : own.each;
    if (inner === undefined) return typeof own === 'string' && isLeftOpen(own, segment) ? 'outside' : 'other';
    own = inner;
  }
  return own === 'schema' ? 'schema' : 'other';
}

/** Whether OpenAPI says nothing of a field. `definitions` is where JSON Schema had schemas. */
function isLeftOpen(kind: PartKind, field: string): boolean {
  if (isExtension(field) || field === 'definitions') return true;
  return !Object.hasOwn(objectFields[kind]?.fields ?? {}, field);
}

/** Adds a schema to the components, under the name that the reference ends with, or one like it. */
function addedName(document: JsonObject, target: string, schema: Json): string {
  const components = objectOf(document['components']);
  const schemas = objectOf(components['schemas']);
  document['components'] = components;
  components['schemas'] = schemas;
  const last = segmentsOf(target).at(-1);
  const base = last === undefined || last === '' || last === '__proto__' ? 'Schema' : last;
  let name = base;
  for (let count = 2; Object.hasOwn(schemas, name); count += 1) name = `${base}${count}`;
  schemas[name] = schema;
  return name;
}
