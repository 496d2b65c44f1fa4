import { isObject, type Json, type JsonObject } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import { targetOf } from './alternative-mend.ts';
import type { ReportAt } from './mistakes.ts';

/**
 * Ignores what stands beside a `$ref` that leads to another type than the one beside it, as in OpenAPI 3.0: generators
 * and people leave there what the schema was before, and as it is written no value is valid.
 */
export function mendTypedReferences(document: JsonObject, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema) || typeof schema['$ref'] !== 'string') continue;
    const [own, others] = [typesIn(schema), typesIn(targetOf(document, { $ref: schema['$ref'] }))];
    if (own.length === 0 || others.length === 0 || own.some((type) => others.includes(type))) continue;
    report(`${node.pointer}/type`, 'No value is valid here, as the `$ref` leads to another type', 'the `$ref` counts');
    for (const name of Object.keys(schema)) if (!isAnnotation(name)) delete schema[name];
  }
}

/** A whole number is a number. */
function typesIn(schema: Json): Json[] {
  const types = isObject(schema) ? [schema['type'] ?? []].flat() : [];
  return types.includes('number') ? [...types, 'integer'] : types;
}

function isAnnotation(name: string): boolean {
  return /^(?:\$ref|title|description|default|readOnly|writeOnly|deprecated|examples?|x-.*)$/.test(name);
}
