import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import type { Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../schemas/schema-view.ts';
import { describedBounds } from '../values/described-bounds.ts';

const sizeNames =
  /^(limit|((page|max|batch|([a-z]+[-_]?)?per)[-_]?)(size|page|items|results|count)|size|count|top|first|take|max)$/i;
const offsetNames = /^(offset|skip)$/i;
const pageNames = /^(current[-_]?)?page([-_]?(number|num|no|index))?$/i;

/** The names of what continues where the last page ended. */
export const continuing = /^(cursor|page[-_]?token|next[-_]?token|continuation[-_]?token|starting[-_]?after)$/i;

/** `page[size]` is `size`, `page[number]` is `page`, as JSON:API has them, and `$top` is `top`. */
export function pagingName(name: string): string {
  const bare = name.replace(/^\$/, '');
  const [, part] = /^page\[(.+)\]$/i.exec(bare) ?? [];
  return part === 'number' ? 'page' : (part ?? bare);
}

/** True for a number: of what is counted, `number` is a careless `integer`. */
const isNumber = ({ types }: Parameter) => types.includes('integer') || types.includes('number');

/** True for what bounds the number of items by its name. */
export function isSize(parameter: Parameter): boolean {
  return sizeNames.test(pagingName(parameter.name)) && isNumber(parameter);
}

/** True for what skips items by its name. */
export function isOffset({ name }: Parameter): boolean {
  return offsetNames.test(pagingName(name));
}

/** True for what is the number of a page by its name. */
export function isPageNumber(parameter: Parameter): boolean {
  return pageNames.test(pagingName(parameter.name)) && isNumber(parameter);
}

// No list has more items than this: a server may count them in 32 bits.
const mostItems = 2 ** 31 - 1;

/**
 * True for a number that no page of a list has, where the schema of its parameter just leaves it open, as `limit=-1`,
 * and for a cursor, which no page may have given: a server may refuse it, or take another one for it.
 */
export function makesNoPage(contract: Contract, parameter: Parameter, value: Exact): boolean {
  if (parameter.in === 'query' && continuing.test(pagingName(parameter.name))) return typeof value === 'string';
  const name = pagingName(parameter.name);
  const least = sizeNames.test(name) || pageNames.test(name) ? 1 : offsetNames.test(name) ? 0 : undefined;
  if (parameter.in !== 'query' || least === undefined) return false;
  if (typeof value === 'string' && parameter.types.every((type) => type === 'string'))
    return isNoPageText(contract, parameter, value, least);
  if (!isNumber(parameter)) return false;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number') return false;
  const view = viewSchema(contract, parameterSchema(parameter));
  const isBelow = number < (numberAt(view, 'minimum') ?? numberAt(view, 'exclusiveMinimum') ?? least);
  const isAbove = number > (numberAt(view, 'maximum') ?? numberAt(view, 'exclusiveMaximum') ?? mostItems);
  return isBelow || isAbove || !Number.isInteger(number);
}

/** True for a text that is no number, or not within the bounds, where the description of its parameter has such. */
function isNoPageText(contract: Contract, { pointer }: Parameter, text: string, least: number): boolean {
  const description = descriptionAt(contract, pointer);
  const [low, high] = describedBounds(description);
  if (low === undefined && high === undefined && !/\b(?:number|how many)\b/i.test(description)) return false;
  return !/^\d+$/.test(text) || Number(text) < (low ?? least) || Number(text) > (high ?? mostItems);
}
