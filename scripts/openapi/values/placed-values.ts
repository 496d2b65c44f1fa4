import { type Exact, isExactObject, isNumber } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../contract.ts';
import { enumOf, viewSchema } from '../schemas/schema-view.ts';
import { schemaExamples } from './examples.ts';

/** A body with the examples that its parts have themselves. */
export function withOwnExamples(contract: Contract, pointer: string, value: Exact): Exact {
  const [example] = schemaExamples(viewSchema(contract, pointer));
  if (example !== undefined) return example;
  return partsOf(contract, pointer, value).reduce<Exact>(
    (made, [step, part, own]) => withValue(made, [step], withOwnExamples(contract, part, own)),
    value,
  );
}

/** A value at its place in a body. */
export interface PlacedValue {
  /** Of its schema. */
  pointer: string;
  steps: readonly string[];
  value: Exact;
}

/** The texts and numbers in a body of which the schema does not list all. */
export function valuesIn(
  contract: Contract,
  pointer: string,
  value: Exact,
  steps: readonly string[] = [],
): PlacedValue[] {
  const isOpen = enumOf(viewSchema(contract, pointer)) === undefined;
  if (typeof value === 'string' || isNumber(value)) return isOpen ? [{ pointer, steps, value }] : [];
  return partsOf(contract, pointer, value).flatMap(([step, part, own]) =>
    valuesIn(contract, part, own, [...steps, step]),
  );
}

/** The described properties of an object, or the items of a list, and their schemas. */
function partsOf(contract: Contract, pointer: string, value: Exact): [step: string, pointer: string, value: Exact][] {
  const view = viewSchema(contract, pointer);
  const views = [view, ...view.alternatives.map((one) => viewSchema(contract, one))];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(isExactObject(value) ? value : {});
  return [...entries].flatMap(([step, own]): [string, string, Exact][] => {
    const [part] = views.flatMap(
      ({ items, properties }) => (typeof step === 'number' ? items : properties.get(step)) ?? [],
    );
    return part === undefined ? [] : [[String(step), part, own]];
  });
}

/** A value with another one at its place. */
export function withValue(whole: Exact, [step, ...steps]: readonly string[], value: Exact): Exact {
  if (step === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((item, index) => (index === Number(step) ? withValue(item, steps, value) : item));
  return isExactObject(whole) ? { ...whole, [step]: withValue(ownValue(whole, step) ?? null, steps, value) } : whole;
}
