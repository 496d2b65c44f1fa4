import { isJson } from '../../../http/media-types.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { type Resource, sharedProperties } from '../../../openapi/resources.ts';
import { bodySchema } from '../../../openapi/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';

/** Properties that the body of an operation has in common with what it, or else the reading operation, answers with. */
export function keptProperties(
  contract: Contract,
  { read }: Resource,
  operation: Operation,
): { name: string; pointer: string }[] {
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  const schema = mediaType === undefined ? undefined : bodySchema(contract, operation, mediaType);
  const answered =
    successSchema(contract, operation) ?? (read === undefined ? undefined : successSchema(contract, read));
  if (schema === undefined || answered === undefined) return [];
  const view = viewSchema(contract, schema);
  const isSent = (name: string) => {
    const at = view.properties.get(name);
    return at === undefined || viewSchema(contract, at).keywords.get('readOnly')?.value !== true;
  };
  return sharedProperties(contract, schema, answered)
    .filter(isSent)
    .map((name) => ({ name, pointer: view.properties.get(name) ?? schema }));
}

/** Properties that what is known of an item after an operation has in common with another schema. */
export function comparableProperties(
  contract: Contract,
  resource: Resource,
  operation: Operation,
  other: string | undefined,
): string[] {
  const own = successSchema(contract, operation);
  // Of an answer without a body, those that were sent are known.
  if (own === undefined || other === undefined)
    return keptProperties(contract, resource, operation).map(({ name }) => name);
  return sharedProperties(contract, own, other);
}
