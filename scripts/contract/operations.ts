import { type Contract, resolvePart } from './contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, stringOf } from './json.ts';

/** One operation of the contract, as code needs it. Pointers lead into the bundled document. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  pointer: string;
  deprecation: Deprecation | null;
  /** Alternatives, each a map from security scheme to scopes; none at all: the operation is open to everyone. */
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody: { pointer: string; required: boolean; mediaTypes: string[] } | null;
  responses: Record<string, DocumentedResponse>;
}

/** What a deprecated operation promises; a document of others may say none of it. */
export interface Deprecation {
  since: string | null;
  sunset: string | null;
  replacement: { operationId: string; parameter: string | null } | null;
}

export interface Parameter {
  name: string;
  in: string;
  pointer: string;
  required: boolean;
  style: string;
  explode: boolean;
  /** JSON types that the schema allows; empty when it allows any. */
  types: string[];
  /** JSON types of the items when the parameter is an array. */
  itemTypes: string[];
  /** Set when the value is one serialised document (`content`) instead of a styled value. */
  mediaType: string | null;
  default?: Json;
}

export interface DocumentedResponse {
  pointer: string;
  headers: { name: string; pointer: string; required: boolean }[];
  mediaTypes: string[];
}

// Path item fields of OpenAPI 3.0 and 3.1 that hold an operation.
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation under `paths`, in the order of the document. */
export function operationsOf(contract: Contract): Operation[] {
  const paths = objectOf(contract.document['paths']);
  return Object.keys(paths).filter((path) => path.startsWith('/')).flatMap((path) => {
    const item = resolvePart(contract, pointerTo('paths', path));
    return Object.keys(objectOf(item.value))
      .filter((method) => methods.includes(method))
      .map((method) => operationAt(contract, path, method));
  });
}

function operationAt(contract: Contract, path: string, method: string): Operation {
  const pointer = pointerTo('paths', path, method);
  const operation = objectOf(resolvePart(contract, pointer).value);
  const hasBody = operation['requestBody'] !== undefined;
  return {
    id: stringOf(operation['operationId']) ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    pointer,
    deprecation: operation['deprecated'] === true ? deprecationOf(operation) : null,
    security: securityOf(operation['security'] ?? contract.document['security']),
    parameters: parametersOf(contract, pointerTo('paths', path), pointer),
    requestBody: hasBody ? requestBodyAt(contract, `${pointer}/requestBody`) : null,
    responses: responsesAt(contract, `${pointer}/responses`),
  };
}

function deprecationOf(operation: JsonObject): Deprecation {
  const replacement = objectOf(operation['x-replacement']);
  const operationId = stringOf(replacement['operationId']);
  return {
    since: stringOf(operation['x-deprecated-since']) ?? null,
    sunset: stringOf(operation['x-sunset']) ?? null,
    replacement: operationId === undefined ? null : { operationId, parameter: stringOf(replacement['parameter']) ?? null },
  };
}

function securityOf(requirements: Json | undefined): Operation['security'] {
  return listOf(requirements).map((alternative) =>
    Object.fromEntries(Object.entries(objectOf(alternative)).map(([scheme, scopes]) => [scheme, listOf(scopes).map(String)])),
  );
}

