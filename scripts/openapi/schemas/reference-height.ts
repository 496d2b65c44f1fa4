import { ContractError } from '../../cli/problem.ts';
import { type Contract, referenceOf } from '../contract.ts';
import { type Json, type JsonObject, valueAt } from '../json.ts';
import { partsOf } from '../source/document-walk.ts';
import { figure, limits } from '../source/limits.ts';

/** An object or a list on the way down, and what of it is still to be seen. */
interface Step {
  value: object;
  /** 1 where a reference has led to it. */
  references: 0 | 1;
  below: readonly Pick<Step, 'value' | 'references'>[];
  seen: number;
  height: number;
}

/**
 * Throws ContractError for a schema from which too many references lead down, each within what the one before leads
 * to: whoever reads it goes down all of them.
 */
export function checkReferenceHeights(contract: Contract): void {
  for (const { height, pointer } of referenceHeights(contract)) {
    if (height <= limits.referenceHeight) continue;
    const message = `Schemas refer to each other ${figure(limits.referenceHeight)} levels deep at most; here deeper.`;
    throw new ContractError([{ location: contract.locate(pointer), message }]);
  }
}

/** How many references lead down from each schema, one within the other; one that leads back up is none. */
export function* referenceHeights(contract: Contract): Generator<{ pointer: string; height: number }> {
  const heights = new Map<object, number>();
  for (const { kind, node } of partsOf(contract.document)) {
    const { value } = node;
    if (kind !== 'schema' || typeof value !== 'object' || value === null) continue;
    if (!heights.has(value)) measure(contract, value, heights);
    yield { pointer: node.pointer, height: heights.get(value) ?? 0 };
  }
}

/** Without recursion, which would end at the height that is to be found. */
function measure(contract: Contract, start: JsonObject | Json[], heights: Map<object, number>): void {
  const enter = (value: object, references: 0 | 1): Step => {
    heights.set(value, 0);
    return { value, references, below: below(contract, value), seen: 0, height: 0 };
  };
  const way = [enter(start, 0)];
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const next = step.below[step.seen];
    if (next === undefined) {
      heights.set(step.value, step.height);
      way.pop();
      const above = way.at(-1);
      if (above !== undefined) above.height = Math.max(above.height, step.height + step.references);
      continue;
    }
    step.seen += 1;
    const known = heights.get(next.value);
    if (known === undefined) way.push(enter(next.value, next.references));
    else step.height = Math.max(step.height, known + next.references);
  }
}

function below(contract: Contract, value: object): Step['below'] {
  const inner = Object.values(value).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null ? [{ value: one, references: 0 as const }] : [],
  );
  const reference = referenceOf(value as Json);
  // Before the document is mended, a reference may lead nowhere.
  const target = reference === undefined ? undefined : valueAt(contract.document, reference);
  return typeof target === 'object' && target !== null ? [...inner, { value: target, references: 1 as const }] : inner;
}
