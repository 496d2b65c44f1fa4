import type { Exact } from '../../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { nounPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { enumOf, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { isActionOn } from '../../request/actions.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { statesNamedBy } from './state-rules.ts';
import { type ActedOn, actedOn } from './stored.ts';

/** What a property of an item is after an action. */
export type Effect = { is: 'value'; value: Exact } | { is: 'something' } | { is: 'nothing' };

/** What an action does to a property of its item, as its description says: "Sets `publishedAt`". */
export interface SaidEffect {
  operation: Operation;
  resource: Resource;
  read: Operation;
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  effect: Effect;
}

/** What descriptions say that an action sets or clears in the item that it answers with. */
export const saidEffectsOf = foundOnce(findEffects);

function findEffects(context: Described, operation: Operation): SaidEffect[] {
  const { contract } = context.description;
  const acted = actedOn(context, operation)[0] ?? doneSilently(context, operation);
  const read = acted?.resource.read;
  if (acted === undefined || read === undefined) return [];
  const properties = ownProperties(contract, acted.shown);
  const text = descriptionAt(contract, operation.pointer);
  return [...effectsIn(contract, properties, nounPattern(acted.resource), text)].flatMap(([property, effect]) => {
    const pointer = properties.get(property);
    return pointer === undefined ? [] : [{ operation, resource: acted.resource, read, property, pointer, effect }];
  });
}

/** The item of an action that answers with nothing. */
function doneSilently(context: Described, operation: Operation): Pick<ActedOn, 'resource' | 'shown'> | undefined {
  const { contract } = context.description;
  if (successSchema(contract, operation) !== undefined || !Object.hasOwn(operation.responses, '204')) return undefined;
  const resource = context.resources.find((one) => one.read !== undefined && isActionOn(context, operation, one));
  const schema = resource?.read && successSchema(contract, resource.read);
  const place = resource === undefined || schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  return resource === undefined || place === undefined ? undefined : { resource, shown: place.pointer };
}

// What makes of a sentence one about some cases alone, and of a part of it one about another time.
const conditions = [
  'if unless when where while once except may might can could optionally either or depending not never without only',
  'until otherwise eventually soon asynchronously background whether already',
];
const condition = new RegExp(`\\b(?:${conditions.join(' ').replaceAll(' ', '|')})\\b`, 'i');
const otherTime = /\b(?:first|before|after|later|again)\b/i;

const setting = /^(?:(?:it|this|then|also|the (?:operation|action|request)) )*(?:sets|records|stamps) (?<object>.+)$/i;
const clearing =
  /^(?:(?:it|this|then|also|the (?:operation|action|request)) )*(?:clears|unsets|empties) (?<object>.+)$/i;
const named = '(?:the |its )?(?:property )?(?:`(?<quoted>\\w+)`|(?<bare>\\w+))(?: of [^`]+?)?';
const settingTo = new RegExp(`^${named}(?: back)? to (?<target>.+)$`, 'i');
const alone = /^(?:the |its )?(?:property )?`(?<quoted>\w+)`$/;
const severally = /(?<names>`\w+`(?:, `\w+`)*),? and (?<last>`\w+`) are (?<verb>set|cleared|unset)(?=$|,| and )/g;
const passive = /^(?:the |its )?`(?<quoted>\w+)` is (?<verb>set|cleared|unset)(?: (?:back )?to (?<target>.+))?$/i;

/** By property, what the sentences of a description say of it; those with conditions say nothing. */
function effectsIn(
  contract: Contract,
  properties: ReadonlyMap<string, string>,
  noun: string,
  description: string,
): Map<string, Effect> {
  const said = new Map<string, Effect>();
  const quoted = (sentence: string) => namesQuoted(properties, sentence);
  for (const sentence of sentencesOf(description).map(quoted).map(separated)) {
    if (condition.test(sentence)) continue;
    let verb: 'sets' | 'clears' | undefined;
    for (const clause of sentence.trim().split(/,? and (?:then )?|, /)) {
      if (otherTime.test(clause)) continue;
      const reached = stateReached(contract, properties, noun, clause.trim());
      if (reached !== undefined) said.set(reached.property, { is: 'value', value: reached.value });
      const [set, cleared, was] = [setting, clearing, passive].map((form) => form.exec(clause.trim())?.groups);
      const isGoingOn = /^(?:the |its )?`?\w+`?(?: to |$)/i.test(clause);
      verb = set !== undefined ? 'sets' : cleared !== undefined ? 'clears' : isGoingOn ? verb : undefined;
      const object = set?.['object'] ?? cleared?.['object'] ?? clause.trim();
      const own = was ?? settingTo.exec(object)?.groups ?? alone.exec(object)?.groups;
      if (own === undefined || (was === undefined && verb === undefined)) continue;
      const isCleared = was === undefined ? verb === 'clears' : was['verb']?.toLowerCase() !== 'set';
      const name = [...properties.keys()].find((one) => one === own['quoted'] || one === own['bare']?.toLowerCase());
      const pointer = properties.get(name ?? '');
      if (name === undefined || pointer === undefined) continue;
      const effect = effectOn(contract, pointer, isCleared, own['target'], own['quoted'] !== undefined);
      if (effect !== undefined) said.set(name, effect);
    }
  }
  return said;
}

