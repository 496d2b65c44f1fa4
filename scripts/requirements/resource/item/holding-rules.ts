import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { nounsPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { isActionOn } from '../../request/actions.ts';
import { referencedResource, resourceOfPath } from '../../request/referenced-resource.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { isDoneBy, stateSaid, statesNamedBy } from './state-rules.ts';

/** The things beneath an item that keep an operation on the item from being served. */
export interface HoldingRule {
  owner: Resource;
  /** The things, and their creation beneath the item. */
  resource: Resource;
  create: Operation;
  /** The property of a new thing that names the item, where its path does not. */
  reference: string | undefined;
  /** The property of a thing that has its state, and the state in which it does so; undefined where any does. */
  state: { property: string; value: string } | undefined;
  /** How a requirement names them: `runs`, or `queued-runs`. */
  things: string;
  /** Of what has the description. */
  pointer: string;
}

/** What descriptions say of things that must be gone first: "A shelf with lent books cannot be removed." */
export const holdingRulesOf = foundOnce(findRules);

/** What things of a resource are made directly beneath; undefined where that is nothing. */
export function ownerOf(context: Pick<Described, 'resources'>, { create }: Resource): Resource | undefined {
  const [, name] = (create && /\{([^}/]+)\}\/[^{}]+$/.exec(create.path)) ?? [];
  return create === undefined || name === undefined ? undefined : resourceOfPath(context, create, name);
}

function findRules(context: Described, operation: Operation): HoldingRule[] {
  const { contract } = context.description;
  const refusals = ['409', '422', '423'].flatMap((status) => operation.responses[status]?.pointer ?? []);
  const owner = refusals.length === 0 ? undefined : context.resources.find((one) => isOn(context, operation, one));
  if (owner === undefined) return [];
  const rules = context.resources.flatMap((resource) => {
    const { create } = resource;
    const above = ownerOf(context, resource);
    const reference = above === undefined && create ? referenceTo(context, create, owner) : undefined;
    if (create === undefined || (reference === undefined && above !== owner)) return [];
    const state = stateIn(contract, resource);
    const said = new Holding(operation, owner, resource, state?.values ?? []);
    return [operation.pointer, ...refusals].flatMap((pointer) => {
      const text = descriptionAt(contract, pointer);
      // Of a change, some properties alone may be refused.
      const isOfRefusal = pointer !== operation.pointer && ['DELETE', 'POST'].includes(operation.method);
      return said.in(text, isOfRefusal).map((value) => ({
        owner,
        resource,
        create,
        reference,
        state: value === undefined || state === undefined ? undefined : { property: state.property, value },
        things: [value, resource.collectionPath.split('/').at(-1)].filter((part) => part !== undefined).join('-'),
        pointer,
      }));
    });
  });
  return [...new Map(rules.map((rule) => [`${rule.resource.collectionPath} ${rule.things}`, rule])).values()];
}

/** The one property by which the body of a creation names what the new thing belongs to. */
export function referenceTo(context: Described, create: Operation, owner: Resource): string | undefined {
  const [reference, ...others] = referencesIn(context, create).filter(({ resource }) => resource === owner);
  return others.length === 0 ? reference?.name : undefined;
}

/** The properties of the body of a creation, each with the resource of which it names a thing. */
const referencesIn = foundOnce((context, create) => {
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, create);
  const names = schema === undefined ? [] : [...viewSchema(contract, schema).properties.keys()];
  return names.map((name) => ({ name, resource: referencedResource(context, create, name) }));
});

function isOn(context: Described, operation: Operation, resource: Resource): boolean {
  const { replace, merge, remove } = resource;
  return [replace, merge, remove].includes(operation) || isActionOn(context, operation, resource);
}

