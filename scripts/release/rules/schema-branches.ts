import type { Contract } from '../../openapi/contract.ts';
import { addKeyword, allowsType } from '../../openapi/schemas/schema-merge.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';

/** What any value matches: a part that has no schema. */
export function anyAt(pointer: string): SchemaView {
  return {
    pointer,
    name: undefined,
    types: [],
    isNullable: false,
    keywords: new Map(),
    properties: new Map(),
    shared: new Map(),
    required: new Map(),
    items: undefined,
    sharedItems: [],
    places: [],
    alternatives: [],
    parts: [],
  };
}

/**
 * The schemas of which a value of this one matches one or some, each with what stands beside `oneOf` or `anyOf`; itself
 * where it has no alternatives.
 */
export function branchesOf(contract: Contract, view: SchemaView, passed: readonly string[] = []): SchemaView[] {
  // A schema may be an alternative of itself.
  const others = view.alternatives.filter((pointer) => !passed.includes(pointer));
  if (others.length === 0) return [view];
  return others.flatMap((pointer) =>
    branchesOf(contract, combined(view, viewSchema(contract, pointer)), [...passed, ...others]),
  );
}

/** A schema of several JSON types, one for each. */
export function byType(view: SchemaView): SchemaView[] {
  const types = view.types.filter((type) => type !== 'null');
  return types.length < 2 ? [view] : types.map((type) => ({ ...view, name: undefined, types: [type] }));
}

function combined(base: SchemaView, own: SchemaView): SchemaView {
  const keywords = new Map(base.keywords);
  for (const [key, keyword] of own.keywords) addKeyword(keywords, key, keyword);
  return {
    pointer: own.pointer,
    name: own.name,
    types: own.types.length === 0 ? base.types : base.types.length === 0 ? own.types : commonTypes(base, own),
    isNullable: base.isNullable || own.isNullable,
    keywords,
    properties: new Map([...base.properties, ...own.properties]),
    shared: new Map([...base.shared, ...own.shared]),
    required: new Map([...base.required, ...own.required]),
    items: own.items ?? base.items,
    sharedItems: own.items === undefined ? base.sharedItems : own.sharedItems,
    places: own.places.length === 0 ? base.places : own.places,
    alternatives: own.alternatives,
    parts: [...new Set([...base.parts, ...own.parts])],
  };
}

function commonTypes(base: SchemaView, own: SchemaView): readonly string[] {
  const common = own.types.filter((type) => allowsType(base.types, type));
  return common.length > 0 ? common : own.types;
}

/** True when null is allowed besides what the schema says of other values. */
export function isNullable({ types, isNullable: isSo }: SchemaView): boolean {
  return isSo || types.includes('null');
}
