import { type Contract, descriptionAt } from '../contract.ts';
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
  return [...viewSchema(contract, schema).properties].flatMap(([name, pointer]) => {
    const text = descriptionAt(contract, pointer);
    const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
    return types.every((type) => type === 'integer' || type === 'number') && rising.test(text) ? [name] : [];
  });
}
