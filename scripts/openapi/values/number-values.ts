import { numberAt, type SchemaView } from '../schemas/schema-view.ts';
import { decimalsOf, isCount } from './described-bounds.ts';
import { namedBounds } from './named-bounds.ts';

/** A number within the bounds of a schema; another `turn` gives another one, as far as there are any. */
export function numberFor(view: SchemaView, isInteger: boolean, turn: number): number {
  const named = namedBounds(view);
  const [least, most] = boundsOf(view, named);
  const room = least === undefined || most === undefined ? Number.POSITIVE_INFINITY : most - least;
  const isWhole = isInteger || isCount(view);
  const step = numberAt(view, 'multipleOf') ?? (isWhole ? 1 : asDescribed(view, Math.min(0.5, room / 8 || 0.5)));
  const bound = numberAt(view, 'minimum') ?? aboveOf(numberAt(view, 'exclusiveMinimum'), step) ?? named?.[0];
  const high = numberAt(view, 'maximum') ?? belowOf(numberAt(view, 'exclusiveMaximum'), step) ?? named?.[1];
  // What may be less than nothing is not the usual: it may be too much to take away.
  const low = bound !== undefined && bound < 0 && (high ?? 1) >= 1 ? undefined : bound;
  const first =
    low === undefined ? Math.floor(Math.min(1, high ?? 1) / step + 1e-9) * step : Math.ceil(low / step - 1e-9) * step;
  const count = high === undefined ? 40 : Math.max(1, Math.min(40, Math.floor((high - first) / step + 1e-9) + 1));
  return round(first + step * (turn % count), step);
}

/** The bounds of a schema, whether or not they are allowed themselves; else those that its name suggests. */
export function boundsOf(
  view: SchemaView,
  named = namedBounds(view),
): [least: number | undefined, most: number | undefined] {
  return [
    numberAt(view, 'minimum') ?? numberAt(view, 'exclusiveMinimum') ?? named?.[0],
    numberAt(view, 'maximum') ?? numberAt(view, 'exclusiveMaximum') ?? named?.[1],
  ];
}

/** A step between numbers that have no more decimals than the description of a schema says. */
function asDescribed(view: SchemaView, step: number): number {
  const decimals = decimalsOf(view);
  if (decimals === undefined) return step;
  const unit = 10 ** -decimals;
  return Math.max(unit, round(Math.floor(step / unit + 1e-9) * unit, unit));
}

const aboveOf = (bound: number | undefined, step: number) =>
  bound === undefined ? undefined : round(bound + step, step);
const belowOf = (bound: number | undefined, step: number) =>
  bound === undefined ? undefined : round(bound - step, step);

/** Without the last digits that binary fractions add. */
export function round(value: number, step: number): number {
  // `1e-7`, or `2.5e-7`, as JavaScript writes what is so small.
  const [written = '', exponent = '0'] = String(step).split('e');
  const digits = Math.max(0, (written.split('.')[1] ?? '').length - Number(exponent));
  return Number(value.toFixed(Math.min(digits + 2, 15)));
}
