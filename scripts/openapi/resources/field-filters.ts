import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { textOf } from '../parameters/scalar-text.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../schemas/schema-view.ts';
import { valueIn } from './item-attributes.ts';

/** True for a text in whose form a description has fields and their values, as `status:open`: others may be refused. */
export function isFieldFilter(contract: Contract, parameter: Parameter): boolean {
  if (parameter.in !== 'query' || !/^(?:filters?|query|q|where)$/i.test(parameter.name)) return false;
  const view = viewSchema(contract, parameterSchema(parameter));
  const text = descriptionAt(contract, parameter.pointer);
  return view.types.includes('string') && enumOf(view) === undefined && /([`'"])[A-Za-z]\w*:[^\s`'"]+/.test(text);
}

/** The fields that a description has with a value, as `status:open`, or lists: "Fields: `name`, `age`". */
export function fieldsIn(contract: Contract, { pointer }: Parameter): string[] {
  const text = descriptionAt(contract, pointer);
  const valued = [...text.matchAll(/[`'"]([A-Za-z]\w*):[^\s`'"]/g)].map(([, name = '']) => name);
  const lists = text.matchAll(/\bfields\b[:*\s]*((?:`\w+`[,\s]*(?:(?:and|or)\s+)?)+)/gi);
  const listed = [...lists].flatMap(([, list = '']) => list.match(/\w+(?=`)/g) ?? []);
  return [...new Set([...valued, ...listed])];
}

/** How a filter asks for a value of a field. */
export function fieldText(field: string, value: Exact): string {
  return `${field}:${textOf(value)}`;
}

/** True for an item that has a value for each field that a text names, of those that it has: `status:open,closed`. */
export function hasFields(item: Exact, text: string): boolean {
  return text.split(/\s+/).every((pair) => {
    const [, field = '', values = ''] = /^(\w+):(.*)$/.exec(pair) ?? [];
    const own = valueIn(item, field);
    // A span of time, as `7d`, is of what is new.
    return own === undefined || /^\d+[a-z]$/.test(values) || values.split(',').includes(textOf(own));
  });
}
