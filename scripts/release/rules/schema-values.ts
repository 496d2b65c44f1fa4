import { isSame } from '../../http/exact-json.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import { type Json, listOf } from '../../openapi/json.ts';
import { allowsType } from '../../openapi/schemas/schema-merge.ts';
import { schemaCheckOf } from '../../openapi/schemas/schema-validator.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { type Contracts, type Pair, replacement, type Way } from './found.ts';
import { capital } from './part-names.ts';
import { type KeywordChange, valueList } from './schema-keywords.ts';
import { isListAlone } from './schema-parts.ts';

type Views = Pair<SchemaView>;

/** True where all that a schema says of itself allows a value. */
function isAllowed(contract: Contract, { parts }: SchemaView, { message }: Way, value: Json): boolean {
  const check = schemaCheckOf(contract);
  return parts.every(({ pointer }) => check.isValid(message, pointer, value));
}

/** The values besides null that two schemas list; of booleans, whose list the other one has, both. */
export function listsOf(contracts: Contracts, views: Views, way: Way): Pair<Json[] | undefined> {
  const before = listedValues(contracts.before, views.before, way);
  const now = listedValues(contracts.now, views.now, way);
  return {
    before: before ?? (now && valuesOfType(views.before)),
    now: now ?? (before && valuesOfType(views.now)),
  };
}

/** Those that a schema lists and allows, also as one `const` an alternative; undefined where it lists none. */
function listedValues(contract: Contract, view: SchemaView, way: Way): Json[] | undefined {
  const own = enumOf(view);
  const others = view.alternatives.map((pointer) => enumOf(viewSchema(contract, pointer)));
  const isListed = others.length > 0 && others.every((values) => values !== undefined);
  const all = own ?? (isListed ? others.flat() : undefined);
  const isAlone = isListAlone(view);
  return all?.filter((value) => value !== null && (isAlone || isAllowed(contract, view, way, value)));
}

function valuesOfType({ types }: SchemaView): Json[] | undefined {
  const [type, ...others] = types.filter((one) => one !== 'null');
  return type === 'boolean' && others.length === 0 ? [true, false] : undefined;
}

/** What becomes of the listed values. */
export function valueChanges(contracts: Contracts, lists: Pair<Json[] | undefined>, views: Views, way: Way) {
  const { before, now } = lists;
  const places = { keyword: keywordOf(views.now), releasedKeyword: keywordOf(views.before) };
  if (before !== undefined && now !== undefined) return changesOfList(contracts, { before, now }, views, places);
  if (now !== undefined) {
    const come = now.filter((value) => !isAllowed(contracts.before, views.before, way, value));
    return [listChange('new', now, come, places)];
  }
  if (before === undefined) return [];
  const gone = before.filter((value) => !isAllowed(contracts.now, views.now, way, value));
  return [listChange('gone', before, gone, places)];
}

type Places = Pick<KeywordChange, 'keyword' | 'releasedKeyword'>;

/** `others` are the values of the list that the schema without one does not allow. */
function listChange(how: 'new' | 'gone', values: Json[], others: Json[], places: Places): KeywordChange {
  const [listed, unlisted] = how === 'new' ? (['come', 'gone'] as const) : (['gone', 'come'] as const);
  return {
    ...places,
    message: (name) => `The list of values of ${name} is ${how}: ${valueList(values)}.`,
    [unlisted]: `a value other than ${valueList(values)}`,
    ...(others.length > 0 && { [listed]: valueList(others) }),
    keep: how === 'new' ? 'allow every value, as before' : 'leave the list of values as it was',
  };
}

