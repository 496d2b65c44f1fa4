import { type Contract, partAt, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { type Json, objectOf } from '../../openapi/json.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { type Contracts, type Found, type Pair, unique, type Way } from './found.ts';
import { capital, nameOf } from './part-names.ts';
import { alternativeChanges, discriminatorChanges } from './schema-alternatives.ts';
import { assertionChanges } from './schema-assertions.ts';
import { allows, anyAt, branchesOf, isNullable } from './schema-branches.ts';
import { type KeywordChange, keywordChanges } from './schema-keywords.ts';
import { propertyChanges } from './schema-properties.ts';
import { listedValues, typeChange, valueChanges } from './schema-values.ts';

type Views = Pair<SchemaView>;

/**
 * Compares schemas by the values that they allow. What clients send must still be allowed; what they read must have
 * been allowed before. Each pair of schemas is compared once for each way.
 */
export class SchemaComparison {
  readonly #contracts: Contracts;
  readonly #known = new Map<string, readonly Found[]>();

  constructor(contracts: Contracts) {
    this.#contracts = contracts;
  }

  /** What changed between the schemas at two pointers; a part without a schema allows anything. */
  compare(before: string | undefined, now: string | undefined, holder: Pair<string>, way: Way): readonly Found[] {
    if (before === undefined && now === undefined) return [];
    const { before: released, now: current } = this.#contracts;
    return this.#compareViews(
      {
        before: before === undefined ? anyAt(holder.before) : viewSchema(released, itself(released, before)),
        now: now === undefined ? anyAt(holder.now) : viewSchema(current, itself(current, now)),
      },
      way,
    );
  }

  #compareViews = (views: Views, way: Way): readonly Found[] => {
    const key = `${views.before.pointer} ${views.now.pointer} ${way.flow} ${way.message}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // What a schema that holds itself has changed is found above.
    this.#known.set(key, []);
    const found = unique([
      ...this.#nullChange(views, way),
      ...discriminatorChanges(this.#contracts, views, way),
      ...this.#compareValues(views, way),
    ]);
    this.#known.set(key, found);
    return found;
  };

  #compareValues(views: Views, way: Way): Found[] {
    const listed = this.#listed(views);
    if (listed.before !== undefined && listed.now !== undefined)
      return valueChanges(listed, 'enum').map((change) => this.#found(change, views, way));
    const branches = {
      before: branchesOf(this.#contracts.before, views.before),
      now: branchesOf(this.#contracts.now, views.now),
    };
    const [before, now] = [branches.before[0] ?? views.before, branches.now[0] ?? views.now];
    if (branches.before.length === 1 && branches.now.length === 1) return this.#compareBranch({ before, now }, way);
    return alternativeChanges(this.#contracts, views, branches, way, (pair) => this.#compareBranch(pair, way));
  }

  #listed({ before, now }: Views): Pair<Json[] | undefined> {
    return {
      before: listedValues(this.#contracts.before, before),
      now: listedValues(this.#contracts.now, now),
    };
  }

  /** Two schemas without alternatives. */
  #compareBranch(views: Views, way: Way): Found[] {
    const types = { before: typesOf(views.before), now: typesOf(views.now) };
    const { change, isOther } = typeChange(types);
    const found = change === undefined ? [] : [this.#found(change, views, way)];
    // What any value is allowed besides, says nothing of a schema that has a type.
    const isAnyOnce = (types.before === undefined) !== (types.now === undefined);
    if (isOther || isAnyOnce) return found;
    const shared =
      types.before === undefined ? types.now : types.before.filter((type) => allows(types.now ?? [type], type));
    const has = (type: string) => shared === undefined || shared.includes(type);
    const listed = this.#listed(views);
    const isListed = listed.before !== undefined && listed.now !== undefined;
    const changes = [...valueChanges(listed, 'enum'), ...(isListed ? [] : keywordChanges(views, shared ?? []))];
    return [
      ...found,
      ...changes.map((one) => this.#found(one, views, way)),
      ...(has('object') ? propertyChanges(this.#contracts, views, way, this.#compareViews) : []),
      ...(has('array') ? this.compare(views.before.items, views.now.items, pointersOf(views), way) : []),
      ...assertionChanges(this.#contracts, views).map((one) => this.#found(one, views, way)),
    ];
  }

  #nullChange(views: Views, way: Way): Found[] {
    const [was, is] = [isNullable(views.before), isNullable(views.now)];
    const isAny = ({ types, alternatives, keywords }: SchemaView) =>
      types.length === 0 && alternatives.length === 0 && !keywords.has('enum') && !keywords.has('const');
    if (was === is || isAny(views.before) || isAny(views.now)) return [];
    const change: KeywordChange = {
      keyword: 'type',
      message: (name) => `${capital(name)} may ${is ? 'be null' : 'no longer be null'}.`,
      ...(is ? { come: '`null`' } : { gone: '`null`' }),
      keep: is ? 'leave it out instead' : 'take `null` as before',
    };
    return [this.#found(change, views, way)];
  }

  /** A change of the values that are allowed, rated by the way that they go. */
  #found(
    { keyword, releasedKeyword = keyword, message, gone, come, keep }: KeywordChange,
    views: Views,
    way: Way,
  ): Found {
    const { flow } = way;
    const breaking = flow === 'sent' ? gone : come;
    const old = views.before.keywords.get(releasedKeyword)?.pointer ?? this.#raw('before', views, releasedKeyword);
    const own = views.now.keywords.get(keyword)?.pointer ?? this.#raw('now', views, keyword);
    const schema = resolvePart(this.#contracts.now, views.now.pointer).pointer;
    return {
      impact: breaking === undefined ? 'minor' : 'major',
      flow,
      message: message(nameOf(this.#contracts.now, schema)),
      ...(breaking !== undefined && {
        breaks: flow === 'sent' ? `clients that send ${breaking}` : `clients that do not expect to read ${breaking}`,
        remedy: keep,
      }),
      ...(old === undefined ? { origin: views.before.pointer } : { before: old }),
      ...(own === undefined ? { holder: schema } : { now: own }),
    };
  }

  /** The pointer of a keyword that a schema has itself, though its view does not. */
  #raw(side: keyof Contracts, views: Views, keyword: string): string | undefined {
    const contract = this.#contracts[side];
    const { pointer, value } = resolvePart(contract, views[side].pointer);
    const name = [keyword, ...(keyword === 'type' ? ['nullable'] : [])].find(
      (one) => objectOf(value)[one] !== undefined,
    );
    return name === undefined ? undefined : `${pointer}/${name}`;
  }
}

/** Where a schema stands that is nothing but a reference: the same for all who refer to it. */
function itself(contract: Contract, pointer: string): string {
  const part = partAt(contract, pointer);
  const isAlone = contract.version === '3.0' || Object.keys(objectOf(part.value)).length === 1;
  return referenceOf(part.value) !== undefined && isAlone ? resolvePart(contract, pointer).pointer : part.pointer;
}

/** The JSON types besides null; undefined where any is allowed. */
function typesOf({ types }: SchemaView): readonly string[] | undefined {
  return types.length === 0 ? undefined : types.filter((type) => type !== 'null');
}

function pointersOf({ before, now }: Views): Pair<string> {
  return { before: before.pointer, now: now.pointer };
}
