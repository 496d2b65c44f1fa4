import type { OpenAPI3 } from 'openapi-typescript';
import { CannotRun } from '../cli/problem.ts';
import { type Contract, referenceOf, resolvePart } from '../openapi/contract.ts';
import { partsOf } from '../openapi/document-walk.ts';
import { isObject, type JsonObject } from '../openapi/json.ts';
import { schemaNames } from './schema-names.ts';

/** Loads openapi-typescript, which takes long: it can be done while Redocly is at work. */
export const loadTypeGenerator = () => import('openapi-typescript');

/**
 * TypeScript types of every path, operation and component, and of each schema by its name. The one place that knows
 * openapi-typescript. Throws CannotRun for a document that it does not manage.
 */
export async function generateTypes(contract: Contract): Promise<string> {
  // compileContract has checked the structure of the document that this type describes.
  const document = withOptionalHeadersInline(contract) as unknown as OpenAPI3;
  const { default: openapiTS, astToString } = await loadTypeGenerator();
  try {
    // A request field with a default may be left out, so a default does not make a field present.
    const types = await openapiTS(document, { defaultNonNullable: false, silent: true });
    return astToString(types) + schemaNames(contract);
  } catch (cause) {
    throw new CannotRun(
      `openapi-typescript makes no types of this document: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** A copy of the document: openapi-typescript takes each header that is a `$ref` for one that is always sent. */
function withOptionalHeadersInline(contract: Contract): JsonObject {
  const document = structuredClone(contract.document);
  for (const { kind, node, holder } of partsOf(document)) {
    if (kind !== 'header' || holder !== 'response' || referenceOf(node.value) === undefined) continue;
    const { value } = resolvePart(contract, node.pointer);
    if (!isObject(node.value) || !isObject(value) || value['required'] === true) continue;
    delete node.value['$ref'];
    Object.assign(node.value, structuredClone(value));
  }
  return document;
}