function changesOfList(
  contracts: Contracts,
  { before, now }: Pair<Json[]>,
  views: Views,
  keywords: Places,
): KeywordChange[] {
  const [gone, come] = [without(before, now), without(now, before)];
  const replaced = replacement(gone, come);
  if (replaced !== undefined)
    return [
      {
        ...keywords,
        places: {
          before: placeOf(contracts.before, views.before, replaced.before),
          now: placeOf(contracts.now, views.now, replaced.now),
        },
        message: (name) =>
          `${capital(name)} allows ${valueList([replaced.now])} in place of ${valueList([replaced.before])}.`,
        gone: valueList(gone),
        come: valueList(come),
        keep: `leave ${valueList(gone)} in the list`,
      },
    ];
  return [
    ...gone.map(
      (value): KeywordChange => ({
        ...keywords,
        places: { before: placeOf(contracts.before, views.before, value), now: undefined },
        message: (name) => `${capital(name)} no longer allows ${valueList([value])}.`,
        gone: valueList([value]),
        keep: `keep ${valueList([value])} in the list`,
      }),
    ),
    ...come.map(
      (value): KeywordChange => ({
        ...keywords,
        places: { before: undefined, now: placeOf(contracts.now, views.now, value) },
        message: (name) => `${capital(name)} also allows ${valueList([value])}.`,
        come: valueList([value]),
        keep: `answer with the known values to those who do not ask for ${valueList([value])}`,
      }),
    ),
  ];
}

/** The values that another list has not; of long lists, to compare each with each is slow. */
function without(these: readonly Json[], those: readonly Json[]): Json[] {
  const known = new Set(those);
  const isOfOneSpelling = (value: Json) => typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value);
  return these.filter(
    (value) => !known.has(value) && (isOfOneSpelling(value) || !those.some((other) => isSame(other, value))),
  );
}

/** Where a schema lists a value. */
function placeOf(contract: Contract, view: SchemaView, value: Json): string | undefined {
  const { pointer = '' } = view.keywords.get('enum') ?? {};
  const index = pointer === '' ? -1 : listOf(partAt(contract, pointer).value).findIndex((one) => isSame(one, value));
  if (index !== -1) return `${pointer}/${index}`;
  return view.alternatives.find((one) => enumOf(viewSchema(contract, one))?.some((own) => isSame(own, value)));
}

/** The keyword that lists the values of a schema. */
function keywordOf({ keywords, alternatives }: SchemaView): string {
  return ['const', 'enum'].find((keyword) => keywords.has(keyword)) ?? alternatives[0]?.split('/').at(-2) ?? 'enum';
}

/** What becomes of the JSON types; `isOther` where no value of the one is a value of the other. */
export function typeChange({ before, now }: Pair<readonly string[] | undefined>): {
  change: KeywordChange | undefined;
  isOther: boolean;
} {
  if (before === undefined && now === undefined) return { change: undefined, isOther: false };
  const gone = before === undefined ? undefined : before.filter((type) => !allowsType(now ?? [type], type));
  const come = now === undefined ? undefined : now.filter((type) => !allowsType(before ?? [type], type));
  const isNarrower = before === undefined || (gone ?? []).length > 0;
  const isWider = now === undefined || (come ?? []).length > 0;
  const named = (types: readonly string[] | undefined) => types?.join(' or ') ?? 'any';
  const others = (types: readonly string[] | undefined) => `a value that is no ${named(types)}`;
  const isOther = (gone?.length ?? 0) > 0 && gone?.length === before?.length && (come ?? []).length > 0;
  if (!isNarrower && !isWider) return { change: undefined, isOther };
  return {
    isOther,
    change: {
      keyword: 'type',
      message: (name) => `The type of ${name} changed from ${named(before)} to ${named(now)}.`,
      ...(isNarrower ? { gone: before === undefined ? others(now) : ofType(gone) } : {}),
      ...(isWider ? { come: now === undefined ? others(before) : ofType(come) } : {}),
      keep: before === undefined ? 'allow every type, as before' : `leave the type ${named(before)}`,
    },
  };
}

function ofType(types: readonly string[] | undefined): string {
  return (types ?? []).map((type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ');
}
