import { type Contract, descriptionAt } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../schemas/schema-view.ts';

/** True for a text in whose form a description has fields and their values, as `status:open`: others may be refused. */
export function isFieldFilter(contract: Contract, parameter: Parameter): boolean {
  if (parameter.in !== 'query' || !/^(?:filters?|query|q|where)$/i.test(parameter.name)) return false;
  const view = viewSchema(contract, parameterSchema(parameter));
  const text = descriptionAt(contract, parameter.pointer);
  return view.types.includes('string') && enumOf(view) === undefined && /([`'"])[A-Za-z]\w*:[^\s`'"]+/.test(text);
}
