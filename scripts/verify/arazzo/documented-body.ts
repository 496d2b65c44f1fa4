import type { Contract } from '../../openapi/contract.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import type { Payload } from './workflow.ts';

/** True for a media type of which an object can be written: JSON, or a form. */
export function isStructured(mediaType: string): boolean {
  return /^application\/(x-www-form-urlencoded|([\w.-]+\+)?json)\b/i.test(mediaType);
}

/**
 * The body of a step that names none: the first example of the contract, else a value of the schema, as Redocly respect
 * has it. Null where the operation takes no body.
 */
export function documentedBody(contract: Contract, { requestBody }: Operation): Payload | null {
  const [contentType] = requestBody?.mediaTypes ?? [];
  if (requestBody === null || contentType === undefined) return null;
  const pointer = `${requestBody.pointer}/content${pointerTo(contentType)}`;
  const [example] = examplesAt(contract, pointer);
  const schema = isStructured(contentType) ? schemaOf(contract, pointer) : undefined;
  const value = example?.value ?? (schema && new ValueSource(contract, 0).valueAt(schema, 'all'));
  return value === undefined ? null : { contentType, payload: { kind: 'value', value }, replacements: [] };
}
