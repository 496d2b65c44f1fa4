import { type Json, listOf, objectOf, segmentsOf } from '../../openapi/json.ts';
import { allowsType } from '../../openapi/schemas/schema-merge.ts';
import { type SchemaView, viewSchema, writtenNumberAt } from '../../openapi/schemas/schema-view.ts';
import { byReference } from './changed-reference.ts';
import { type Contracts, type Found, type Pair, unique, type Way } from './found.ts';
import { capital, nameOfPart } from './part-names.ts';
import { alternativeChanges, discriminatorChanges } from './schema-alternatives.ts';
import { assertionChanges, innerChanges } from './schema-assertions.ts';
import { anyAt, branchesOf, byType, isNullable } from './schema-branches.ts';
import { type KeywordChange, keywordChanges } from './schema-keywords.ts';
import { overlapChanges } from './schema-overlap.ts';
import { isAny, isNever, itemOf, itself, keywordsOf, placedItems } from './schema-parts.ts';
import { propertyChanges } from './schema-properties.ts';
import { formerSayerOf } from './schema-subject.ts';
import { listsOf, typeChange, valueChanges } from './schema-values.ts';
import { xmlChanges } from './schema-xml.ts';

type Views = Pair<SchemaView>;

/**
 * Compares schemas by the values that they allow. What clients send must still be allowed; what they read must have
 * been allowed before. Each pair of schemas is compared once for each way.
 */
