import type { Contract } from '../contract.ts';
import { enumOf, numberAt, type SchemaView, viewSchema } from './schema-view.ts';

// Beyond that, a schema is taken for one that always holds another of itself.
const mostLevels = 12;

const known = new WeakMap<Contract, Map<string, boolean>>();

/** The alternative whose values need the fewest levels; undefined where each of them holds another of itself. */
export function lowestAlternative(contract: Contract, { alternatives }: SchemaView): string | undefined {
  for (let levels = 0; levels < mostLevels; levels += 1) {
    const lowest = alternatives.find((pointer) => hasValueWithin(contract, pointer, levels));
    if (lowest !== undefined) return lowest;
  }
  return undefined;
}

/** Whether some value of a schema has so few levels, each an object, a list or an alternative. */
function hasValueWithin(contract: Contract, pointer: string, levels: number): boolean {
  if (levels < 0) return false;
  const answers = known.get(contract) ?? new Map<string, boolean>();
  known.set(contract, answers);
  const key = `${levels} ${pointer}`;
  const answer = answers.get(key) ?? hasLowValue(contract, viewSchema(contract, pointer), levels);
  answers.set(key, answer);
  return answer;
}

function hasLowValue(contract: Contract, view: SchemaView, levels: number): boolean {
  if (enumOf(view) !== undefined) return true;
  const { properties, required, items, alternatives } = view;
  const below = [...required.keys()].flatMap((name) => properties.get(name) ?? []);
  if (items !== undefined && (numberAt(view, 'minItems') ?? 0) > 0) below.push(items);
  const isWithin = (pointer: string) => hasValueWithin(contract, pointer, levels - 1);
  return below.every(isWithin) && (alternatives.length === 0 || alternatives.some(isWithin));
}