/** Parameters of the path item and of the operation; the operation's win where name and place are the same. */
function parametersOf(contract: Contract, itemPointer: string, operationPointer: string): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const owner of [itemPointer, operationPointer]) {
    const parameters = listOf(objectOf(resolvePart(contract, owner).value)['parameters']);
    for (const index of parameters.keys()) {
      const parameter = parameterAt(contract, `${owner}/parameters/${index}`);
      // OpenAPI: header parameters of these names are ignored, they are described elsewhere.
      if (parameter.in === 'header' && /^(accept|content-type|authorization)$/i.test(parameter.name)) continue;
      found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function parameterAt(contract: Contract, pointer: string): Parameter {
  const parameter = objectOf(resolvePart(contract, pointer).value);
  const place = String(parameter['in']);
  const style = stringOf(parameter['style']) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const [mediaType = null] = Object.keys(objectOf(parameter['content']));
  const schema = objectOf(parameter['schema']) === parameter['schema'] ? `${pointer}/schema` : undefined;
  const resolved = schema === undefined ? {} : objectOf(resolvePart(contract, schema).value);
  return {
    name: String(parameter['name']),
    in: place,
    pointer,
    required: parameter['required'] === true,
    style,
    explode: typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form',
    types: schema === undefined ? [] : typesOf(contract, schema),
    itemTypes: schema === undefined || resolved['items'] === undefined ? [] : typesOf(contract, `${schema}/items`),
    mediaType,
    ...(resolved['default'] === undefined ? {} : { default: resolved['default'] }),
  };
}

/** The JSON types that the schema at `pointer` allows, from `type`, `enum`, `const` or its alternatives. */
function typesOf(contract: Contract, pointer: string, depth = 0): string[] {
  const part = resolvePart(contract, pointer);
  const schema = objectOf(part.value);
  if (schema['type'] !== undefined) {
    const types = [schema['type']].flat().map(String);
    return schema['nullable'] === true && contract.version === '3.0' ? [...types, 'null'] : types;
  }
  const values = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
  if (values.length > 0) return [...new Set(values.map(typeOf))];
  if (depth > 8) return [];
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => listOf(schema[key]).map((_, index) => `${part.pointer}/${key}/${index}`));
  return [...new Set(branches.flatMap((branch) => typesOf(contract, branch, depth + 1)))];
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function requestBodyAt(contract: Contract, pointer: string): Operation['requestBody'] {
  const body = objectOf(resolvePart(contract, pointer).value);
  return { pointer, required: body['required'] === true, mediaTypes: Object.keys(objectOf(body['content'])) };
}

/** The documented responses of the map at `pointer`, by status (`404`, `4XX`, `default`). */
export function responsesAt(contract: Contract, pointer: string): Record<string, DocumentedResponse> {
  const responses = objectOf(resolvePart(contract, pointer).value);
  const statuses = Object.keys(responses).filter((status) => !status.startsWith('x-'));
  return Object.fromEntries(statuses.map((status) => [status, responseAt(contract, `${pointer}${pointerTo(status)}`)]));
}

function responseAt(contract: Contract, pointer: string): DocumentedResponse {
  const response = objectOf(resolvePart(contract, pointer).value);
  const headers = Object.keys(objectOf(response['headers'])).map((name) => {
    const header = objectOf(resolvePart(contract, `${pointer}/headers${pointerTo(name)}`).value);
    return { name, pointer: `${pointer}/headers${pointerTo(name)}`, required: header['required'] === true };
  });
  return { pointer, headers, mediaTypes: Object.keys(objectOf(response['content'])) };
}

/** What the document says outside its operations, as code needs it. */
export interface ServiceFacts {
  title: string;
  version: string;
  /** Path that the address of the first server ends with, without a slash at its end. */
  basePath: string;
  securitySchemes: Record<string, JsonObject>;
  rateLimitPlans: JsonObject;
  unmatchedResponses: Record<string, DocumentedResponse>;
}

export function serviceFactsOf(contract: Contract): ServiceFacts {
  const { document } = contract;
  const info = objectOf(document['info']);
  const schemes = Object.keys(objectOf(objectOf(document['components'])['securitySchemes']));
  const unmatched = '/x-unmatched-responses';
  return {
    title: String(info['title']),
    version: String(info['version']),
    basePath: basePathOf(objectOf(listOf(document['servers'])[0])),
    securitySchemes: Object.fromEntries(
      schemes.map((name) => [name, withoutDescription(resolvePart(contract, pointerTo('components', 'securitySchemes', name)).value)]),
    ),
    rateLimitPlans: objectOf(document['x-rate-limit-plans']),
    unmatchedResponses: isObject(document['x-unmatched-responses']) ? responsesAt(contract, unmatched) : {},
  };
}

function basePathOf(server: JsonObject): string {
  const variables = objectOf(server['variables']);
  const url = (stringOf(server['url']) ?? '/').replaceAll(/\{([^}]*)\}/g, (_, name: string) => String(objectOf(variables[name])['default']));
  return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '');
}

function withoutDescription(scheme: Json): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(scheme)).filter(([key]) => key !== 'description'));
}
