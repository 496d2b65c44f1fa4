import { referenceOf } from '../../openapi/contract.ts';
import { isObject, type Json } from '../../openapi/json.ts';
import type { SchemaView } from '../../openapi/schema-view.ts';
import type { Pair } from './found.ts';
import { encoded, type KeywordChange } from './schema-keywords.ts';
import { isAnnotation, isContentOf, keywordsOf } from './schema-parts.ts';

// Keywords that the view of a schema does not have: how they bound its values is not looked into.
const assertions = [
  ...['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['contains', 'prefixItems', 'unevaluatedItems', '$dynamicRef'],
  ...['contentEncoding', 'contentMediaType'],
];

/** What changed in other keywords: a new one allows fewer values, one that is gone allows more, another one others. */
export function assertionChanges({ before, now }: Pair<SchemaView>): KeywordChange[] {
  return assertions.flatMap((keyword): KeywordChange[] => {
    const [olds, owns] = [assertionsOf(before, keyword, now), assertionsOf(now, keyword, before)];
    const gone = [...owns.keys()].filter((text) => !olds.has(text));
    const come = [...olds.keys()].filter((text) => !owns.has(text));
    if (gone.length === 0 && come.length === 0) return [];
    // A text that was written in base64 means another one where it is not.
    const isOther = keyword === 'contentEncoding';
    const how = olds.size === 0 ? 'is new' : owns.size === 0 ? 'is gone' : 'changed';
    return [
      {
        keyword,
        places: { before: olds.get(come[0] ?? ''), now: owns.get(gone[0] ?? '') },
        message: (name) => `\`${keyword}\` of ${name} ${how}.`,
        ...(isOther && { gone: encoded, come: encoded }),
        ...(gone.length > 0 && { gone: `a value that does not keep \`${keyword}\`` }),
        ...(come.length > 0 && { come: `a value that does not keep the released \`${keyword}\`` }),
        keep: olds.size === 0 ? `set no \`${keyword}\`` : `leave \`${keyword}\` as it was`,
      },
    ];
  });
}

/** What all parts of a schema have for a keyword that the other one has not as a format, each as a text, and where. */
function assertionsOf(view: SchemaView, keyword: string, other: SchemaView): Map<string, string> {
  const own = keywordsOf(view, keyword).filter((one) => !isContentOf(other, keyword, one));
  return new Map(own.map(({ value, pointer }) => [JSON.stringify(plain(value)), pointer]));
}

/** Without remarks, in one order. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => referenceOf(value) !== undefined || !isAnnotation(key));
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}
