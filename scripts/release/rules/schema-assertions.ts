import { type Contract, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, listOf, objectOf } from '../../openapi/json.ts';
import type { SchemaView } from '../../openapi/schema-view.ts';
import type { Contracts, Pair } from './found.ts';
import type { KeywordChange } from './schema-keywords.ts';

// Keywords that the view of a schema does not have: how they bound its values is not looked into.
const assertions = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['contains', 'minContains', 'maxContains', 'prefixItems', 'unevaluatedItems', '$dynamicRef'],
  ...['contentEncoding', 'contentMediaType'],
];

// What says nothing of a value.
const annotations = [
  'title',
  'description',
  'example',
  'examples',
  '$comment',
  'deprecated',
  'externalDocs',
  'default',
];

/** What changed in other keywords: a new one allows fewer values, one that is gone allows more, another one others. */
export function assertionChanges(contracts: Contracts, { before, now }: Pair<SchemaView>): KeywordChange[] {
  const [olds, owns] = [assertionsOf(contracts.before, before), assertionsOf(contracts.now, now)];
  return assertions.flatMap((keyword): KeywordChange[] => {
    const [old, own] = [olds.get(keyword), owns.get(keyword)];
    if (old === own) return [];
    const how = old === undefined ? 'is new' : own === undefined ? 'is gone' : 'changed';
    return [
      {
        keyword,
        message: (name) => `\`${keyword}\` of ${name} ${how}.`,
        ...(own === undefined ? {} : { gone: `a value that does not keep \`${keyword}\`` }),
        ...(old === undefined ? {} : { come: `a value that does not keep the released \`${keyword}\`` }),
        keep: old === undefined ? `set no \`${keyword}\`` : `leave \`${keyword}\` as it was`,
      },
    ];
  });
}

/** The keywords of a schema and of all that it refers to and `allOf` adds, each as one text. */
function assertionsOf(contract: Contract, { pointer }: SchemaView): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of partsOf(contract, pointer, new Set()))
    for (const keyword of assertions) {
      const value = part[keyword];
      if (value !== undefined) found.set(keyword, `${found.get(keyword) ?? ''}${JSON.stringify(plain(value))}`);
    }
  return found;
}

function* partsOf(contract: Contract, pointer: string, passed: Set<string>): Generator<Readonly<Record<string, Json>>> {
  const { pointer: place, value } = resolvePart(contract, pointer);
  if (passed.has(place)) return;
  passed.add(place);
  const schema = objectOf(value);
  yield schema;
  for (const index of listOf(schema['allOf']).keys()) yield* partsOf(contract, `${place}/allOf/${index}`, passed);
}

/** Without remarks, in one order. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => referenceOf(value) !== undefined || !annotations.includes(key));
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}
