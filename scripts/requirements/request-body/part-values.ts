import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Step } from './body-part.ts';

/** The values that a body has at the end of some steps: of a list, every item. */
export function valuesAt(body: Exact, [step, ...steps]: readonly Step[]): Exact[] {
  if (step === undefined) return [body];
  if (step === null) return Array.isArray(body) ? body.flatMap((item) => valuesAt(item, steps)) : [];
  return isExactObject(body) && Object.hasOwn(body, step) ? valuesAt(body[step] ?? null, steps) : [];
}

/** The body with other values at the end of some steps; undefined takes a value away. */
export function withValuesAt(
  body: Exact,
  [step, ...steps]: readonly Step[],
  change: (value: Exact) => Exact | undefined,
): Exact | undefined {
  if (step === undefined) return change(body);
  if (step === null)
    return Array.isArray(body)
      ? body.map((item) => withValuesAt(item, steps, change)).filter((item) => item !== undefined)
      : body;
  if (!isExactObject(body) || !Object.hasOwn(body, step)) return body;
  const made = withValuesAt(body[step] ?? null, steps, change);
  if (made !== undefined) return { ...body, [step]: made };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== step));
}

/** True for the path of a value at the end of some steps. */
export function isAt(path: readonly string[], steps: readonly Step[]): boolean {
  return (
    path.length === steps.length &&
    steps.every((step, index) => (step === null ? /^\d+$/.test(path[index] ?? '') : path[index] === step))
  );
}
