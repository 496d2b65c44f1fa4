import { isObject, type Json, type JsonObject, listOf } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import { targetOf } from './alternative-mend.ts';
import type { ReportAt } from './mistakes.ts';

/**
 * Allows the values of all where the `enum`s of an `allOf` have none in common: who puts further values beside those of
 * another schema means both, and as it is written no value is valid.
 */
export function mendEnums(document: JsonObject, report: ReportAt): void {
  for (const { kind, node } of partsOf(document)) {
    const { value: schema } = node;
    if (kind !== 'schema' || !isObject(schema)) continue;
    const parts = listOf(schema['allOf']);
    if (parts.length === 0) continue;
    const targets = parts.map((part) => targetOf(document, part));
    const lists = [schema, ...targets].flatMap(enumIn);
    const [first = [], ...others] = lists.map((values) => new Set(values.map((value) => JSON.stringify(value))));
    if (others.length === 0 || [...first].some((text) => others.every((one) => one.has(text)))) continue;
    report(`${node.pointer}/allOf`, 'No value is valid here, as these `enum`s have none in common', 'all are allowed');
    for (const [index, target] of targets.entries())
      if (isObject(target) && enumIn(target).length > 0) parts[index] = withoutEnum(target);
    schema['enum'] = [...new Map(lists.flat().map((value) => [JSON.stringify(value), value])).values()];
  }
}

function enumIn(schema: Json): Json[][] {
  return isObject(schema) && Array.isArray(schema['enum']) ? [schema['enum']] : [];
}

function withoutEnum({ enum: _, ...others }: JsonObject): JsonObject {
  return others;
}
