import { type Contract, descriptionAt, textsAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { isActionOn, isActionOnFound, madeBy, undoesRemoval } from '../../request/actions.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { participlesOf } from './participles.ts';
import { flagOf, otherThan, statesNamedBy } from './state-rules.ts';

/**
 * The state into which an action brings an item, as its name says: `cancelled`, by `POST /orders/{id}/cancel`; or what
 * it is sent: `approved` or `rejected`, by the `decision` of `POST /claims/{id}/decide`.
 */
export interface ReachedState {
  resource: Resource;
  read: Operation;
  /** The property of the item that has its state, and its value in that state. */
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  value: string | boolean;
  state: string;
  /** True where the description of its answer says that the item is in that state: "The cancelled order." */
  isAnswered: boolean;
  /** The property of the body that chooses it, and all that it may choose; undefined where the action alone does. */
  chosenBy: { name: string; values: readonly string[] } | undefined;
}

type Reaching = Omit<ReachedState, 'resource' | 'read' | 'isAnswered'>;

export const reachedStatesOf = foundOnce(findStates);

/** What says that it may be another state, or another time. */
const hedges = [
  'all both each every everyone enough majority approvers? quorum when once after before if may might can until unless',
  'requests? requested eventually later queues? asynchronous(?:ly)? background schedul\\w* partial(?:ly)? end toggles?',
];
const hedge = new RegExp(`\\b(?:${hedges.join(' ').replaceAll(' ', '|')})\\b`, 'i');

function findStates(context: Described, operation: Operation): ReachedState[] {
  const { contract } = context.description;
  if (operation.method !== 'POST' || undoesRemoval(operation) || madeBy(context, operation).length > 0) return [];
  if (hedge.test(textsAt(contract, operation.pointer).join(' '))) return [];
  const verb = isOfTexts(contract, operation) ? verbOf(operation) : undefined;
  return context.resources.flatMap((resource) => {
    const { read } = resource;
    const schema = read && successSchema(contract, read);
    const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
    const isAction = isActionOn(context, operation, resource) || isActionOnFound(context, operation, resource);
    if (read === undefined || place === undefined || !isAction) return [];
    const properties = [...ownProperties(contract, place.pointer)];
    const chosen = chosenIn(contract, operation, properties);
    const reached = properties.flatMap(([property, pointer]) =>
      verb === undefined ? [] : reachedIn(contract, property, pointer, verb),
    );
    const all = chosen.length > 0 ? chosen : reached;
    return all.map((one) => ({ resource, read, ...one, isAnswered: isAnsweredAs(contract, operation, one.state) }));
  });
}

/** True where the description of a success names a state, and says of no case that it may be another one. */
function isAnsweredAs(contract: Contract, { responses }: Operation, state: string): boolean {
  return Object.entries(responses).some(([status, { pointer }]) => {
    const text = descriptionAt(contract, pointer);
    return (
      /^2/.test(status) && ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(state).join(' ')} `) && !open.test(text)
    );
  });
}

const open = new RegExp(`${hedge.source}|\\b(?:or|if|was|already)\\b`, 'i');

/** The states that a property of the body has for its values, and the item in a property of another name. */
function chosenIn(
  contract: Contract,
  operation: Operation,
  properties: readonly [name: string, pointer: string][],
): Reaching[] {
  const schema = jsonBodySchema(contract, operation);
  const sent = schema === undefined ? [] : [...viewSchema(contract, schema).properties];
  const choices = properties.flatMap(([property, pointer]) => {
    const states = statesNamedBy(contract, property, pointer);
    return sent.flatMap(([name, at]) => {
      const values = (enumOf(viewSchema(contract, at)) ?? []).filter((one) => typeof one === 'string');
      const isChoice = values.length > 1 && name !== property && values.every((one) => states.includes(one));
      return isChoice ? [{ property, pointer, chosenBy: { name, values } }] : [];
    });
  });
  return choices.length === 1
    ? choices.flatMap((one) => one.chosenBy.values.map((value) => ({ ...one, value, state: value })))
    : [];
}

/** The one word that an action is called by in its path. */
function verbOf({ path }: Operation): string | undefined {
  const [, last = ''] = /[/:]([a-z]{3,})\/?$/i.exec(path) ?? [];
  const [verb, ...others] = wordsOf(last);
  return others.length === 0 ? verb : undefined;
}

/** True where a body has texts alone: what it counts, chooses or lists may make a part of the action of it. */
function isOfTexts(contract: Contract, operation: Operation): boolean {
  const schema = jsonBodySchema(contract, operation);
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties.values()];
  return properties.every((one) =>
    typesOf(contract, viewSchema(contract, one)).every((type) => type === 'string' || type === 'null'),
  );
}

/** What a verb means that undoes what another one does. */
const opposites: Readonly<Record<string, string>> = { close: 'open', disable: 'enabled', deactivate: 'active' };

function reachedIn(contract: Contract, property: string, pointer: string, verb: string): Reaching[] {
  const done = [
    ...participlesOf(verb),
    ...(verb === 'activate' ? ['active'] : []),
    ...(verb === 'open' ? ['open'] : []),
  ];
  const of = { property, pointer, chosenBy: undefined };
  const flag = flagOf(contract, property, pointer);
  if (flag === undefined) {
    const value = statesNamedBy(contract, property, pointer).find((one) => done.includes(one.toLowerCase()));
    return value === undefined ? [] : [{ ...of, value, state: value }];
  }
  const [, undone = ''] = /^(?:un|de)([a-z]{3,})$/.exec(verb) ?? [];
  const isUndone = opposites[verb] === flag || participlesOf(undone).includes(flag);
  if (isUndone) return [{ ...of, value: false, state: otherThan(flag) }];
  return done.includes(flag) ? [{ ...of, value: true, state: flag }] : [];
}
