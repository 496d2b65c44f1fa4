import type { Contract } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';

/** What must be known of a parameter to write a value of it. */
export type StyledParameter = Pick<Parameter, 'name' | 'style' | 'explode' | 'mediaType'>;

/** What a schema says of how texts are read. */
export interface SchemaShape {
  kinds: readonly ('scalar' | 'list' | 'object')[];
  types: readonly string[];
  itemTypes: readonly string[];
  /** The types of the properties that an object may have. */
  properties: ReadonlyMap<string, readonly string[]>;
  /** True when it may have others, too. */
  isOpen: boolean;
}

/** How the texts of a parameter are read: in its style, as what its schema allows. */
export type ParameterShape = StyledParameter & SchemaShape;

/** How the texts of this parameter are read. */
export function shapeOf(contract: Contract, parameter: Parameter): ParameterShape {
  const { name, style, explode, mediaType } = parameter;
  return { name, style, explode, mediaType, ...schemaShape(contract, parameterSchema(parameter)) };
}

/** The shape that the schema at `pointer` gives. */
export function schemaShape(contract: Contract, pointer: string): SchemaShape {
  const view = viewSchema(contract, pointer);
  const types = typesOf(contract, view);
  const parts = [view, ...view.alternatives.map((at) => viewSchema(contract, at))];
  const typesAt = (pointers: readonly string[]) => [
    ...new Set(pointers.flatMap((at) => typesOf(contract, viewSchema(contract, at)))),
  ];
  const described = Map.groupBy(
    parts.flatMap((part) => [...part.properties]),
    ([name]) => name,
  );
  const properties = new Map([...described].map(([name, all]) => [name, typesAt(all.map(([, at]) => at))]));
  const others = view.keywords.get('additionalProperties')?.value;
  const isScalar =
    types.some((type) => !['array', 'object', 'null'].includes(type)) ||
    !types.some((type) => type === 'array' || type === 'object');
  return {
    kinds: [
      ...(types.includes('array') ? ['list' as const] : []),
      ...(types.includes('object') ? ['object' as const] : []),
      ...(isScalar ? ['scalar' as const] : []),
    ],
    types,
    itemTypes: typesAt(parts.flatMap(({ items }) => items ?? [])),
    properties,
    // A misspelt name is no further property, unless others are described as well.
    isOpen: properties.size === 0 ? others !== false : others !== undefined && others !== false,
  };
}
