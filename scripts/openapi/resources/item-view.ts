import { isDeepStrictEqual } from 'node:util';
import { type Contract, partAt } from '../contract.ts';
import { enumOf, type SchemaView, viewSchema } from '../schemas/schema-view.ts';

// Alternatives of alternatives may be alternatives of each other.
const deepest = 3;

const known = new WeakMap<SchemaView, SchemaView>();

/**
 * A schema of an item as one: what all of its alternatives say of a property alike is part of it. So is, with the
 * schema that the first one has for it, what tells them apart: each allows other values of it.
 */
export function viewItem(contract: Contract, pointer: string, depth = 0): SchemaView {
  const view = viewSchema(contract, pointer);
  if (view.alternatives.length === 0 || depth === deepest) return view;
  const item = known.get(view) ?? withCommon(contract, view, depth);
  if (depth === 0) known.set(view, item);
  return item;
}

function withCommon(contract: Contract, view: SchemaView, depth: number): SchemaView {
  const [first, ...others] = view.alternatives.map((at) => viewItem(contract, at, depth + 1));
  if (first === undefined) return view;
  const common = [...first.properties].filter(([name, at]) =>
    others.every(({ properties }) => isAlike(contract, at, properties.get(name))),
  );
  const required = [...first.required].filter(([name]) => others.every((other) => other.required.has(name)));
  return {
    ...view,
    properties: new Map([...common, ...view.properties]),
    required: new Map([...required, ...view.required]),
  };
}

function isAlike(contract: Contract, one: string, other: string | undefined): boolean {
  if (one === other || other === undefined) return one === other;
  if ([one, other].every((at) => enumOf(viewSchema(contract, at)) !== undefined)) return true;
  return isDeepStrictEqual(partAt(contract, one).value, partAt(contract, other).value);
}
