/// <reference path="./openapi-typescript-parts.d.ts" />

import type { GlobalContext, OpenAPI3 } from 'openapi-typescript';
import { ContractError, errorMessage } from '../../cli/problem.ts';
import { decode } from '../../http/percent-encoding.ts';
import { type Contract, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type JsonObject, objectOf, pointerTo } from '../../openapi/json.ts';
import { partsOf } from '../../openapi/source/document-walk.ts';
import { moveDefinitions } from './definitions.ts';
import { Footer } from './footer.ts';

/**
 * As openapi-typescript has them, but for a request field with a default, which may be left out, and an object of which
 * no property is described, which may have any.
 */
const defaults = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
} as const satisfies Partial<GlobalContext>;

// Its entry loads the linter of Redocly as well, which takes longer than the types of a small document.
const load = async () => {
  const [{ default: transformSchema }, { scanDiscriminators, resolveRef }, { astToString }] = await Promise.all([
    import('openapi-typescript/dist/transform/index.js'),
    import('openapi-typescript/dist/lib/utils.js'),
    import('openapi-typescript/dist/lib/ts.js'),
  ]);
  return { transformSchema, scanDiscriminators, resolveRef, astToString };
};

/** The one place that knows openapi-typescript. */
export const openapiTypescript = { load, typesOf };

async function typesOf(contract: Contract): Promise<string> {
  // What is read has been mended to be what this type describes.
  const text = JSON.stringify(contract.document);
  const document = copyForTypes(contract, text) as unknown as OpenAPI3;
  const { scanDiscriminators, resolveRef, transformSchema, astToString } = await load();
  const footer = new Footer();
  try {
    // Its own reading and linting are left out: the document has been read.
    const context: Partial<GlobalContext> = {
      ...defaults,
      // It looks for them in each object, twice.
      discriminators: text.includes('"discriminator":')
        ? scanDiscriminators(document, defaults)
        : { objects: {}, refsHandled: [] },
      injectFooter: footer,
      resolve: (reference) => resolveRef(document, reference, { silent: true }),
    };
    const types = transformSchema(document, context as GlobalContext);
    footer.finish();
    return withPercentSigns(objectOf(contract.document['paths']), astToString(types));
  } catch (cause) {
    const reason = errorMessage(cause);
    const [, pointer = ''] = /#(\/\S+)/.exec(reason) ?? [];
    const message = `openapi-typescript makes no types of this document: ${reason}.`;
    throw new ContractError([{ location: contract.locate(pointer), message }]);
  }
}

/** A path that openapi-typescript, which decodes each, can decode: a `%` may stand for itself. */
function decodable(path: string): string {
  const isBroken = path.includes('%') && decode(path) === path;
  return isBroken ? path.replaceAll('%', '__percent__') : path;
}

/** The types with the paths as the document has them. */
function withPercentSigns(paths: JsonObject, types: string): string {
  return Object.keys(paths)
    .filter((path) => decodable(path) !== path)
    .reduce((text, path) => text.replaceAll(JSON.stringify(decodable(path)), () => JSON.stringify(path)), types);
}

/**
 * A copy of the document, which `text` is, for openapi-typescript: it takes each header that is a `$ref` for one that
 * is always sent, and the name of a schema in a mapping for nothing.
 */
function copyForTypes(contract: Contract, text: string): JsonObject {
  // In less time than structuredClone takes.
  const document = JSON.parse(text) as JsonObject;
  if (text.includes('"$defs":')) moveDefinitions(document);
  const paths = Object.entries(objectOf(document['paths']));
  document['paths'] = Object.fromEntries(paths.map(([path, item]) => [decodable(path), item]));
  const schemas = objectOf(objectOf(document['components'])['schemas']);
  for (const { kind, node, holder } of partsOf(document)) {
    if (!isObject(node.value)) continue;
    const { mapping } = objectOf(node.value['discriminator']);
    if (isObject(mapping))
      for (const [value, name] of Object.entries(mapping))
        if (Object.hasOwn(schemas, String(name)))
          mapping[value] = `#${pointerTo('components', 'schemas', String(name))}`;
    if (kind !== 'header' || holder !== 'response' || referenceOf(node.value) === undefined) continue;
    const { value } = resolvePart(contract, node.pointer);
    if (!isObject(value) || value['required'] === true) continue;
    delete node.value['$ref'];
    Object.assign(node.value, structuredClone(value));
  }
  return document;
}
