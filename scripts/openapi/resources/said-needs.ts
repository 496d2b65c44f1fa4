import { type Contract, descriptionAt } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { viewSchema } from '../schemas/schema-view.ts';
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
