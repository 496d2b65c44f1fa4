import { type Contract, descriptionAt, textsAt } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { successSchema } from '../success-responses.ts';
import { viewItem } from './item-view.ts';
import { listOperation } from './list-operation.ts';

const isKnown = '(?:authenticated|authorized|logged[ -]in|signed[ -]in)';
const toKnown = new RegExp(
  `\\bonly (?:be )?(?:available|shown|visible|included|present|returned|provided|set)\\b[^.;]*?` +
    `\\b(?:when|if|to|for|with)\\b (?:\\w+ ){0,3}${isKnown}`,
  'i',
);
const forOthers = new RegExp(`\\b(?:if|when) (?:\\w+ ){0,3}${isKnown}\\b[^.]*\\b(?:otherwise|else|if not)\\b`, 'i');

/** Properties of what GET shows, by themselves or in a list, that only somebody who is known may see. */
export interface ShownToKnown {
  /** Where the list of things is in the answer; undefined where it is one thing. */
  list: readonly string[] | undefined;
  properties: { name: string; pointer: string }[];
}

/** By their descriptions: "Only available when authenticated". */
export const shownToKnown = remembered((contract: Contract, operation: Operation): ShownToKnown | undefined => {
  const schema = operation.method === 'GET' ? successSchema(contract, operation) : undefined;
  const hasWay = operation.security.some((way) => Object.keys(way).length > 0);
  if (schema === undefined || !hasWay) return undefined;
  const list = listOperation(contract, operation);
  const item = viewItem(contract, list?.item ?? schema);
  const properties = [...item.properties]
    .filter(([name, pointer]) => !item.required.has(name) && toKnown.test(descriptionAt(contract, pointer)))
    .map(([name, pointer]) => ({ name, pointer }));
  return properties.length === 0 ? undefined : { list: list?.segments, properties };
});

/** True where the description of an operation says what others than those who are known get. */
export function servesOthers(contract: Contract, { pointer }: Operation): boolean {
  return textsAt(contract, pointer).some((text) => forOthers.test(text));
}
