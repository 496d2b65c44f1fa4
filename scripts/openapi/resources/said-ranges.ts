import { type Contract, descriptionAt } from '../contract.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { wordsOf } from './name-words.ts';

/** Two properties of which the second has what does not come before the first, as a description says. */
export interface SaidRange {
  first: string;
  last: string;
}

const not = '(?:not|never|cannot|no|may not|must not)(?: be| lie)?';
const less = '(?:before|earlier than|less than|smaller than|lower than|below)';
const more = '(?:after|later than|more than|greater than|higher than|above)';
const must = '(?:must|has to|have to|should|shall)(?: be| lie)?(?: on or| equal to or)?';

/** Each with the end of the range that the property is which says it. The first that is said counts. */
const relations = [
  [`${not} ${less}`, 'last'],
  [`${not} ${more}`, 'first'],
  [`${must} ${more}(?: or equal to)?`, 'last'],
  [`${must} ${less}(?: or equal to)?`, 'first'],
] as const;

const anyRelation = new RegExp(`\\b(?:${relations.map(([relation]) => relation).join('|')}) `);

/** The ranges of an object that the descriptions of its properties say: "Not before `start_date`." */
export function saidRanges(contract: Contract, schema: string): SaidRange[] {
  return rangesSaid(contract, viewSchema(contract, schema).properties);
}

/** The same of anything that has names. `described`: by name, what has the description. */
export function rangesSaid(contract: Contract, described: ReadonlyMap<string, string>): SaidRange[] {
  return [...described].flatMap(([name, pointer]) => {
    const text = wordsOf(descriptionAt(contract, pointer)).join(' ');
    // Most descriptions say nothing of the kind, and an object may have thousands of properties.
    if (!anyRelation.test(text)) return [];
    return [...described.keys()].flatMap((other) => {
      const words = wordsOf(other).join(' ');
      const isSaid = (relation: string) => new RegExp(`\\b${relation} (?:the |its )?${words}\\b`).test(text);
      const [, end] = relations.find(([relation]) => isSaid(relation)) ?? [];
      if (end === undefined || other === name) return [];
      return [end === 'last' ? { first: other, last: name } : { first: name, last: other }];
    });
  });
}
