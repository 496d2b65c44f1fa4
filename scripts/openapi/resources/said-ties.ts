import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import { remembered } from '../remembered.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { sentencesOf } from '../sentences.ts';

const form = '(?:the |this |a )?(?:pattern|regex|regular|format|following|form)\\b';
const tie = new RegExp(
  `\\bconsistent with\\b|\\bmust (?:always )?(?:be equal to|equal|match|agree with|(?:add|sum) up to) (?!${form})`,
  'i',
);

/**
 * The properties of a body of which a description says that their values agree with what is elsewhere, as "must stay
 * consistent with active loans": the property's own description, or one of the body that names it between backticks.
 */
export function tiedProperties(contract: Contract, schema: string): readonly string[] {
  const known = tiesOf(contract);
  const found = known.get(schema) ?? findTied(contract, schema);
  known.set(schema, found);
  return found;
}

// Read for each body that is made.
const tiesOf = remembered((_: Contract) => new Map<string, readonly string[]>());

function findTied(contract: Contract, schema: string): readonly string[] {
  const says = (pointer: string) => sentencesOf(descriptionAt(contract, pointer)).filter((text) => tie.test(text));
  const said = says(schema).join(' ');
  return [...viewSchema(contract, schema).properties].flatMap(([name, at]) =>
    said.includes(`\`${name}\``) || says(at).length > 0 ? [name] : [],
  );
}

/** The body without those that it need not have: nobody knows what they would have to be. */
export function withoutTied(contract: Contract, schema: string, body: Exact): Exact {
  const tied = tiedProperties(contract, schema);
  if (tied.length === 0 || !isExactObject(body)) return body;
  const { required } = viewSchema(contract, schema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !tied.includes(name) || required.has(name)));
}
