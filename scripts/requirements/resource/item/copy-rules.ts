import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { nounPattern, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { madeBy } from '../../request/actions.ts';
import { type Described, foundOnce } from '../found-once.ts';

/** What a property of a copy is, by the item that it was made of. */
export interface CopyRule {
  resource: Resource;
  read: Operation;
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  /** The value of the property that the item has, one more than that, or the identifier of the item. */
  is: 'the same' | 'one more' | 'the identifier';
}

/** What a description says of what an action makes of an item: "Makes a copy with the same `title`." */
export const copyRulesOf = foundOnce(findRules);

function findRules(context: Described, operation: Operation): CopyRule[] {
  const { contract } = context.description;
  const [made] = madeBy(context, operation);
  const schema = made && successSchema(contract, made.read);
  const place = made === undefined || schema === undefined ? undefined : itemPlaceIn(contract, schema, made.resource);
  if (made === undefined || place === undefined) return [];
  const { resource, read } = made;
  const body = jsonBodySchema(contract, operation);
  const sent = body === undefined ? undefined : viewSchema(contract, body).properties;
  const said = new Map(
    sentencesOf(descriptionAt(contract, operation.pointer))
      // What is said of the item that it is made of is another matter.
      .map((sentence) => sentence.replace(/, which .*$/i, ''))
      .filter((sentence) => !hedge.test(sentence))
      .flatMap((sentence) => relationsIn(nounPattern(resource), sentence)),
  );
  return [...viewItem(contract, place.pointer).properties].flatMap(([property, pointer]) => {
    const is = said.get(wordsOf(property).join(' '));
    const isKnown = is !== undefined && property !== resource.idProperty && sent?.has(property) !== true;
    return isKnown && (is !== 'one more' || isInteger(contract, pointer))
      ? [{ resource, read, property, pointer, is }]
      : [];
  });
}

const hedge = /\b(?:unless|except|if|when|where|while|may|might|can|or|default|without|but|optionally)\b/i;

function isInteger(contract: Contract, pointer: string): boolean {
  return typesOf(contract, viewSchema(contract, pointer)).includes('integer');
}

/** By the words of its name, what a sentence says of a property of a copy. */
function relationsIn(noun: string, sentence: string): [words: string, is: CopyRule['is']][] {
  const first = `(?:this|the) (?:one|original|first|source|${noun})`;
  const name = '(?:its |the |same )*(?:`\\w+`|[a-z]+(?: [a-z]+)?)';
  const list = `(?<list>${name}(?:(?:, and |, | and )${name})*)`;
  const [, ofFirst = ''] = new RegExp(`\\bwith (?:the |its )?(.+) of ${first}\\b`, 'i').exec(sentence) ?? [];
  const same = new RegExp(`\\bwith the same ${list}(?: as ${first})?(?:[,:]|$)`, 'i').exec(sentence)?.groups?.['list'];
  const names = [ofFirst, same ?? ''].flatMap((said) =>
    new RegExp(`^${list}$`, 'i').test(said) ? said.split(/, and |, | and /) : [],
  );
  const copied = names.map((one): [string, CopyRule['is']] => [wordsIn(one), 'the same']);
  const others = sentence.split(/, and |, | and /).flatMap((clause): [string, CopyRule['is']][] => {
    const [, own = '', value = ''] =
      new RegExp(`^(\`\\w+\`)(?: of the (?:new ${noun}|copy))? is (.+)$`).exec(clause) ?? [];
    if (new RegExp(`^the (?:id|identifier) of ${first}$`, 'i').test(value)) return [[wordsIn(own), 'the identifier']];
    const isMore = new RegExp(`^one more(?: than (?:that of )?${first}(?: has)?)?$`, 'i').test(value);
    return isMore ? [[wordsIn(own), 'one more']] : [];
  });
  return [...copied, ...others];
}

function wordsIn(name: string): string {
  return wordsOf(name.replace(/^(?:(?:its|the|same) )+/i, '').replaceAll('`', '')).join(' ');
}
