import { isNumber, isSame, within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { barePath } from '../../openapi/resources/bare-path.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { pathTo } from '../../requirements/request/referenced-resource.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import type { BoundRule } from '../../requirements/resource/item/bound-rules.ts';
import type { HoldingRule } from '../../requirements/resource/item/holding-rules.ts';
import { stateOf } from '../../requirements/resource/item/state-rules.ts';
import type { Collections } from './collections.ts';
import type { ItemActions } from './item-actions.ts';
import { isNowhere } from './named-things.ts';
import type { Effects } from './operation-effects.ts';
import { pathValues } from './path-values.ts';
import { isReversed } from './reversed-ranges.ts';
import type { StateAnswer } from './state-answer.ts';
import { filledPath, type Thing } from './store.ts';

/** Which requests are refused for what there is, or is not, as the contract says. */
export class StateRefusals {
  readonly #collections: Collections;
  readonly #actions: Pick<ItemActions, 'changed'>;
  /** Of the things with which something was done that can be done once: what it was, until they are changed again. */
  readonly #done = new Map<Thing, Operation>();

  constructor(collections: Collections, actions: Pick<ItemActions, 'changed'>) {
    this.#collections = collections;
    this.#actions = actions;
  }

  /** Why a request is refused for what it has itself. */
  ofRequest({ named, ranges }: Effects, operation: Operation, sent: SentValues): StateAnswer | undefined {
    const nowhere = named.find((one) => isNowhere(this.#collections, operation, one, sent.body));
    if (nowhere !== undefined) return { kind: 'nowhere', statuses: nowhere.statuses };
    const reversed = ranges.find((one) => isReversed(one, sent));
    return reversed && { kind: 'reversed', statuses: reversed.statuses };
  }

  /** True for an operation that does something to the thing that its path names, or may be refused for it. */
  isAboutThing({ isOnce, restored, rules, bounds, holding, reached }: Effects): boolean {
    const isRuled = [rules, bounds, holding, reached].some(({ length }) => length > 0);
    return isOnce || restored !== undefined || this.#done.size > 0 || isRuled;
  }

  /** Why a request is refused for the thing that its path names; what is served is done with it from then on. */
  ofThing(effects: Effects, operation: Operation, sent: SentValues, thing: Thing): StateAnswer | undefined {
    const { isOnce, rules, bounds, holding } = effects;
    if (isOnce && this.#done.get(thing) === operation) return { kind: 'done' };
    if (rules.some((one) => this.#isBarred(one, thing, sent))) return { kind: 'barred' };
    if (bounds.some((one) => isOutOf(one, thing, sent))) return { kind: 'barred' };
    if (holding.some((one) => this.#isHeld(one, thing, sent))) return { kind: 'barred' };
    this.#done.delete(thing);
    if (isOnce) this.#done.set(thing, operation);
    return undefined;
  }

  /** True where a thing, or what it is beneath, is in a state in which an operation is refused. */
  #isBarred({ rule, isLeft }: Effects['rules'][number], own: Thing, sent: SentValues): boolean {
    const parameter = `{${rule.resource.parameter?.name}}`;
    const above = () => this.#collections.above(`${rule.resource.itemsPath}/${parameter}/`, pathValues(sent)).at(-1);
    const thing = rule.below === undefined ? own : above();
    // Of a new thing, nothing may be refused for good.
    if (thing === undefined || !(this.#actions.changed.has(thing) || isLeft)) return false;
    const state = stateOf(thing.item, rule);
    return state !== undefined && rule.states.includes(state);
  }

  /** True where clients have made something beneath a thing that must be gone first. */
  #isHeld({ owner, create, reference, state }: HoldingRule, own: Thing, sent: SentValues): boolean {
    const above = pathTo(this.#collections.known, create, owner, own.id);
    const given = pathValues(sent);
    const path = filledPath(barePath(create), (name) => (Object.hasOwn(above, name) ? own.id : ownValue(given, name)));
    return this.#collections.store
      .things(path)
      .filter(({ item }) => reference === undefined || isSame(valueIn(item, reference) ?? null, own.id))
      .some(({ item, isExample }) => !isExample && (state === undefined || item[state.property] === state.value));
  }
}

/** True for a number that is not within the bounds that a thing has for it. */
function isOutOf({ property, other, is }: BoundRule, { item }: Thing, { body = null }: SentValues): boolean {
  const [own, bound] = [within(body, [property]), valueIn(item, other)];
  if (!isNumber(own) || !isNumber(bound)) return false;
  return is === 'above' ? Number(own) <= Number(bound) : Number(own) > Number(bound);
}
