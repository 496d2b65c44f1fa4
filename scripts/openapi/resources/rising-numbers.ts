import { type Contract, descriptionAt, textsAt } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';

const older = '(?:current|previous|present|existing|last|stored|recorded|old|one before|before)';
const never = "(?:cannot|can not|can't|must not|may not|never|must never|can never|may never)";
const forms = [
  `${never} be (?:lower|less|smaller) than (?:the |its |that )*${older}\\b`,
  `${never} (?:be )?(?:decreases?d?|reduced|lowered|goes? (?:down|back(?:wards)?)|falls?|shrinks?)\\b`,
  '(?:can|may|must) only (?:be )?(?:increased?|raised?|rises?|grows?|go(?:es)? up)\\b',
  `must be (?:at least|greater than or equal to) (?:the |its )*${older}\\b`,
];
const rising = new RegExp(`\\b(?:${forms.join('|')})`, 'i');

/** The numbers of a body that a change cannot lower, as descriptions say: "It cannot be lower than the current one." */
export function risingNumbers(contract: Contract, schema: string): string[] {
  return [...viewSchema(contract, schema).properties].flatMap(([name, pointer]) =>
    isNumeric(contract, pointer) && rising.test(descriptionAt(contract, pointer)) ? [name] : [],
  );
}

const higher = '(?:higher|greater|larger|more|above)(?: than)?(?: the| any| all)*';
const outbidding = new RegExp(
  `\\b(?:must|has to|needs to) be (?:strictly )?${higher} (?:${older}|highest|latest|best)\\b`,
  'i',
);

/**
 * The one number of what is made beneath a thing that must be higher than those before, as descriptions say: "A bid
 * must be higher than the current price."
 */
export const outbiddingNumber = remembered(findOutbidding);

function findOutbidding(contract: Contract, operation: Operation): string | undefined {
  const schema = operation.method === 'POST' ? jsonBodySchema(contract, operation) : undefined;
  if (schema === undefined) return undefined;
  const numbers = [...viewSchema(contract, schema).properties].filter(([, pointer]) => isNumeric(contract, pointer));
  const [[name, pointer] = [], ...others] = numbers;
  const refusals = Object.entries(operation.responses).filter(([status]) => /^4/.test(status));
  const texts = [
    ...textsAt(contract, operation.pointer),
    ...(pointer === undefined ? [] : [descriptionAt(contract, pointer)]),
    ...refusals.map(([, response]) => descriptionAt(contract, response.pointer)),
  ];
  return others.length === 0 && texts.some((text) => outbidding.test(text)) ? name : undefined;
}

function isNumeric(contract: Contract, pointer: string): boolean {
  const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}