/** Puts names of properties in backticks that can be no words of a sentence: `startedAt`, `started_at`. */
function namesQuoted(properties: ReadonlyMap<string, string>, sentence: string): string {
  return sentence.replaceAll(/(?<![`\w])[a-z]\w*(?:[a-z\d][A-Z]|_)\w*(?![`\w])/g, (name) =>
    properties.has(name) ? `\`${name}\`` : name,
  );
}

/** Says of each of several properties what a sentence says of all: "`a` and `b` are set". */
function separated(sentence: string): string {
  return sentence.replaceAll(severally, (_, names: string, last: string, verb: string) =>
    [...names.split(', '), last].map((name) => `${name} is ${verb}`).join(', '),
  );
}

/** The state of which a clause says that an item is in it afterwards: "The order is `paid` then". */
function stateReached(
  contract: Contract,
  properties: ReadonlyMap<string, string>,
  noun: string,
  clause: string,
): { property: string; value: string } | undefined {
  const item = `(?:(?:the |this )?${noun}|it)`;
  const thing = `(?:an?|the|this)(?: \\w+)? ${noun}`;
  const value = '[`\'"]?(?<value>\\w+)[`\'"]?';
  const into = '(?:(?:moves|goes|changes|turns) (?:in)?to)(?: the)?(?: status| state)?';
  const forms = [
    `${item} (?:then |now )?(?:becomes|is (?:then|now)|${into}) ${value}`,
    `${item} is ${value} (?:then|now|afterwards)`,
    `(?:marks|sets|flags) ${thing} as ${value}`,
    `(?:moves|changes|brings|puts|turns) ${thing} (?:in)?to(?: the)?(?: status| state)? ${value}`,
    `(?:its|the) (?:status|state|phase|stage) (?:then |now )?(?:becomes|is (?:then|now)|changes to) ${value}`,
  ];
  const [named] = forms.flatMap((form) => new RegExp(`^${form}$`, 'i').exec(clause)?.groups?.['value'] ?? []);
  const [own, ...others] = [...properties].filter(([name, at]) =>
    statesNamedBy(contract, name, at).some((one) => one === named),
  );
  return own === undefined || named === undefined || others.length > 0 ? undefined : { property: own[0], value: named };
}

function effectOn(
  contract: Contract,
  pointer: string,
  isCleared: boolean,
  target: string | undefined,
  isQuoted: boolean,
): Effect | undefined {
  const view = viewSchema(contract, pointer);
  const types = typesOf(contract, view).filter((type) => type !== 'null');
  if (target === undefined) {
    if (types.join() === 'boolean') return { is: 'value', value: !isCleared };
    return isCleared ? { is: 'nothing' } : { is: 'something' };
  }
  if (isCleared) return undefined;
  const [, literal = target] = /^[`'"]([^`'"]+)[`'"]$/.exec(target) ?? [];
  const isLiteral = literal !== target;
  const value = enumOf(view)?.find((one) => one === literal);
  if (value !== undefined) return { is: 'value', value };
  if (literal === 'null') return { is: 'nothing' };
  if (types.join() === 'boolean' && /^(true|false)$/.test(literal)) return { is: 'value', value: literal === 'true' };
  const isNumeric = types.every((type) => type === 'integer' || type === 'number');
  if (isNumeric && /^(0|[1-9]\d{0,8})$/.test(literal)) return { is: 'value', value: Number(literal) };
  const isTime = /^(?:the )?(?:current (?:date|time|moment)|now|(?:date|time|moment)\b)/i.test(target);
  return isTime && isQuoted && !isLiteral ? { is: 'something' } : undefined;
}