/** The property of a thing that has its state, and all states. */
function stateIn(contract: Contract, resource: Resource): { property: string; values: string[] } | undefined {
  const { read } = resource;
  const schema = read && successSchema(contract, read);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  const all = place === undefined ? [] : [...ownProperties(contract, place.pointer)];
  const [first] = all
    .map(([property, pointer]) => ({ property, values: statesNamedBy(contract, property, pointer) }))
    .filter(({ values }) => values.length > 0);
  return first;
}

const caseEnd = /,? or (?=(?:the|this|an?|it|one of) )/i;

/** Reads sentences about an item and what is beneath it. */
class Holding {
  readonly #operation: Operation;
  readonly #values: readonly string[];
  readonly #forms: readonly RegExp[];
  readonly #refusals: readonly RegExp[];

  constructor(operation: Operation, owner: Resource, resource: Resource, values: readonly string[]) {
    this.#operation = operation;
    this.#values = values;
    const [owners, nouns] = [nounsPattern(owner), nounsPattern(resource)];
    const state = `(?:${values.map(stateSaid).join('|') || '(?!)'})`;
    const states = `${state}(?:(?:, (?:or |and )?| or | and )${state})*`;
    const some = '(?:an?|any|some|one of its|any of its|some of its)';
    const one = `${some} ${nouns} (?:is|are)(?: still)? (?<those>${states})`;
    const near = '(?:assigned|associated|attached|linked|related)';
    const things =
      `(?:${some} |its )?(?:(?:existing|remaining|dependent|${near}) )?(?:(?<list>${states}) )?` +
      nouns +
      `(?: (?:that|which) (?:is|are)(?: still)? (?<also>${states})| left| ${near}(?: (?:to|with) it)?)?`;
    const not = "(?:cannot|can not|can't|must not|may not) be (?<verb>[a-z]+)";
    const use = 'in use by|used by|used in|referenced by';
    const has = `(?:still )?(?:has|have|contains?|holds?|(?:is|are) (?:still )?(?:${use}))`;
    const when = '(?:while|if|when|as long as|because|since)';
    const items = `(?:(?:an?|the|this|any) )?${owners}`;
    const holder = `(?:${items}|it|they)`;
    const held = `(?:(?:${holder} ${has}|there are(?: still)?) ${things}|${one})`;
    const withThings = `(?:with|(?:that|which) ${has}) ${things}`;
    const cannot = "(?:cannot|can not|can't) (?<act>delete|remove)";
    this.#forms = [
      `${items} ${withThings} ${not}`,
      `${items} ${not} ${when} ${held}`,
      `${cannot} ${items} ${withThings}`,
      `${cannot} ${items} ${when} ${held}`,
    ].map((form) => new RegExp(`^${form}$`, 'i'));
    this.#refusals = [`${holder} ${has} ${things}`, `(?:.* )?because of ${things}`, one].map(
      (form) => new RegExp(`^${form}$`, 'i'),
    );
  }

  /** The states of the things, or undefined for any, of which a description says that it is refused with them. */
  in(description: string, isOfRefusal: boolean): (string | undefined)[] {
    return sentencesOf(description).flatMap((sentence) => [
      ...this.#read(sentence, this.#forms),
      ...(isOfRefusal ? sentence.split(caseEnd).flatMap((one) => this.#read(one, this.#refusals)) : []),
    ]);
  }

  #read(sentence: string, forms: readonly RegExp[]): (string | undefined)[] {
    for (const form of forms) {
      const { groups } = form.exec(sentence.trim()) ?? {};
      if (groups === undefined) continue;
      const { act, verb = act, list, also, those } = groups;
      if (verb !== undefined && !isDoneBy(this.#operation, verb)) return [];
      const said = list ?? also ?? those;
      if (said === undefined) return [undefined];
      const named = said.split(/,? (?:or|and) |, /i);
      const states = named.map((word) =>
        this.#values.find((value) => new RegExp(`^${stateSaid(value)}$`, 'i').test(word)),
      );
      return states.includes(undefined) ? [] : states;
    }
    return [];
  }
}
