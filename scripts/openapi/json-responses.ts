import { isJson } from '../http/media-types.ts';
import type { Contract } from './contract.ts';
import { pointerTo } from './json.ts';
import type { DocumentedResponse } from './operation-table.ts';
import { remembered } from './remembered.ts';
import { schemaOf } from './schemas/schema-pointers.ts';
import { viewSchema } from './schemas/schema-view.ts';

/**
 * The media types of a response that stand for JSON, as `application/json`; and a range with the schema of an object or
 * a list: what generates a contract from code often has any type there.
 */
export const jsonTypesOf = remembered((contract: Contract, response: DocumentedResponse): readonly string[] => {
  const types = response.mediaTypes.filter(isJson);
  return types.length > 0 ? types : response.mediaTypes.filter((type) => isRangeOfJson(contract, response, type));
});

function isRangeOfJson(contract: Contract, { pointer }: DocumentedResponse, mediaType: string): boolean {
  if (!/^(\*|application)\/\*$/.test(mediaType)) return false;
  const schema = schemaOf(contract, `${pointer}/content${pointerTo(mediaType)}`);
  if (schema === undefined) return false;
  const { types } = viewSchema(contract, schema);
  return types.length > 0 && types.every((type) => type === 'object' || type === 'array');
}
