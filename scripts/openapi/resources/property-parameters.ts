import type { Contract } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { type PropertyParameter, parameterSchema } from '../schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';

const known = new WeakMap<Parameter, PropertyParameter[]>();

/** The parameters that the properties of an object are in a query, each by itself: `filter[author]`. */
export function propertyParameters(contract: Contract, parameter: Parameter): PropertyParameter[] {
  const found = known.get(parameter) ?? findProperties(contract, parameter);
  known.set(parameter, found);
  return found;
}

function findProperties(contract: Contract, parameter: Parameter): PropertyParameter[] {
  if (parameter.style !== 'deepObject') return [];
  const { properties, required } = viewSchema(contract, parameterSchema(parameter));
  // None that must be beside another one is there by itself.
  if (required.size > 0) return [];
  return [...properties].flatMap(([name, schema]) => {
    const view = viewSchema(contract, schema);
    const types = typesOf(contract, view);
    const preset = view.keywords.get('default')?.value;
    // OpenAPI does not say how lists and objects are written there.
    if (types.includes('array') || types.includes('object')) return [];
    return [
      {
        name: `${parameter.name}[${name}]`,
        in: parameter.in,
        pointer: schema,
        isProperty: true,
        required: false,
        style: 'form',
        explode: true,
        types,
        itemTypes: [],
        mediaType: null,
        ...(preset !== undefined && { default: preset }),
      },
    ];
  });
}
