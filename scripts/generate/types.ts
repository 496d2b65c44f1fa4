import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Contract } from '../contract/contract.ts';

/** TypeScript types of every path, operation and component. The one place that knows openapi-typescript. */
export async function generateTypes(contract: Contract): Promise<string> {
  // readContract has checked the structure of the document that this type describes.
  const document = contract.document as unknown as OpenAPI3;
  // A request field with a default may be left out, so a default does not make a field present.
  const tree = await openapiTS(structuredClone(document), { defaultNonNullable: false, silent: true });
  return astToString(tree);
}