export class SchemaComparison {
  readonly #contracts: Contracts;
  readonly #known = new Map<string, readonly Found[]>();
  /** The same of these differences for each pair of references that lead to them. */
  readonly #referred = new WeakMap<readonly Found[], Map<string, readonly Found[]>>();
  // Of the comparison that is under way: the pairs that it is in, and those that it has ended.
  readonly #open = new Set<string>();
  #inner: string[] = [];
  #isCyclic = false;

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
  }

  /** What changed between the schemas at two pointers; a part without a schema allows anything. */
  compare(before: string | undefined, now: string | undefined, holder: Pair<string>, way: Way): readonly Found[] {
    if (before === undefined && now === undefined) return [];
    const { before: released, now: current } = this.#contracts;
    const views = {
      before: before === undefined ? anyAt(holder.before) : viewSchema(released, itself(released, before)),
      now: now === undefined ? anyAt(holder.now) : viewSchema(current, itself(current, now)),
    };
    const found = this.#compareThemselves(views, way);
    return before === undefined || now === undefined ? found : this.#byReference({ before, now }, found);
  }

  #compareViews = (views: Views, way: Way): readonly Found[] => {
    const places = { before: views.before.pointer, now: views.now.pointer };
    return this.#byReference(places, this.#compareThemselves(views, way));
  };

  /** One difference stays one, however often it is asked for. */
  #byReference(places: Pair<string>, found: readonly Found[]): readonly Found[] {
    const all = this.#referred.get(found) ?? new Map<string, readonly Found[]>();
    this.#referred.set(found, all);
    const key = `${places.before}\n${places.now}`;
    const known = all.get(key) ?? byReference(this.#contracts, places, found);
    all.set(key, known);
    return known;
  }

  #compareThemselves(views: Views, way: Way): readonly Found[] {
    const key = [keyOf(views.before), keyOf(views.now), way.flow, way.message, way.isXml === true].join('\n');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#open.has(key)) {
      this.#isCyclic = true;
      return [];
    }
    this.#open.add(key);
    const found = unique([
      ...this.#nullChange(views, way),
      ...discriminatorChanges(this.#contracts, views, way),
      ...(way.isXml === true ? xmlChanges(this.#contracts, views) : []).map((one) => this.#found(one, views, way)),
      ...this.#compareValues(views, way),
    ]);
    this.#open.delete(key);
    this.#known.set(key, found);
    this.#inner.push(key);
    if (this.#open.size === 0) this.#forgetParts(key);
    return found;
  }

  /** What a schema that holds itself has changed is said of the outermost: those within lack a part of it. */
  #forgetParts(outermost: string): void {
    if (this.#isCyclic) for (const key of this.#inner) if (key !== outermost) this.#known.delete(key);
    this.#inner = [];
    this.#isCyclic = false;
  }

  #compareValues(views: Views, way: Way): Found[] {
    const never = neverChange(views);
    if (never !== undefined) return [this.#found(never, views, way)];
    const lists = listsOf(this.#contracts, views, way);
    if (lists.before !== undefined && lists.now !== undefined) return this.#listChanges(lists, views, way);
    const [olds, owns] = [branchesOf(this.#contracts.before, views.before), branchesOf(this.#contracts.now, views.now)];
    const [before = views.before, now = views.now] = [olds[0], owns[0]];
    if (olds.length === 1 && owns.length === 1) return this.#compareBranch({ before, now }, way);
    const branches = { before: olds.length === 1 ? byType(before) : olds, now: owns.length === 1 ? byType(now) : owns };
    const found = alternativeChanges(this.#contracts, views, branches, way, (pair) => this.#compareBranch(pair, way));
    // Values that none of the alternatives takes are no values of several.
    const isBound = views.before.alternatives.length === 0 && found.some(({ impact }) => impact === 'major');
    const overlaps = isBound ? [] : overlapChanges(this.#contracts, views, branches);
    return [...found, ...overlaps.map((one) => this.#found(one, views, way))];
  }

  #listChanges(lists: Pair<Json[] | undefined>, views: Views, way: Way): Found[] {
    return valueChanges(this.#contracts, lists, views, way).map((one) => this.#found(one, views, way));
  }

  /** Two schemas without alternatives. */
  #compareBranch(views: Views, way: Way): Found[] {
    const types = { before: typesOf(views.before, views.now), now: typesOf(views.now, views.before) };
    const { change, isOther } = typeChange(types);
    const found = change === undefined ? [] : [this.#found(change, views, way)];
    // What is said of a schema that allowed, or allows, any value at all is said by its type.
    const isAnyOnce = found.length > 0 && (isAny(views.before) || isAny(views.now));
    if (isOther || isAnyOnce) return found;
    const shared =
      types.before === undefined ? types.now : types.before.filter((type) => allowsType(types.now ?? [type], type));
    const has = (type: string) => shared === undefined || shared.includes(type);
    // All that a schema says of listed values is said by those that it allows.
    const lists = listsOf(this.#contracts, views, way);
    if (lists.before !== undefined || lists.now !== undefined)
      return [...found, ...this.#listChanges(lists, views, way)];
    return [
      ...found,
      ...keywordChanges(views, shared ?? []).map((one) => this.#found(one, views, way)),
      ...(has('object') ? propertyChanges(this.#contracts, views, way, this.#compareViews) : []),
      ...(has('array') ? this.#itemChanges(views, way) : []),
      ...innerChanges(this.#contracts, views, way, this.#compareViews),
      ...assertionChanges(this.#contracts, views).map((one) => this.#found(one, views, way)),
    ];
  }

  #itemChanges({ before, now }: Views, way: Way): readonly Found[] {
    const count = Math.max(placedItems(before), placedItems(now));
    // An item that one of them has no place for is a matter of its length.
    const length = Math.min(...[before, now].map((view) => writtenNumberAt(view, 'maxItems') ?? count + 1), count + 1);
    return Array.from({ length: Math.max(0, Math.floor(length)) }, (_, index) => index).flatMap((index) => {
      const old = itemOf(this.#contracts.before, before, index);
      const own = itemOf(this.#contracts.now, now, index);
      if (old === undefined && own === undefined) return [];
      return this.#compareViews({ before: old ?? anyAt(before.pointer), now: own ?? anyAt(now.pointer) }, way);
    });
  }

  #nullChange(views: Views, way: Way): Found[] {
    const [was, is] = [isNullable(views.before), isNullable(views.now)];
    const isOfAnyType = ({ types, alternatives, keywords }: SchemaView) =>
      types.length === 0 && alternatives.length === 0 && !keywords.has('enum') && !keywords.has('const');
    if (saysNull(views.before) && saysNull(views.now)) return [];
    if (was === is || isOfAnyType(views.before) || isOfAnyType(views.now)) return [];
    // Null as an alternative stands beside what is referred to, and not in it.
    const isBeside = [views.before, views.now].some((view) => nullAlternative(view) !== undefined);
    const placeOf = (view: SchemaView) => nullAlternative(view) ?? view.pointer;
    const subject = (name: string) => (isBeside ? nameOfPart(this.#contracts.now, views.now.pointer) : name);
    const change: KeywordChange = {
      keyword: 'type',
      ...(isBeside && { places: { before: placeOf(views.before), now: placeOf(views.now) } }),
      message: (name) => `${capital(subject(name))} may ${is ? 'be null' : 'no longer be null'}.`,
      ...(is ? { come: '`null`' } : { gone: '`null`' }),
      keep: is ? this.#adviceOnNull(views.now.pointer) : 'take `null` as before',
    };
    return [this.#found(change, views, way)];
  }

  /** A property that must be there cannot be left out either. */
  #adviceOnNull(pointer: string): string {
    const [, owner, name = ''] = /^(.*)\/properties(\/[^/]+)$/.exec(pointer) ?? [];
    const isRequired =
      owner !== undefined && viewSchema(this.#contracts.now, owner).required.has(segmentsOf(name).join());
    return isRequired ? 'send a value as before, and say in a new property that there is none' : 'leave it out instead';
  }

  /** A change of the values that are allowed, rated by the way that they go. */
  #found(
    { keyword, releasedKeyword = keyword, places, message, gone, come, keep }: KeywordChange,
    views: Views,
    way: Way,
  ): Found {
    const { flow } = way;
    const breaking = flow === 'sent' ? gone : come;
    const old = places?.before ?? pointerOf(views.before, releasedKeyword);
    const own = places?.now ?? pointerOf(views.now, keyword);
    const place = itself(this.#contracts.now, views.now.pointer);
    const isLost = old !== undefined && own === undefined && places === undefined;
    const schema = isLost ? formerSayerOf(this.#contracts, old, place) : place;
    return {
      impact: breaking === undefined ? 'minor' : 'major',
      flow,
      message: message(nameOfPart(this.#contracts.now, ownerOf(own, schema))),
      ...(breaking !== undefined && {
        breaks: flow === 'sent' ? `clients that send ${breaking}` : `clients that do not expect to read ${breaking}`,
        remedy: keep,
      }),
      ...(old === undefined ? { origin: views.before.pointer } : { before: old }),
      ...(own === undefined ? { holder: schema } : { now: own }),
    };
  }
}

/** What a keyword is said of: a component that has it itself, whoever refers to that and adds a remark. */
function ownerOf(keyword: string | undefined, schema: string): string {
  const [, component] = /^(\/components\/schemas\/[^/]+)\/[^/]+(?:\/\d+)?$/.exec(keyword ?? '') ?? [];
  return component ?? schema;
}

/** Where a schema has a keyword, though its view does not. */
function pointerOf(view: SchemaView, keyword: string): string | undefined {
  const names = [keyword, ...(keyword === 'type' ? ['nullable'] : [])];
  return view.keywords.get(keyword)?.pointer ?? names.flatMap((name) => keywordsOf(view, name)).at(-1)?.pointer;
}

/** Also by `nullable` without a type: it allows no null, but authors and generators of types take it for that. */
function saysNull(view: SchemaView): boolean {
  const isListed = view.keywords.has('enum') || view.keywords.has('const');
  return isNullable(view) || (!isListed && keywordsOf(view, 'nullable').some(({ value }) => value === true));
}

/** Where a schema allows null by an alternative that is written there, and in nothing that it refers to. */
function nullAlternative(view: SchemaView): string | undefined {
  const isNull = (one: Json) => {
    const { type, const: value, enum: values } = objectOf(one);
    return type === 'null' || value === null || (values !== undefined && listOf(values).every((own) => own === null));
  };
  const all = ['oneOf', 'anyOf'].flatMap((keyword) => keywordsOf(view, keyword));
  const isOwn = (pointer: string) => pointer.startsWith(`${view.pointer}/`);
  return all.find(({ value, pointer }) => isOwn(pointer) && listOf(value).some(isNull))?.pointer;
}

/** The same for views of the same schemas, whoever refers to them. */
function keyOf({ pointer, parts }: SchemaView): string {
  return parts.length === 0 ? pointer : parts.map((part) => part.pointer).join(' ');
}

/** Whether any value matches at all. */
function neverChange({ before, now }: Views): KeywordChange | undefined {
  const isNone = isNever(now);
  if (isNone === isNever(before)) return undefined;
  const isRefused = keywordsOf(isNone ? now : before, 'not').length > 0;
  return {
    keyword: isRefused ? 'not' : 'type',
    ...(!isRefused && { places: { before: undefined, now: isNone ? now.pointer : undefined } }),
    message: (name) => `${capital(name)} ${isNone ? 'may no longer have any value' : 'may have a value'}.`,
    ...(isNone ? { gone: 'any value' } : { come: 'any value' }),
    keep: 'leave its schema as it was',
  };
}

/**
 * The JSON types besides null; undefined where any is allowed. The multiples of an integer are integers: that counts
 * where the other schema has integers, and is said of `multipleOf` where both have numbers.
 */
function typesOf(view: SchemaView, other: SchemaView): readonly string[] | undefined {
  const isMultiple = keywordsOf(view, 'multipleOf').some(({ value }) => Number.isInteger(value));
  const isWhole = isMultiple && !other.types.includes('number');
  const types = isWhole ? view.types.map((type) => (type === 'number' ? 'integer' : type)) : view.types;
  const isAll = ['null', 'boolean', 'number', 'string', 'array', 'object'].every((type) => types.includes(type));
  return types.length === 0 || isAll ? undefined : types.filter((type) => type !== 'null');
}
