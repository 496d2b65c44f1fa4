import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { nounPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type Described, foundOnce } from '../found-once.ts';
import { ownerOf } from './holding-rules.ts';

/** A number by which the things beneath an item are counted on. */
export interface NumberingRule {
  owner: Resource;
  resource: Resource;
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  /** The number of the first thing beneath an item, where that is said. */
  first: number | undefined;
}

/** What descriptions say of numbers that count on: "Its `number` is one more than that of the last order." */
export const numberingRulesOf = foundOnce(findRules);

function findRules(context: Described, operation: Operation): NumberingRule[] {
  const { contract } = context.description;
  const resource = context.resources.find(({ create }) => create === operation);
  const owner = resource && ownerOf(context, resource);
  const schema = successSchema(contract, operation);
  if (resource === undefined || owner === undefined || schema === undefined) return [];
  const place = itemPlaceIn(contract, schema, resource);
  const body = jsonBodySchema(contract, operation);
  const sent = body === undefined ? undefined : viewSchema(contract, body).properties;
  const numbers = [...ownProperties(contract, place?.pointer ?? schema)].filter(
    ([name, at]) =>
      isInteger(contract, at) && (sent?.has(name) !== true || isReadOnly(viewSchema(contract, sent.get(name) ?? ''))),
  );
  const noun = nounPattern(resource);
  return numbers.flatMap(([property, pointer]) => {
    const own = sentencesOf(descriptionAt(contract, pointer));
    const others = sentencesOf(descriptionAt(contract, operation.pointer)).filter((one) =>
      one.includes(`\`${property}\``),
    );
    // What a sentence says of the first one is about what the one before it is about.
    const all = others.length === 0 ? own : [...own, ...sentencesOf(descriptionAt(contract, operation.pointer))];
    return all.some((one) => countsOn(noun, one)) && !all.some((one) => hedge.test(one))
      ? [{ owner, resource, property, pointer, first: firstIn(noun, all) }]
      : [];
  });
}

const hedge = /\b(?:gaps?|usually|mostly|may|might|unless|except|across|all|global(?:ly)?|skip\w*|reused?)\b/i;

function countsOn(noun: string, sentence: string): boolean {
  const more = `\\bone more than (?:that of )?the (?:last|latest|previous) ${noun}\\b`;
  return new RegExp(`${more}|\\b(?:counts?|counted|numbered) (?:consecutively |up |on )*from 1\\b`, 'i').test(sentence);
}

function firstIn(noun: string, sentences: readonly string[]): number | undefined {
  const first = new RegExp(`\\bfirst ${noun} (?:has|gets|is) (?:the )?(?:number |\`\\w+\` )?1\\b|\\bfrom 1\\b`, 'i');
  return sentences.some((one) => first.test(one)) ? 1 : undefined;
}

function isInteger(contract: Contract, pointer: string): boolean {
  return typesOf(contract, viewSchema(contract, pointer)).join() === 'integer';
}
