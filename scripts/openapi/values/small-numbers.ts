import { type Exact, isNumber } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { numberFor } from './number-values.ts';
import { valuesIn, withValue } from './placed-values.ts';
import type { ValueSource } from './values.ts';

// Not one alone: of a value that everything has, nothing shows whether it was kept.
const count = 3;

/**
 * A value whose numbers, also those in texts, are among the least that its schema allows, but for what is fixed, and
 * for properties of the name of what is tried.
 */
export function withSmallNumbers(
  contract: Contract,
  values: Pick<ValueSource, 'fixedAt'>,
  schema: string,
  made: Exact,
  tried?: string,
): Exact {
  return valuesIn(contract, schema, made).reduce((whole, { pointer, steps, value }) => {
    if (values.fixedAt(pointer) !== undefined || steps.at(-1) === tried) return whole;
    if (typeof value === 'string' && /^\d+\.\d+$/.test(value))
      return withValue(whole, steps, `1${value.slice(value.indexOf('.'))}`);
    if (!isNumber(value)) return whole;
    const view = viewSchema(contract, pointer);
    const turn = Math.abs(Math.trunc(Number(value))) % count;
    return withValue(whole, steps, numberFor(view, view.types.includes('integer'), turn));
  }, made);
}
