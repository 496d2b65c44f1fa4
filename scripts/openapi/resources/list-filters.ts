import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt, resolvePart } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { textOf } from '../parameters/scalar-text.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, type SchemaView, typesOf, viewSchema } from '../schemas/schema-view.ts';
import { joinedWords } from './joined-words.ts';
import { wordsOf } from './name-words.ts';
import { isPluralOf } from './plural.ts';

/** A parameter that gives only the items whose property of that name has the value. */
export interface ListFilter {
  parameter: Parameter;
  property: string;
  /** The schema of the property. */
  pointer: string;
  /** True for free text: items that have it in another case, as a part, or elsewhere may be listed as well. */
  isText: boolean;
  /** True for an address: no other text is one, so that the list is asked for those that items have. */
  isAddress: boolean;
}

/** The filter that a parameter is for items with these properties; undefined where it is none. */
export function filterOf(contract: Contract, item: SchemaView, parameter: Parameter): ListFilter | undefined {
  const name = filteredProperty(contract, item, parameter);
  const at = name === undefined ? undefined : item.properties.get(name);
  if (name === undefined || at === undefined) return undefined;
  const property = viewSchema(contract, at);
  const values = listedValues(contract, parameterSchema(parameter));
  if (values?.every((value) => isNoValueOf(contract, at, value)) === true) return undefined;
  // What tells a thing from others is compared.
  const isTold =
    /\.(?!id$)/.test(name) && (parameter.types.includes('array') || isTextFilter(contract, parameter, property));
  const isText = !isTold && isTextFilter(contract, parameter, property);
  return isText || isTold || isExactFilter(contract, parameter, property)
    ? { parameter, property: name, pointer: at, isText, isAddress: isAddress(property) }
    : undefined;
}

/**
 * The property that a parameter has the name of, by itself, as `filter[author]` or as `author[]`, in whatever case: its
 * own, or for one value of a list, or one after the other, the name of the list, as `author` for `authors`.
 */
export function filteredProperty(contract: Contract, item: SchemaView, parameter: Parameter): string | undefined {
  const { properties } = item;
  const { name, types } = parameter;
  const alone = name.replace(/\[\]$/, '');
  const bare = /^filter\[(.+)\]$/.exec(alone)?.[1] ?? alone;
  const within = saidWithin(contract, [...properties.keys()], bare, parameter);
  if (within !== undefined) return within;
  const named = takesTexts(contract, parameter) ? nameWithin(contract, properties, bare) : undefined;
  if (named !== undefined) return named;
  if (properties.has(bare)) return bare;
  const alike = [...properties.keys()].find((one) => joinedWords(one.replace('.', '')) === joinedWords(bare));
  if (alike !== undefined) return alike;
  const inFull = saidInFull(contract, [...properties.keys()], bare, parameter);
  if (inFull !== undefined) return inFull;
  const ofThing = propertyOfThing(contract, item, bare, parameter);
  if (ofThing !== undefined) return ofThing;
  // Of several identifiers, an item has one: `ids` are of what has the `id`.
  const single =
    types.includes('array') && /ids$/i.test(bare) && namesIdentifier(bare) ? joinedWords(bare).slice(0, -1) : undefined;
  const identifier = [...properties.keys()].find((one) => joinedWords(one.replace('.', '')) === single);
  if (identifier !== undefined) return identifier;
  const one = types.includes('array') ? singleOf(bare, [...properties.keys()]) : undefined;
  if (one !== undefined) return one;
  if (/^(in|of)$/.test(bare)) return placeProperty(contract, properties, parameter);
  const isOne = !shapeNames.test(bare) && !types.includes('object');
  const [list] =
    [...properties].find(
      ([name, pointer]) =>
        isOne &&
        (isPluralOf(name, bare) || [`${bare}List`, `${bare}_list`].includes(name)) &&
        viewSchema(contract, pointer).items !== undefined,
    ) ?? [];
  return list;
}

/** The name of the things of a list that an item has, as the `name` of its `tags`. */
function nameWithin(contract: Contract, properties: ReadonlyMap<string, string>, list: string): string | undefined {
  const pointer = properties.get(list);
  const isOfTexts = pointer === undefined || viewSchema(contract, pointer).items === undefined;
  return isOfTexts ? undefined : [...properties.keys()].find((name) => name.startsWith(`${list}.`));
}

