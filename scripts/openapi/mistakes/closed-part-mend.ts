import { isObject, type Json, type JsonObject, listOf } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import { targetOf } from './alternative-mend.ts';
import type { ReportAt } from './mistakes.ts';

/**
 * Opens what is closed by `additionalProperties: false` and lacks a property that is required beside it: of a part of
 * `allOf`, and of the schema that has it, the keyword sees its own `properties` alone, so that no value is valid.
 */
export function mendClosedParts(document: JsonObject, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema)) continue;
    const parts = listOf(schema['allOf']);
    if (parts.length === 0) continue;
    const all = [schema, ...parts.map((part) => targetOf(document, part))];
    const lacking = (one: Json) => all.flatMap(requiredIn).find((name) => !allows(one, name));
    for (const [index, part] of parts.entries()) {
      const target = targetOf(document, part);
      const name = lacking(target);
      if (name === undefined || !isObject(target)) continue;
      report(`${node.pointer}/allOf/${index}`, refusing(name), outcome);
      parts[index] = withoutClosing(target);
    }
    const name = lacking(schema);
    if (name === undefined) continue;
    report(`${node.pointer}/additionalProperties`, refusing(name), outcome);
    delete schema['additionalProperties'];
  }
}

const refusing = (name: string) =>
  `No value is valid here, as \`${name}\` is required and \`additionalProperties\` refuses it`;
const outcome = 'the latter is ignored';

function requiredIn(schema: Json): string[] {
  return isObject(schema) ? listOf(schema['required']).filter((name) => typeof name === 'string') : [];
}

function allows(schema: Json, name: string): boolean {
  if (!isObject(schema) || schema['additionalProperties'] !== false || isObject(schema['patternProperties']))
    return true;
  return isObject(schema['properties']) && Object.hasOwn(schema['properties'], name);
}

function withoutClosing({ additionalProperties: _, ...others }: JsonObject): JsonObject {
  return others;
}
