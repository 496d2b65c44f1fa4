import type { Exact } from '../../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties, sentOf, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { nounPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { textAt, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { isActionOn } from '../../request/actions.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { participlesOf } from './participles.ts';
import { statesNamedBy } from './state-rules.ts';

/** A property that is null until an item comes into a state, or until something is done with it. */
export interface SetWhenRule {
  resource: Resource;
  read: Operation;
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  /** The property that has the state of an item, and the states in which this one is set. */
  states: { property: string; values: readonly string[] } | undefined;
  /** What sets it. */
  actions: readonly Operation[];
  /** True where a description says that it is null before. */
  isSaid: boolean;
}

/** What descriptions say of when properties of an item are set: "When it was paid; null until then." */
export const setWhenRulesOf = foundOnce(findRules);

/** True where an item is in a state in which the property of a rule is set. */
export function isSetIn({ states }: SetWhenRule, item: Exact): boolean {
  const state = states && valueIn(item, states.property);
  return typeof state === 'string' && states?.values.includes(state) === true;
}

function findRules(context: Described, read: Operation): SetWhenRule[] {
  const { contract } = context.description;
  const resource = context.resources.find((one) => one.read === read);
  const schema = successSchema(contract, read);
  const place = resource === undefined || schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  if (resource?.create === undefined || place === undefined) return [];
  const properties = [...ownProperties(contract, place.pointer)];
  const { required } = viewSchema(contract, place.pointer);
  const [state] = properties.flatMap(([property, at]) => {
    const values = statesNamedBy(contract, property, at);
    return values.length === 0 ? [] : [{ property, values }];
  });
  const actions = context.description.operations.filter((one) => isActionOn(context, one, resource));
  const sent = [resource.create, resource.replace, resource.merge].flatMap(
    (one) => (one && jsonBodySchema(contract, one)) ?? [],
  );
  return properties.flatMap(([property, pointer]) => {
    const isOwn = sent.every((at) => !sentOf(contract, at).has(property));
    const isOpen = isOwn && isNullable(contract, pointer);
    const mayBeAbsent = isOwn && isTime(contract, pointer) && !required.has(property);
    const saysNull = /\bnull\b/i.test(descriptionAt(contract, pointer));
    const said = isOpen || mayBeAbsent ? wordsSaid(contract, resource, pointer) : [];
    const words = said.length > 0 || !isOpen ? said : wordsNamed(contract, property, pointer, actions, state?.values);
    const values = state?.values.filter((value) => words.includes(wordsOf(value).join(' '))) ?? [];
    // What has a state of its own may come into it later than the action is answered.
    const others = words.filter((word) => values.every((value) => wordsOf(value).join(' ') !== word));
    const doing = actions.filter((one) => others.some((word) => namesOf(one).includes(word)));
    const isKnown = others.every((word) => doing.some((one) => namesOf(one).includes(word)));
    const states = state && { property: state.property, values };
    return words.length > 0 && isKnown
      ? [{ resource, read, property, pointer, states, actions: doing, isSaid: said.length > 0 && saysNull }]
      : [];
  });
}

function isNullable(contract: Contract, pointer: string): boolean {
  return typesOf(contract, viewSchema(contract, pointer)).includes('null');
}

function isTime(contract: Contract, pointer: string): boolean {
  return ['date-time', 'date'].includes(textAt(viewSchema(contract, pointer), 'format') ?? '');
}

/** The participles of what sets a property, as its description says. */
function wordsSaid(contract: Contract, resource: Resource, pointer: string): string[] {
  const text = descriptionAt(contract, pointer);
  // Of a work order, "the work" is started.
  const [first = ''] = wordsOf(resource.collectionPath.split('/').at(-1) ?? '');
  const noun = `(?:${nounPattern(resource)}|${first})`;
  const said = '(?<said>[a-z][a-z ,_-]*)';
  const item = `(?:it|the ${noun})`;
  const forms = [
    `^(?:the time |the date )?when ${item} ${said}[;,.] (?:or |it is )?null (?:until|before) (?:then|that)[.]?$`,
    ...(isTime(contract, pointer) ? [`^(?:the time |the date )?when ${item} ${said}[.]?$`] : []),
    `\\bnull (?:until|unless|before) ${item} ${said}[.]?$`,
    `\\bnull (?:until|unless) (?:the|its) (?:status|state) is ${said}[.]?$`,
  ];
  const [list = ''] = forms.flatMap((form) => new RegExp(form, 'i').exec(text.trim())?.groups?.['said'] ?? []);
  return list
    .toLowerCase()
    .split(/, or |, | or /)
    .map((one) => one.replace(/^(?:(?:is|was|has been|has|been) )+/, '').replaceAll(/[_-]/g, ' '))
    .filter((one) => one !== '');
}

const hedge = /\b(?:if|unless|may|might|optional|planned|expected|estimated)\b/i;

/**
 * The participle that a time is called by, as `cancelled_at`, where an action does that. What takes a body may do a
 * part of it, as to pay less than all: a state says then that it is done.
 */
function wordsNamed(
  contract: Contract,
  property: string,
  pointer: string,
  actions: readonly Operation[],
  states: readonly string[] = [],
): string[] {
  const [word = '', time = '', ...others] = wordsOf(property);
  if (
    !isTime(contract, pointer) ||
    others.length > 0 ||
    /^(?:creat|add|updat|modif|chang|edit)/.test(word) ||
    !/^(?:at|on|date|time)$/.test(time)
  )
    return [];
  if (hedge.test(descriptionAt(contract, pointer))) return [];
  const doing = actions.filter((one) => namesOf(one).includes(word));
  const isState = states.some((value) => wordsOf(value).join(' ') === word);
  const isDone = doing.length > 0 && (isState || doing.every(({ requestBody }) => requestBody === null));
  return isDone ? [word] : [];
}

/** What is said of an item with which an action was done: "claimed" of `POST /runs/{id}/claim`. */
function namesOf({ path }: Operation): readonly string[] {
  const [, verb = ''] = /[/:]([a-z]{3,})\/?$/i.exec(path) ?? [];
  return verb === '' ? [] : participlesOf(verb);
}
