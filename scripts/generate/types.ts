import type { OpenAPI3 } from 'openapi-typescript';
import { ContractError } from '../cli/problem.ts';
import { type Contract, referenceOf, resolvePart } from '../openapi/contract.ts';
import type { PartKind } from '../openapi/document-structure.ts';
import { partsOf } from '../openapi/document-walk.ts';
import { isObject, type Json, type JsonObject, objectOf, pointerTo } from '../openapi/json.ts';
import { schemaNames } from './schema-names.ts';

/** Loads openapi-typescript, which takes long: it can be done while Redocly is at work. */
export const loadTypeGenerator = () => import('openapi-typescript');

/**
 * TypeScript types of every path, operation and component, and of each schema by its name. The one place that knows
 * openapi-typescript. Throws ContractError for a document that it does not manage.
 */
export async function generateTypes(contract: Contract): Promise<string> {
  // compileContract has checked the structure of the document that this type describes.
  const document = copyForTypes(contract) as unknown as OpenAPI3;
  const { default: openapiTS, astToString } = await loadTypeGenerator();
  try {
    // A request field with a default may be left out, so a default does not make a field present.
    const types = await openapiTS(document, { defaultNonNullable: false, silent: true });
    return astToString(types) + schemaNames(contract);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const [, pointer = pointerOfInherited(contract)] = /#(\/\S+)/.exec(reason) ?? [];
    const message = `openapi-typescript makes no types of this document: ${reason}.`;
    throw new ContractError([{ location: contract.locate(pointer), message }]);
  }
}

/** A schema with the name of what every object has, such as `valueOf`, is most likely what it does not manage. */
function pointerOfInherited({ document }: Contract): string {
  const schemas = Object.keys(objectOf(objectOf(document['components'])['schemas']));
  const name = schemas.find((one) => one in Object.prototype);
  return name === undefined ? '' : pointerTo('components', 'schemas', name);
}

/**
 * A copy of the document, for openapi-typescript: it takes each header that is a `$ref` for one that is always sent,
 * and looks for references in examples, which say nothing of types.
 */
function copyForTypes(contract: Contract): JsonObject {
  const document = structuredClone(contract.document);
  delete objectOf(document['components'])['examples'];
  for (const { kind, node, holder } of partsOf(document)) {
    if (!isObject(node.value)) continue;
    for (const name of hasExamples.has(kind) ? ['example', 'examples'] : [])
      if (holdsReference(node.value[name])) delete node.value[name];
    if (kind !== 'header' || holder !== 'response' || referenceOf(node.value) === undefined) continue;
    const { value } = resolvePart(contract, node.pointer);
    if (!isObject(value) || value['required'] === true) continue;
    delete node.value['$ref'];
    Object.assign(node.value, structuredClone(value));
  }
  return document;
}

const hasExamples: ReadonlySet<PartKind> = new Set(['parameter', 'header', 'mediaType', 'schema']);

function holdsReference(value: Json | undefined): boolean {
  return value !== undefined && /"(?:\$ref|externalValue)":/.test(JSON.stringify(value));
}
