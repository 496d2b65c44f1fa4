import type { OpenAPI3 } from 'openapi-typescript';
import { CannotRun } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import { schemaNames } from './schema-names.ts';

/** Loads openapi-typescript, which takes long: it can be done while Redocly is at work. */
export const loadTypeGenerator = () => import('openapi-typescript');

/**
 * TypeScript types of every path, operation and component, and of each schema by its name. The one place that knows
 * openapi-typescript. Throws CannotRun for a document that it does not manage.
 */
export async function generateTypes(contract: Contract): Promise<string> {
  // compileContract has checked the structure of the document that this type describes.
  const document = contract.document as unknown as OpenAPI3;
  const { default: openapiTS, astToString } = await loadTypeGenerator();
  try {
    // A request field with a default may be left out, so a default does not make a field present.
    const types = await openapiTS(structuredClone(document), { defaultNonNullable: false, silent: true });
    return astToString(types) + schemaNames(contract);
  } catch (cause) {
    throw new CannotRun(
      `openapi-typescript makes no types of this document: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
