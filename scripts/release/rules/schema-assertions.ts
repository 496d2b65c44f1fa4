import { referenceOf } from '../../openapi/contract.ts';
import { isObject, type Json } from '../../openapi/json.ts';
import type { SchemaView } from '../../openapi/schema-view.ts';
import type { Pair } from './found.ts';
import type { KeywordChange } from './schema-keywords.ts';
import { isAnnotation, keywordsOf } from './schema-parts.ts';

// Keywords that the view of a schema does not have: how they bound its values is not looked into.
const assertions = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['contains', 'minContains', 'maxContains', 'prefixItems', 'unevaluatedItems', '$dynamicRef'],
  ...['contentEncoding', 'contentMediaType'],
];

/** What changed in other keywords: a new one allows fewer values, one that is gone allows more, another one others. */
export function assertionChanges({ before, now }: Pair<SchemaView>): KeywordChange[] {
  return assertions.flatMap((keyword): KeywordChange[] => {
    const [olds, owns] = [assertionsOf(before, keyword), assertionsOf(now, keyword)];
    const gone = [...owns.keys()].filter((text) => !olds.has(text));
    const come = [...olds.keys()].filter((text) => !owns.has(text));
    if (gone.length === 0 && come.length === 0) return [];
    const how = olds.size === 0 ? 'is new' : owns.size === 0 ? 'is gone' : 'changed';
    return [
      {
        keyword,
        places: { before: olds.get(come[0] ?? ''), now: owns.get(gone[0] ?? '') },
        message: (name) => `\`${keyword}\` of ${name} ${how}.`,
        ...(gone.length > 0 && { gone: `a value that does not keep \`${keyword}\`` }),
        ...(come.length > 0 && { come: `a value that does not keep the released \`${keyword}\`` }),
        keep: olds.size === 0 ? `set no \`${keyword}\`` : `leave \`${keyword}\` as it was`,
      },
    ];
  });
}

/** What all parts of a schema have for a keyword, each as a text, and where. */
function assertionsOf(view: SchemaView, keyword: string): Map<string, string> {
  return new Map(keywordsOf(view, keyword).map(({ value, pointer }) => [JSON.stringify(plain(value)), pointer]));
}

/** Without remarks, in one order. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => referenceOf(value) !== undefined || !isAnnotation(key));
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}
