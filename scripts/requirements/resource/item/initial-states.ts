import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties, sentOf } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { nounPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { flagOf, oppositeOf, statesNamedBy } from './state-rules.ts';

/** The state that a new item is in. */
export interface InitialState {
  resource: Resource;
  /** The property of the item that has its state, and its value in that state. */
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  value: string | boolean;
  /** True where clients may send the property as well. */
  isSent: boolean;
}

/** What the description of a creation, or of its answer, says of a new item: "Creates a post, which is a `draft`." */
export const initialStatesOf = foundOnce(findStates);

const hedge = /\b(?:unless|except|if|when|where|once|may|might|can|either|or|depending|default|after|until)\b/i;

function findStates(context: Described, operation: Operation): InitialState[] {
  const { contract } = context.description;
  const resource = context.resources.find(({ create }) => create === operation);
  const schema = successSchema(contract, operation);
  const place = resource === undefined || schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  if (resource === undefined || place === undefined) return [];
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  const words = [operation, ...successes.map(([, response]) => response)].flatMap(({ pointer }) =>
    wordsSaid(nounPattern(resource), descriptionAt(contract, pointer)),
  );
  if (words.length === 0) return [];
  const body = jsonBodySchema(contract, operation);
  const sent = body === undefined ? undefined : sentOf(contract, body);
  const found = [...ownProperties(contract, place.pointer)].flatMap(([property, pointer]) => {
    const value = valueSaid(contract, property, pointer, words);
    return value === undefined ? [] : [{ resource, property, pointer, value, isSent: sent?.has(property) === true }];
  });
  // A word that says something of two properties is about one of them.
  return found.length === 1 ? found : [];
}

/** The words by which a description says how a new item is. */
function wordsSaid(noun: string, description: string): string[] {
  const value = '(?:an? )?[`\'"]?(?<value>[a-z]+(?:[ _-][a-z]+)?)[`\'"]?';
  const first = '(?:at first|initially)';
  const kind = '(?:(?:the |an? |its )?(?:status|state|phase|stage) )?';
  const one = `(?:it|(?:a |the |every |each )?(?:new )?${noun})`;
  const forms = [
    `.*\\b${noun},? (?:which|that) is (?:${first} )?${value}(?: ${first})?`,
    `.*\\b${noun} (?:with|in) (?:the |an? )?(?:status|state|phase|stage) ${value}`,
    `(?:a |the )new ${noun} (?:is|starts as) (?:${first} )?${value}(?: ${first})?`,
    `(?:it|the ${noun}) (?:is ${first}|starts as) ${value}`,
    `(?:it|the ${noun}) is ${value} ${first}`,
    `${one} (?:starts|begins)(?: out)? (?:with|in|as) ${kind}${value}(?: and .*)?`,
    `(?:a |the |every |each )?new ${noun} has ${kind}${value}(?: and .*)?`,
    `.*\\b(?:it|${noun})\\b.*\\benters (?:the |an? )?${value} (?:status|state|phase|stage)`,
    `.*\\b(?:it|${noun})\\b.*\\benters (?:the |its )?(?:status|state|phase|stage) ${value}`,
    `(?:its|the) initial (?:status|state|phase|stage) is ${value}`,
  ];
  return sentencesOf(description)
    .filter((sentence) => !hedge.test(sentence))
    .map((sentence) => sentence.replaceAll(/\bwill enter\b/gi, 'enters'))
    .flatMap((sentence) =>
      forms.flatMap((form) => new RegExp(`^${form}$`, 'i').exec(sentence.trim())?.groups?.['value'] ?? []),
    );
}

function valueSaid(
  contract: Contract,
  property: string,
  pointer: string,
  words: readonly string[],
): string | boolean | undefined {
  const isSaid = (state: string) => words.some((word) => wordsOf(word).join(' ') === wordsOf(state).join(' '));
  const flag = flagOf(contract, property, pointer);
  if (flag === undefined) return statesNamedBy(contract, property, pointer).find(isSaid);
  const opposite = oppositeOf(flag);
  return isSaid(flag) ? true : opposite !== undefined && isSaid(opposite) ? false : undefined;
}
