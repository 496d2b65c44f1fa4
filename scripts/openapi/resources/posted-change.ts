import { type Contract, resolvePart } from '../contract.ts';
import { objectOf, stringOf } from '../json.ts';
import type { Operation } from '../operation-table.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { wordsOf } from './name-words.ts';

const changes = /^(?:updat|modif|chang|edit)(?:es?|y|ies|s)?$/;

/**
 * A POST to an item that changes it as PATCH would: its first word or its name says so, as "Updates a customer", and a
 * body may leave out any property, or none.
 */
export function postedChange(contract: Contract, post: Operation | undefined): Operation | undefined {
  const schema = post === undefined ? undefined : jsonBodySchema(contract, post);
  if (post === undefined || schema === undefined) return undefined;
  const { required, properties } = viewSchema(contract, schema);
  if (required.size > 0 && required.size < properties.size) return undefined;
  const { summary, description } = objectOf(resolvePart(contract, post.pointer).value);
  const [said = '', told = ''] = [summary, description].map((text) => wordsOf(stringOf(text) ?? '')[0]);
  return [said, told, ...wordsOf(post.id)].some((word) => changes.test(word)) ? post : undefined;
}
