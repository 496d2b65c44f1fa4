import type { Contract } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { type PropertyParameter, parameterSchema } from '../schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';

const paging = /^(?:page|size|limit|offset|sort|cursor|(?:page|per)[-_]?(?:size|number|page))$/i;

/** An operation with what an exploded object about pages is on the wire: `page`, `size` and `sort` of `pageable`. */
export function withSpreadObjects(contract: Contract, operation: Operation): Operation {
  const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const parameters = operation.parameters.flatMap((parameter): Parameter[] => {
    const parts = partsOf(contract, parameter);
    return !isOfPages(parts) || parts.some(({ name }) => names.includes(name)) ? [parameter] : parts;
  });
  return parameters.length === operation.parameters.length ? operation : { ...operation, parameters };
}

function isOfPages(parts: readonly Parameter[]): boolean {
  return parts.filter(({ name }) => paging.test(name)).length > 1;
}

/** The properties that a query has by themselves; none where one must be beside another. */
function partsOf(contract: Contract, parameter: Parameter): PropertyParameter[] {
  const { in: place, style, explode, mediaType, types } = parameter;
  if (place !== 'query' || style !== 'form' || !explode || mediaType !== null || types.join() !== 'object') return [];
  const { properties, required, alternatives } = viewSchema(contract, parameterSchema(parameter));
  if (required.size > 0 || alternatives.length > 0) return [];
  const parts = [...properties].map(([name, pointer]): PropertyParameter => {
    const view = viewSchema(contract, pointer);
    const preset = view.keywords.get('default')?.value;
    return {
      ...{ name, in: place, pointer, isProperty: true, required: false, style, explode, mediaType },
      types: typesOf(contract, view),
      itemTypes: view.items === undefined ? [] : typesOf(contract, viewSchema(contract, view.items)),
      ...(preset !== undefined && { default: preset }),
    };
  });
  return parts.some((one) => one.types.includes('object') || one.itemTypes.includes('object')) ? [] : parts;
}
