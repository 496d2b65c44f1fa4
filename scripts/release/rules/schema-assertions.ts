import { isSame } from '../../http/exact-json.ts';
import { type Contract, type Part, referenceOf } from '../../openapi/contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo } from '../../openapi/json.ts';
import { regularExpression } from '../../openapi/patterns/regular-expression.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Contracts, Found, Pair, Way } from './found.ts';
import { encoded, type KeywordChange, valueList } from './schema-keywords.ts';
import { isAnnotation, isContentOf, isListAlone, keywordsOf } from './schema-parts.ts';

type Views = Pair<SchemaView>;
type Compare = (views: Views, way: Way) => readonly Found[];

// Keywords that the view of a schema does not have.
const assertions = [
  ...['not', 'then', 'else', 'patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['contains', 'unevaluatedItems', '$dynamicRef', 'contentEncoding', 'contentMediaType'],
];

/** One thing that a keyword asks for. */
interface Assertion {
  /** The same of what another schema asks for in this place. */
  key: string;
  pointer: string;
  /** True of a schema, which is compared with the one of the same key. */
  isSchema: boolean;
  /** What does not keep it, where that is known. */
  refused?: string;
}

/** What changed in the schemas that both have in one place. */
export function innerChanges(contracts: Contracts, views: Views, way: Way, compare: Compare): Found[] {
  return assertions.flatMap((keyword) => {
    const all = assertionPairs(views, keyword);
    return [...all.before].flatMap(([key, old]) => {
      const [before, now] = [schemaOf(contracts.before, old), schemaOf(contracts.now, all.now.get(key) ?? [])];
      return before === undefined || now === undefined ? [] : compare({ before, now }, way);
    });
  });
}

function schemaOf(contract: Contract, all: readonly Assertion[]): SchemaView | undefined {
  const [first, ...others] = all.flatMap(({ isSchema, pointer }) => (isSchema ? [pointer] : []));
  return first === undefined ? undefined : viewSchema(contract, first, others);
}

/** What one of them asks for alone: a new assertion allows fewer values, one that is gone allows more. */
export function assertionChanges(contracts: Contracts, views: Views): KeywordChange[] {
  const refused = refusedChanges(contracts, views);
  return [
    ...(refused ?? []),
    ...assertions.flatMap((keyword) => (keyword === 'not' && refused ? [] : change(views, keyword))),
  ];
}

function change(views: Views, keyword: string): KeywordChange[] {
  const { before: olds, now: owns } = assertionPairs(views, keyword);
  const without = (these: typeof olds, those: typeof olds) =>
    [...these].flatMap(([key, all]) => (those.has(key) ? [] : all));
  const [news, losses] = [without(owns, olds), without(olds, owns)];
  const [first] = [...news, ...losses];
  if (first === undefined) return [];
  const { gone, come } = refusedOnce(views, keyword, news, losses);
  const name = first.pointer.endsWith('/if') ? 'if' : keyword;
  const how = olds.size === 0 ? 'is new' : owns.size === 0 ? 'is gone' : 'changed';
  return [
    {
      keyword,
      places: { before: losses[0]?.pointer, now: news[0]?.pointer },
      message: (schema) => `\`${name}\` of ${schema} ${how}.`,
      ...(gone.length > 0 && { gone: valuesOf(gone, `\`${name}\``) }),
      ...(come.length > 0 && { come: valuesOf(come, `the released \`${name}\``) }),
      // A text that was written in base64 means another one where it is not.
      ...(keyword === 'contentEncoding' && { gone: encoded, come: encoded }),
      keep: olds.size === 0 ? `set no \`${name}\`` : `leave \`${name}\` as it was`,
    },
  ];
}

/** What is refused since, and what was refused until now. */
function refusedOnce({ before, now }: Views, keyword: string, news: Assertion[], losses: Assertion[]) {
  if (keyword !== 'patternProperties') return { gone: news, come: losses };
  return {
    gone: [...narrowing(news, before), ...(othersOf(now) === 'open' ? [] : losses)],
    come: [...narrowing(losses, now), ...(othersOf(before) === 'bound' ? news : [])],
  };
}

/** The patterns that take values away: a closed object has other properties by its patterns alone. */
function narrowing(all: readonly Assertion[], without: SchemaView): readonly Assertion[] {
  if (othersOf(without) !== 'closed') return all;
  const names = [...without.properties.keys()];
  return all.filter(({ key }) => names.some((name) => regularExpression(key)?.test(name) !== false));
}

function valuesOf(all: readonly Assertion[], keyword: string): string {
  const refused = all.flatMap((one) => one.refused ?? []);
  return refused.length === all.length ? [...new Set(refused)].join(', or ') : `a value that does not keep ${keyword}`;
}

/** What an object may have besides its properties. */
function othersOf(view: SchemaView): 'open' | 'closed' | 'bound' {
  const all = ['additionalProperties', 'unevaluatedProperties'].flatMap((one) => keywordsOf(view, one));
  if (all.some(({ value }) => value === false)) return 'closed';
  return all.every(({ value }) => Object.keys(objectOf(value)).length === 0) ? 'open' : 'bound';
}

/** Two lists of values that are refused. */
function refusedChanges(contracts: Contracts, views: Views): KeywordChange[] | undefined {
  const [before, now] = [refusedValues(contracts.before, views.before), refusedValues(contracts.now, views.now)];
  if (before === undefined || now === undefined) return undefined;
  const without = (these: readonly Json[], those: readonly Json[]) =>
    these.filter((one) => !those.some((other) => isSame(one, other)));
  const [gone, come] = [without(now, before), without(before, now)];
  if (gone.length === 0 && come.length === 0) return [];
  return [
    {
      keyword: 'not',
      message: (name) => `\`not\` of ${name} changed.`,
      ...(gone.length > 0 && { gone: valueList(gone) }),
      ...(come.length > 0 && { come: valueList(come) }),
      keep: 'leave `not` as it was',
    },
  ];
}

function refusedValues(contract: Contract, view: SchemaView): Json[] | undefined {
  const [only, ...others] = keywordsOf(view, 'not');
  if (only === undefined || others.length > 0) return undefined;
  const refused = viewSchema(contract, only.pointer);
  return isListAlone(refused) ? enumOf(refused) : undefined;
}

function assertionPairs({ before, now }: Views, keyword: string): Pair<Map<string, Assertion[]>> {
  return { before: assertionsOf(before, keyword, now), now: assertionsOf(now, keyword, before) };
}

/** What all parts of a schema ask for by a keyword; without what the other one says by a format. */
function assertionsOf(view: SchemaView, keyword: string, other: SchemaView): Map<string, Assertion[]> {
  const all = view.parts.flatMap((part) => assertionsIn(part, keyword, { before: view, now: other }));
  return Map.groupBy(all, ({ key }) => key);
}

function assertionsIn({ pointer, value }: Part, keyword: string, { before: view, now: other }: Views): Assertion[] {
  const schema = objectOf(value);
  const own = schema[keyword];
  const at = `${pointer}/${keyword}`;
  if (own === undefined || isContentOf(other, keyword, { value: own, pointer: at })) return [];
  if (keyword === 'patternProperties' || keyword === 'dependentSchemas')
    return Object.keys(objectOf(own)).map((key) => ({ key, pointer: at + pointerTo(key), isSchema: true }));
  if (keyword === 'dependentRequired') return neededProperties(objectOf(own), at, view);
  if (keyword === 'then' || keyword === 'else') return conditional(schema['if'], pointer, keyword, other);
  // The more items are of a kind, the sooner there are too many of them.
  const isBound = [view, other].some((one) => keywordsOf(one, 'maxContains').length > 0);
  const isSchema = keyword === 'propertyNames' || (keyword === 'contains' && !isBound);
  return [{ key: isSchema ? '' : textOf(own), pointer: at, isSchema }];
}

/** Those that are not required anyway. */
function neededProperties(map: JsonObject, at: string, { required }: SchemaView): Assertion[] {
  return Object.entries(map).flatMap(([name, needed]) =>
    listOf(needed).flatMap((one) => {
      const refused = `\`${name}\` without \`${String(one)}\``;
      return required.has(String(one))
        ? []
        : [{ key: refused, pointer: at + pointerTo(name), isSchema: false, refused }];
    }),
  );
}

/** What holds on a condition, which is where it is if the other schema has none like it. */
function conditional(condition: Json | undefined, pointer: string, keyword: string, other: SchemaView): Assertion[] {
  if (condition === undefined) return [];
  const key = textOf(condition);
  const isKnown = keywordsOf(other, 'if').some(({ value }) => textOf(value) === key);
  return [{ key, pointer: `${pointer}/${isKnown ? keyword : 'if'}`, isSchema: true }];
}

/** Without remarks, in one order. */
function textOf(value: Json): string {
  return JSON.stringify(plain(value));
}

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => referenceOf(value) !== undefined || !isAnnotation(key));
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, plain(one)]));
}
