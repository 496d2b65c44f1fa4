import { type Contract, descriptionAt } from '../contract.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../schemas/schema-view.ts';
import { sentencesOf } from '../sentences.ts';

const given = 'provided|given|set|present|specified|sent|included|supplied';
const need = new RegExp(`\\bmust (?:also )?be (?:${given})\\b|\\b(?:required|mandatory|needed)\\b`, 'i');
const condition = /\b(?:when|if|where|unless|for|in case)\b/i;

/**
 * The properties of a body that a description says must be given in some cases: "When using the code grant,
 * `redirectUris` must be provided", or "Required if the type is card" of one itself.
 */
export function neededSometimes(contract: Contract, operation: Operation, schema: string): string[] {
  const { properties } = viewSchema(contract, schema);
  const needs = (pointer: string) =>
    sentencesOf(descriptionAt(contract, pointer)).filter((text) => need.test(text) && condition.test(text));
  const said = [operation.pointer, schema].flatMap(needs).flatMap(quotedIn);
  return [...properties].flatMap(([name, at]) => (said.includes(name) || needs(at).length > 0 ? [name] : []));
}

/** Names between backticks, quotes or apostrophes. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/([`'"])([\w.]+)\1/g)].flatMap(([, , name]) => name ?? []);
}

/** True for a text in whose form a description has fields and their values, as `status:open`: others may be refused. */
export function isFieldFilter(contract: Contract, parameter: Parameter): boolean {
  if (parameter.in !== 'query' || !/^(?:filters?|query|q|where)$/i.test(parameter.name)) return false;
  const view = viewSchema(contract, parameterSchema(parameter));
  const text = descriptionAt(contract, parameter.pointer);
  return view.types.includes('string') && enumOf(view) === undefined && /([`'"])[A-Za-z]\w*:[^\s`'"]+/.test(text);
}
