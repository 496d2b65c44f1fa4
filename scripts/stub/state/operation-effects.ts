import type { Operation } from '../../openapi/operation-table.ts';
import { isActionOn, undoesRemoval } from '../../requirements/request/actions.ts';
import { type NamedThing, namedThings } from '../../requirements/request/named-things.ts';
import { type RefusedRange, refusedInBody, refusedInQuery } from '../../requirements/request/refused-ranges.ts';
import { type BulkChange, changedTogether } from '../../requirements/resource/bulk-changes.ts';
import { childrenBy, type ShownChild } from '../../requirements/resource/child-shown.ts';
import { type BoundRule, boundRulesOf } from '../../requirements/resource/item/bound-rules.ts';
import { itemsDoneOnce } from '../../requirements/resource/item/done-once.ts';
import { type HoldingRule, holdingRulesOf } from '../../requirements/resource/item/holding-rules.ts';
import { type ReachedState, reachedStatesOf } from '../../requirements/resource/item/reached-states.ts';
import { saidEffectsOf } from '../../requirements/resource/item/said-effects.ts';
import { type StateRule, stateOf, stateRulesOf } from '../../requirements/resource/item/state-rules.ts';
import { switchesOf } from '../../requirements/resource/item/switches.ts';
import { type PartChange, partsBy } from '../../requirements/resource/parts.ts';
import { type Mark, marksBy } from '../../requirements/resource/shown-in.ts';
import type { Collections, Kind } from './collections.ts';

/** What an operation does besides creating, reading, changing and removing a thing, and where it is refused. */
export interface Effects {
  /** It can be done once. */
  isOnce: boolean;
  /** The states into which it brings a thing. */
  reached: readonly ReachedState[];
  /** Of what it puts back after a removal. */
  restored: Kind | undefined;
  part: PartChange | undefined;
  changes: readonly BulkChange[];
  marks: readonly Mark[];
  /** Where a thing shows what this makes beneath it. */
  children: readonly ShownChild[];
  /** The states of a thing in which it is refused. `isLeft`: a description says what leads out of them. */
  rules: readonly { rule: StateRule; isLeft: boolean }[];
  /** The numbers of a thing that bound those of a request. */
  bounds: readonly BoundRule[];
  /** What must be gone beneath a thing before. */
  holding: readonly HoldingRule[];
  /** What its bodies name that must be there. */
  named: readonly NamedThing[];
  /** The ranges that must end after they begin. */
  ranges: readonly RefusedRange[];
}

/** What each operation does to what there is, as the contract says. Looked for once: a contract may have a thousand. */
export class OperationEffects {
  readonly #collections: Pick<Collections, 'kinds' | 'known'>;
  readonly #effects = new Map<Operation, Effects>();

  constructor(collections: Pick<Collections, 'kinds' | 'known'>) {
    this.#collections = collections;
  }

  of(operation: Operation): Effects {
    const known = this.#effects.get(operation) ?? this.#find(operation);
    this.#effects.set(operation, known);
    return known;
  }

  #find(operation: Operation): Effects {
    const { kinds, known } = this.#collections;
    return {
      isOnce: itemsDoneOnce(known, operation) !== undefined,
      reached: reachedStatesOf(known, operation),
      restored: undoesRemoval(operation)
        ? kinds.find(({ resource }) => isActionOn(known, operation, resource))
        : undefined,
      part: partsBy(known, operation)[0],
      changes: changedTogether(known, operation),
      marks: marksBy(known, operation),
      children: childrenBy(known, operation),
      bounds: boundRulesOf(known, operation),
      holding: holdingRulesOf(known, operation),
      named: namedThings(known, operation),
      ranges: [refusedInBody, refusedInQuery].flatMap((find) => find(known.description.contract, operation)),
      rules: stateRulesOf(known, operation).map((rule) => ({ rule, isLeft: this.#isLeft(rule) })),
    };
  }

  /** True where a description says what brings a thing out of the states in which it is refused. */
  #isLeft(rule: StateRule): boolean {
    if (switchesOf(this.#collections.known, rule.resource).some(({ name }) => name === rule.property)) return true;
    const effects = this.#collections.known.description.operations.flatMap((operation) => [
      ...reachedStatesOf(this.#collections.known, operation),
      ...saidEffectsOf(this.#collections.known, operation).flatMap(({ effect, ...said }) =>
        effect.is === 'value' ? [{ ...said, value: effect.value }] : [],
      ),
    ]);
    return effects.some(({ resource, property, value }) => {
      const state = stateOf({ [property]: value }, rule);
      const isOfState = resource === rule.resource && property === rule.property && state !== undefined;
      return isOfState && !rule.states.includes(state);
    });
  }
}
