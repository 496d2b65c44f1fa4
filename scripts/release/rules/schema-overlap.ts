import { isSame } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { allowsType } from '../../openapi/schemas/schema-merge.ts';
import { enumOf, type SchemaView, textAt, writtenNumberAt } from '../../openapi/schemas/schema-view.ts';
import type { Contracts, Pair } from './found.ts';
import { capital } from './part-names.ts';
import type { KeywordChange } from './schema-keywords.ts';
import { propertyOf } from './schema-parts.ts';

/**
 * A value of several alternatives is one of `anyOf`, and none of `oneOf`, where there may be such a value. Where there
 * were no alternatives, each value was allowed whatever it matches.
 */
export function overlapChanges(
  contracts: Contracts,
  views: Pair<SchemaView>,
  branches: Pair<readonly SchemaView[]>,
): KeywordChange[] {
  const [was, is] = [keywordOf(views.before), keywordOf(views.now)];
  if (views.before.alternatives.length === 0 && is === 'oneOf') return boundToOne(contracts.now, branches);
  if (was === undefined || is === undefined || was === is) return [];
  const [before, now] = [mayOverlap(contracts.before, branches.before), mayOverlap(contracts.now, branches.now)];
  if (!before || !now) return [];
  return [
    {
      keyword: is,
      releasedKeyword: was,
      message: (name) => `${capital(name)} may ${is === 'anyOf' ? 'match' : 'no longer match'} several alternatives.`,
      ...(is === 'anyOf' ? { come: several } : { gone: several }),
      keep: `leave it at \`${was}\``,
    },
  ];
}

const several = 'a value that matches several alternatives';

function boundToOne(contract: Contract, { before, now }: Pair<readonly SchemaView[]>): KeywordChange[] {
  const taking = now.filter((own) => before.some((old) => !isOther(own, old)));
  if (!mayOverlap(contract, taking)) return [];
  return [
    {
      keyword: 'oneOf',
      message: (name) => `${capital(name)} must match exactly one of several alternatives now.`,
      gone: several,
      keep: 'write `anyOf`, which takes such a value',
    },
  ];
}

/** Which of both keywords all alternatives of a schema stand in. */
function keywordOf({ alternatives }: SchemaView): string | undefined {
  const [first, ...others] = new Set(alternatives.map((pointer) => pointer.split('/').at(-2)));
  return others.length === 0 ? first : undefined;
}

function mayOverlap(contract: Contract, branches: readonly SchemaView[]): boolean {
  return branches.some((one, index) => branches.slice(index + 1).some((other) => !isApart(contract, one, other)));
}

/** True where no value matches both: they differ themselves, or in a property that both must have. */
function isApart(contract: Contract, one: SchemaView, other: SchemaView): boolean {
  const shared = [...one.required.keys()].filter((name) => other.required.has(name));
  return (
    isOther(one, other) ||
    shared.some((name) => {
      const [own, theirs] = [propertyOf(contract, one, name), propertyOf(contract, other, name)];
      return own !== undefined && theirs !== undefined && isOther(own, theirs);
    })
  );
}

/** True where the types, the listed values, the sizes or the formats of two schemas have none in common. */
function isOther(one: SchemaView, other: SchemaView): boolean {
  const isOfOtherType =
    one.types.length > 0 &&
    other.types.length > 0 &&
    !one.types.some((type) => allowsType(other.types, type)) &&
    !other.types.some((type) => allowsType(one.types, type));
  const [values, others] = [enumOf(one), enumOf(other)];
  return (
    isOfOtherType ||
    isBeyond(one, other) ||
    isBeyond(other, one) ||
    isOfOtherFormat(one, other) ||
    (values !== undefined && others !== undefined && !values.some((value) => others.some((own) => isSame(value, own))))
  );
}

/** The bounds of each type, the lower one first. */
const bounds: Readonly<Record<string, readonly [lower: string, upper: string]>> = {
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** True where the least value of one schema is beyond the greatest of another one of the same type. */
function isBeyond(one: SchemaView, other: SchemaView): boolean {
  const [type = '', ...others] = new Set([...one.types, ...other.types]);
  const [lower, upper] = bounds[type] ?? [];
  if (others.length > 0 || lower === undefined || upper === undefined) return false;
  const [least, most] = [writtenNumberAt(one, lower), writtenNumberAt(other, upper)];
  return least !== undefined && most !== undefined && least > most;
}

// No text is of two of them.
const formats = ['date', 'date-time', 'time', 'duration', 'email', 'ipv4', 'ipv6', 'uuid'];

function isOfOtherFormat(one: SchemaView, other: SchemaView): boolean {
  const [own, theirs] = [textAt(one, 'format') ?? '', textAt(other, 'format') ?? ''];
  return own !== theirs && formats.includes(own) && formats.includes(theirs);
}