function takesTexts(contract: Contract, parameter: Parameter): boolean {
  const { items } = viewSchema(contract, parameterSchema(parameter));
  return items !== undefined && isFreeText(viewSchema(contract, items));
}

/** What is called after the thing as well: `drinkType` is the `type` of a Drink, by its name or by its schema. */
function propertyOfThing(
  contract: Contract,
  { properties, name: thing }: SchemaView,
  bare: string,
  parameter: Parameter,
): string | undefined {
  const schemaOf = (at: string) => viewSchema(contract, at).name;
  const isOfSchema = schemaOf(parameterSchema(parameter)) !== undefined && joinedWords(bare);
  const found = [...properties].filter(
    ([name, at]) =>
      !namesIdentifier(name) &&
      ((thing !== undefined && joinedWords(thing + name) === joinedWords(bare)) ||
        (schemaOf(at) === schemaOf(parameterSchema(parameter)) && joinedWords(schemaOf(at) ?? '') === isOfSchema)),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** What tells a thing from others that an item shows as a whole, where the description says so: "Author (username)". */
function saidWithin(
  contract: Contract,
  names: readonly string[],
  bare: string,
  { pointer, types }: Parameter,
): string | undefined {
  const said = wordsOf(descriptionAt(contract, pointer)).join(' ');
  const [one, ...others] = names.filter((name) => {
    const [holder, property = ''] = name.split('.');
    return holder === bare && property !== '' && ` ${said} `.includes(` ${wordsOf(property).join(' ')} `);
  });
  return types.includes('string') && others.length === 0 ? one : undefined;
}

/** What the description has the whole name of: `entityType`, "by space entity type", is of the `spaceEntityType`. */
function saidInFull(
  contract: Contract,
  names: readonly string[],
  bare: string,
  { pointer }: Parameter,
): string | undefined {
  const said = wordsOf(descriptionAt(contract, pointer)).join(' ');
  const own = wordsOf(bare).join(' ');
  const [one, ...others] = names.filter((name) => {
    const words = wordsOf(name).join(' ');
    return own !== '' && !name.includes('.') && words.endsWith(` ${own}`) && ` ${said} `.includes(` ${words} `);
  });
  return others.length === 0 ? one : undefined;
}

/** Of several values, an item has one: `statuses` are of what has the `status`. */
function singleOf(name: string, properties: readonly string[]): string | undefined {
  return properties.find((one) => isPluralOf(joinedWords(name), joinedWords(one)));
}

/** What `in` alone asks for: the only identifier of another thing that has the schema of the parameter. */
function placeProperty(
  contract: Contract,
  properties: ReadonlyMap<string, string>,
  parameter: Parameter,
): string | undefined {
  const schema = resolvePart(contract, parameterSchema(parameter)).pointer;
  const alike = [...properties].filter(([, at]) => resolvePart(contract, at).pointer === schema);
  const [[name = ''] = [], ...others] = alike;
  const isOfOther = namesIdentifier(name) && wordsOf(name).length > 1;
  return isOfOther && others.length === 0 ? name : undefined;
}

/** Values that are one of few, identifiers, or days: to filter by them is to compare. */
function isExactFilter(contract: Contract, parameter: Parameter, property: SchemaView): boolean {
  const view = viewSchema(contract, parameterSchema(parameter));
  const of = view.items === undefined ? view : viewSchema(contract, view.items);
  const own = property.items === undefined ? identifierOf(contract, property) : viewSchema(contract, property.items);
  // Of a list of texts, one is asked for: to have it is to have exactly it.
  const isOfMany = property.items !== undefined && view.items !== undefined;
  const isScalar = ['boolean', 'integer'].some((type) => of.types.includes(type) && own.types.includes(type));
  const [format, ownFormat] = [of, own].map((one) => one.keywords.get('format')?.value);
  const isNamed = namesIdentifier(parameter.name) && [of, own].every(({ types }) => types.includes('string'));
  const isIdentifier = isNamed || (format === 'uuid' && format === ownFormat);
  // By the day on which something begins or ends, what is there from or until then may be meant.
  const isDay =
    format === 'date' && format === ownFormat && !wordsOf(parameter.name).some((word) => endWords.has(word));
  const [pattern, ownPattern] = [of, own].map((one) => one.keywords.get('pattern')?.value);
  // A code: what matches the whole pattern is no part of another one.
  const isCode = typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && pattern === ownPattern;
  return of.keywords.has('enum') || isScalar || isIdentifier || isDay || isOfMany || isCode;
}

/** Of a thing that is shown by its identifier, or as a whole where it is expanded, the identifier. */
function identifierOf(contract: Contract, property: SchemaView): SchemaView {
  const views = property.alternatives.map((pointer) => viewSchema(contract, pointer));
  const isWhole = (view: SchemaView) => typesOf(contract, view).every((type) => type === 'object');
  const [identifier, ...others] = views.filter((view) => !isWhole(view));
  return identifier !== undefined && others.length === 0 && views.length > 1 ? identifier : property;
}

/** The values that a schema lists, or that of its items. */
export function listedValues(contract: Contract, pointer: string): readonly Exact[] | undefined {
  const view = viewSchema(contract, pointer);
  return enumOf(view.items === undefined ? view : viewSchema(contract, view.items));
}

/**
 * True for a value of a filter that no item has, by the schema of the property: `all` of those of a status. It does not
 * ask for what has it.
 */
export function isNoValueOf(contract: Contract, pointer: string, value: Exact): boolean {
  if (isFlag(contract, pointer)) return typeof soughtValue(contract, pointer, value) !== 'boolean';
  const values = listedValues(contract, pointer);
  const lowered = (one: Exact) => textOf(one).toLowerCase();
  return values !== undefined && !values.some((one) => lowered(one) === lowered(value));
}

/** What a property has that a filter asks for: of a flag, `0`, `false` or `no` as a text stand for false. */
export function soughtValue(contract: Contract, pointer: string, value: Exact): Exact {
  if (!isFlag(contract, pointer) || typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  if (/^(1|true|yes)$/.test(text)) return true;
  return /^(0|false|no)$/.test(text) ? false : value;
}

function isFlag(contract: Contract, pointer: string): boolean {
  const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
  return types.join() === 'boolean';
}

const endWords = new Set(
  'start starts begin begins end ends from to since until by in out first last min max due expires valid'.split(' '),
);

// Parameters of these names say how items are shown.
const shapeNames =
  /^(locale|lang(uage)?|currency|time[-_]?zone|tz|units?|format|fields|include|expand|view|sort|order)$/i;

/** Free text, which may be searched for in other ways than by comparing. */
function isTextFilter(contract: Contract, parameter: Parameter, property: SchemaView): boolean {
  const view = viewSchema(contract, parameterSchema(parameter));
  const own =
    property.items === undefined || parameter.types.includes('array') ? property : viewSchema(contract, property.items);
  const isLike = isFreeText(view)
    ? isFreeText(own) || isAddress(own) || isPatterned(own)
    : isAddress(view) && isAddress(own);
  return !shapeNames.test(parameter.name) && !namesIdentifier(parameter.name) && isLike;
}

/** True for `customerId`, and `ids`: of an identifier, nobody knows a part. */
export function namesIdentifier(name: string): boolean {
  return /^ids?$/.test(wordsOf(name).at(-1) ?? '');
}

function isAddress({ types, items, keywords }: SchemaView): boolean {
  const isOther = items !== undefined || ['enum', 'const', 'pattern'].some((name) => keywords.has(name));
  return types.includes('string') && !isOther && /^(email|hostname|uri)$/.test(String(keywords.get('format')?.value));
}

/** True for a text whose form a pattern alone says. */
function isPatterned({ types, items, keywords }: SchemaView): boolean {
  const isOther = items !== undefined || ['enum', 'const', 'format'].some((name) => keywords.has(name));
  return types.includes('string') && !isOther && keywords.has('pattern');
}

/** True for a text that is not one of few, and has no form. */
export function isFreeText({ types, items, keywords }: SchemaView): boolean {
  return (
    types.includes('string') &&
    items === undefined &&
    !['enum', 'const', 'format', 'pattern'].some((name) => keywords.has(name))
  );
}
