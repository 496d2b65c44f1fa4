import { type Contract, descriptionAt, textsAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { resourceOfPath } from '../../request/referenced-resource.ts';
import { type Described, foundOnce } from '../found-once.ts';

/** A number of a body that a number of the item bounds to which the request is. */
export interface BoundRule {
  owner: Resource;
  read: Operation;
  /** The number that is sent, and that of the item. */
  property: string;
  other: string;
  /** `above`: it must be more than that; `within`: it must not. */
  is: 'above' | 'within';
  /** Of what has the description. */
  pointer: string;
}

/** What descriptions say: "A bid must be higher than the current price", "The amount must not exceed the balance". */
export const boundRulesOf = foundOnce(findRules);

/** The statuses by which a server says that a number is out of such bounds. */
export const boundStatuses = ['409', '422', '423', '403'];

function findRules(context: Described, operation: Operation): BoundRule[] {
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, operation);
  const [, parameter] = /\{([^}/]+)\}[/:][^{}]+$/.exec(operation.path) ?? [];
  const refusals = boundStatuses.flatMap((status) => operation.responses[status]?.pointer ?? []);
  if (schema === undefined || parameter === undefined || refusals.length === 0) return [];
  const owner = resourceOfPath(context, operation, parameter);
  const shown = owner?.read && successSchema(contract, owner.read);
  const place = owner === undefined || shown === undefined ? undefined : itemPlaceIn(contract, shown, owner);
  if (owner?.read === undefined || place === undefined) return [];
  const { read } = owner;
  const numbers = numbersIn(contract, viewSchema(contract, schema).properties);
  const others = numbersIn(contract, ownProperties(contract, place.pointer));
  const sayings = [operation.pointer, ...refusals].map((pointer) => ({ pointer, text: textsAt(contract, pointer) }));
  return numbers.flatMap(([property, at]) => {
    const own = { pointer: at, text: [descriptionAt(contract, at)] };
    for (const { pointer, text } of [own, ...sayings]) {
      const sentences = text.flatMap(sentencesOf).filter((one) => !hedge.test(one));
      // Of several numbers, a sentence must name the one that it is about.
      const about = sentences.filter((one) => pointer === at || numbers.length === 1 || names(one, property));
      const [bound] = about.flatMap((sentence) => boundIn(sentence, others) ?? []);
      if (bound !== undefined) return [{ owner, read, property, ...bound, pointer }];
    }
    return [];
  });
}

const hedge = /\b(?:unless|except|if|when|until|percent|half|twice|times|plus|minus)\b|%/i;

function numbersIn(contract: Contract, properties: ReadonlyMap<string, string>): [name: string, pointer: string][] {
  return [...properties].filter(([, pointer]) => {
    const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
    return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
  });
}

function names(sentence: string, property: string): boolean {
  return ` ${wordsOf(sentence).join(' ')} `.includes(` ${wordsOf(property).join(' ')} `);
}

const more = '(?:higher|greater|larger|more|bigger) than';
const never = "(?:cannot|can not|can't|must not|may not|must never|may never)";
const least = new RegExp(`\\b(?:must|has to|needs to) be (?:strictly )?${more} (?<other>.+)$`, 'i');
const most = new RegExp(
  `(?:\\b${never} (?:exceed|be ${more})|\\bat most|\\bexceed(?:s|ing)?|\\b(?:is )?${more}) (?<other>(?:the|its) .+)$`,
  'i',
);

/** The number of an item that a sentence names as a bound. */
function boundIn(
  sentence: string,
  others: readonly [name: string, pointer: string][],
): Pick<BoundRule, 'other' | 'is'> | undefined {
  const above = least.exec(sentence)?.groups?.['other'];
  const within = above === undefined ? most.exec(sentence)?.groups?.['other'] : undefined;
  const said = wordsOf(above ?? within ?? '').filter((word) => !['the', 'its', 'any'].includes(word));
  const named = others.filter(([name]) => {
    const words = wordsOf(name);
    // "The available balance" is the `balance`.
    const isAt = (start: number) => words.every((word, index) => said[start + index] === word);
    return isAt(0) || (isAt(1) && /^(?:available|current|remaining)$/.test(said[0] ?? ''));
  });
  const [[other] = [], ...more] = named.toSorted(([one], [two]) => two.length - one.length);
  return other === undefined || more.some(([name]) => name.length === other.length)
    ? undefined
    : { other, is: above === undefined ? 'within' : 'above' };
}
