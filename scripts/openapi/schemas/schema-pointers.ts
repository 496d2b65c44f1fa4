import { isFormInParts, isJson } from '../../http/media-types.ts';
import { type Contract, partAt, referenceOf, resolvePart } from '../contract.ts';
import { listOf, objectOf, pointerTo, segmentsOf } from '../json.ts';
import type { Operation, Parameter } from '../operation-table.ts';

/** A property of an object in a query, as a parameter by itself: `pointer` leads to its schema. */
export interface PropertyParameter extends Parameter {
  readonly isProperty: true;
}

/** Pointer of the schema of a parameter: its own, or that of the document that it is. */
export function parameterSchema(parameter: Parameter | PropertyParameter): string {
  const { pointer, mediaType } = parameter;
  if ('isProperty' in parameter) return pointer;
  return mediaType === null ? `${pointer}/schema` : `${pointer}/content${pointerTo(mediaType)}/schema`;
}

/** Pointer of the schema of the parameter, header or media type at `pointer`; undefined where it has none. */
export function schemaOf(contract: Contract, pointer: string): string | undefined {
  return objectOf(resolvePart(contract, pointer).value)['schema'] === undefined ? undefined : `${pointer}/schema`;
}

/** Pointer of the schema of a request body in a media type; undefined where the operation takes no such body. */
export function bodySchema(contract: Contract, { requestBody }: Operation, mediaType: string): string | undefined {
  return requestBody?.mediaTypes.includes(mediaType) === true
    ? schemaOf(contract, `${requestBody.pointer}/content${pointerTo(mediaType)}`)
    : undefined;
}

/** The same of a body in JSON, else of a form in parts: its value is held as JSON until it is sent. */
export function jsonBodySchema(contract: Contract, operation: Operation): string | undefined {
  const { mediaTypes = [] } = operation.requestBody ?? {};
  const mediaType = mediaTypes.find(isJson) ?? mediaTypes.find(isFormInParts);
  return mediaType === undefined ? undefined : bodySchema(contract, operation, mediaType);
}

/** The pointer of a schema after each `$ref` that stands alone: one with siblings says more than its target. */
export function standalonePointer(contract: Contract, pointer: string, followed: string[] = []): string {
  const part = partAt(contract, pointer, followed);
  const reference = referenceOf(part.value);
  const isAlone = contract.version === '3.0' || Object.keys(objectOf(part.value)).length === 1;
  return reference !== undefined && isAlone
    ? standalonePointer(contract, pointerTo(...segmentsOf(reference)), [part.pointer])
    : part.pointer;
}

/** True where a property of a schema is another thing of the same schema: it may be shown by its identifier alone. */
export function isOfOwnKind(contract: Contract, schema: string, property: string): boolean {
  return resolvePart(contract, property).pointer === resolvePart(contract, schema).pointer;
}

/** Where a schema is written: what it refers to, also as the only part of `allOf`. */
export function componentAt(contract: Contract, pointer: string): string {
  const part = resolvePart(contract, pointer);
  const { allOf, properties } = objectOf(part.value);
  return listOf(allOf).length === 1 && properties === undefined
    ? resolvePart(contract, `${part.pointer}/allOf/0`).pointer
    : part.pointer;
}
