import type { Exact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { aspectSentence } from '../schema/aspect-sentence.ts';
import { type Aspect, aspectsOf } from '../schema/aspects.ts';
import { titleOf } from './parameter.ts';

/** What the schema of a parameter, or that of its items, says of a value. */
export interface ParameterAspect extends Pick<Aspect, 'keyword' | 'isReachedBy'> {
  pointer: string;
  statement: string;
}

/** What a parameter is required to be, keyword by keyword: of a list, what its schema says of the items, too. */
export function parameterAspects(contract: Contract, parameter: Parameter): ParameterAspect[] {
  const view = viewSchema(contract, parameterSchema(parameter));
  const { mediaType, types } = parameter;
  // A document in a parameter is judged as a whole, unless it is a list.
  if (mediaType !== null && !(isJson(mediaType) && types.includes('array'))) return [];
  const drafted = (name: string, of: SchemaView) => (aspect: Aspect) => ({
    ...aspect,
    statement: aspectSentence(name, aspect),
    // What no keyword says, the parameter says.
    pointer: partAt(contract, aspect.pointer === of.pointer ? parameter.pointer : aspect.pointer).pointer,
  });
  const own = aspectsOf(view)
    .filter((aspect) => saysOfValue(view, aspect))
    .map(drafted(titleOf(parameter), view));
  if (view.items === undefined) return own;
  const item = viewSchema(contract, view.items);
  const ofItems = aspectsOf(item)
    .filter((aspect) => saysOfItem(item, aspect))
    .map(drafted(`Each item of ${titleOf(parameter)}`, item))
    .map((aspect) => ({ ...aspect, isReachedBy: isSome(aspect.isReachedBy) }));
  return [...own, ...ofItems];
}

/** Null has no text, and every text is a list of one. */
function saysOfValue({ types }: SchemaView, { keyword }: Aspect): boolean {
  const isScalar = !types.includes('array') && !types.includes('object');
  return keyword !== 'null' && (isScalar || !/^(type|surplus|(min|max)Properties)$/.test(keyword));
}

function saysOfItem({ types }: SchemaView, { keyword }: Aspect): boolean {
  return keyword !== 'null' && (keyword !== 'type' || !types.includes('string'));
}

function isSome(test: (value: Exact) => boolean): (value: Exact) => boolean {
  return (value) => Array.isArray(value) && value.some(test);
}
