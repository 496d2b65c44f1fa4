import { isSame } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Json } from '../../openapi/json.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import type { Pair } from './found.ts';
import { capital } from './part-names.ts';
import { allows } from './schema-branches.ts';
import { type KeywordChange, valueList } from './schema-keywords.ts';

/** The values that a schema lists, also as one `const` an alternative; undefined where it lists none. */
export function listedValues(contract: Contract, view: SchemaView): Json[] | undefined {
  const own = enumOf(view);
  if (own !== undefined) return own.filter((value) => value !== null);
  if (view.alternatives.length === 0) return undefined;
  const all = view.alternatives.map((pointer) => enumOf(viewSchema(contract, pointer)));
  return all.every((values) => values !== undefined) ? all.flat().filter((value) => value !== null) : undefined;
}

/** What becomes of the listed values. */
export function valueChanges({ before, now }: Pair<Json[] | undefined>, views: Pair<SchemaView>): KeywordChange[] {
  if (before === undefined && now === undefined) return [];
  const places = { keyword: keywordOf(views.now), releasedKeyword: keywordOf(views.before) };
  const without = (these: readonly Json[], those: readonly Json[]) =>
    these.filter((value) => !those.some((other) => isSame(other, value)));
  if (before === undefined || now === undefined) {
    const others = `a value other than ${valueList(now ?? before ?? [])}`;
    const isNew = before === undefined;
    return [
      {
        ...places,
        message: (name) =>
          `The list of values of ${name} is ${isNew ? 'new' : 'gone'}: ${valueList(now ?? before ?? [])}.`,
        ...(isNew ? { gone: others } : { come: others }),
        keep: isNew ? 'allow every value, as before' : 'leave the list of values as it was',
      },
    ];
  }
  const [gone, come] = [without(before, now), without(now, before)];
  return [
    ...gone.map(
      (value): KeywordChange => ({
        ...places,
        message: (name) => `${capital(name)} no longer allows ${valueList([value])}.`,
        gone: valueList([value]),
        keep: `keep ${valueList([value])} in the list`,
      }),
    ),
    ...come.map(
      (value): KeywordChange => ({
        ...places,
        message: (name) => `${capital(name)} also allows ${valueList([value])}.`,
        come: valueList([value]),
        keep: `answer with the known values to those who do not ask for ${valueList([value])}`,
      }),
    ),
  ];
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
  const gone = before === undefined ? undefined : before.filter((type) => !allows(now ?? [type], type));
  const come = now === undefined ? undefined : now.filter((type) => !allows(before ?? [type], type));
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
