import { isSame } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Json, listOf } from '../../openapi/json.ts';
import type { Contracts } from './found.ts';

type FieldOf = (name: string) => Json | undefined;

/** Keywords that say the same together, as one version of OpenAPI writes it and as the other does. */
const spellings: readonly { fields: readonly string[]; meaning: (of: FieldOf, contract: Contract) => Json }[] = [
  { fields: ['type', 'nullable'], meaning: typesOf },
  { fields: ['minimum', 'exclusiveMinimum'], meaning: (of) => boundOf(of('minimum'), of('exclusiveMinimum')) },
  { fields: ['maximum', 'exclusiveMaximum'], meaning: (of) => boundOf(of('maximum'), of('exclusiveMaximum')) },
  { fields: ['example', 'examples'], meaning: examplesOf },
];

/** The fields of two schemas that say the same in other keywords, or in another form. */
export function sameInOtherWords(contracts: Contracts, before: FieldOf, now: FieldOf): Set<string> {
  const same = spellings.filter(({ meaning }) =>
    isSame(meaning(before, contracts.before), meaning(now, contracts.now)),
  );
  return new Set(same.flatMap(({ fields }) => fields));
}

function typesOf(of: FieldOf, { version }: Contract): Json {
  const type = of('type');
  const types = typeof type === 'string' ? [type] : listOf(type);
  const isNullable = of('nullable') === true;
  // In 3.1 it is no keyword.
  if (isNullable && (version !== '3.0' || type === undefined)) return [types, isNullable];
  return [...new Set([...types.map(String), ...(isNullable ? ['null'] : [])])].toSorted();
}

/** 3.0 says by `true` that a bound is exclusive, 3.1 has another bound for it. */
function boundOf(bound: Json | undefined, exclusive: Json | undefined): Json {
  if (typeof exclusive === 'boolean') return bound === undefined ? [] : exclusive ? [null, bound] : [bound, null];
  return bound === undefined && exclusive === undefined ? [] : [bound ?? null, exclusive ?? null];
}

function examplesOf(of: FieldOf): Json {
  const [example, examples] = [of('example'), of('examples')];
  return [...(example === undefined ? [] : [example]), ...listOf(examples)];
}
