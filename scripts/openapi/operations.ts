import { type Contract, resolvePart } from './contract.ts';
import { filesIn } from './form-files.ts';
import { type Json, type JsonObject, listOf, objectOf, pointerTo, stringOf } from './json.ts';
import { parametersOf } from './operation-parameters.ts';
import type { Deprecation, DocumentedResponse, Operation } from './operation-table.ts';
import { below } from './source/document-structure.ts';

/** Every operation under `paths`, in the order of the document. */
export function operationsOf(contract: Contract): Operation[] {
  return operationPointers(contract).map(({ path, method, pointer }) => operationAt(contract, path, method, pointer));
}

/** Where the operations under `paths` stand. */
export function operationPointers(contract: Contract): { path: string; method: string; pointer: string }[] {
  const paths = Object.keys(objectOf(contract.document['paths'])).filter((path) => path.startsWith('/'));
  return paths.flatMap((path) => {
    const item = objectOf(resolvePart(contract, pointerTo('paths', path)).value);
    const offered = Object.keys(item).filter((name) => below('pathItem', name) === 'operation');
    return offered.map((method) => ({ path, method, pointer: pointerTo('paths', path, method) }));
  });
}

/** The operation at `pointer`, which offers `method` at `path`. */
export function operationAt(contract: Contract, path: string, method: string, pointer: string): Operation {
  const operation = objectOf(resolvePart(contract, pointer).value);
  return {
    id: stringOf(operation['operationId']) ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    pointer,
    deprecation: operation['deprecated'] === true ? deprecationOf(operation) : null,
    security: securityOf(operation['security'] ?? contract.document['security']),
    parameters: parametersOf(contract, pointer.slice(0, pointer.lastIndexOf('/')), pointer),
    requestBody: operation['requestBody'] === undefined ? null : requestBodyAt(contract, `${pointer}/requestBody`),
    // OpenAPI 3.1 has operations without responses.
    responses: operation['responses'] === undefined ? {} : responsesAt(contract, `${pointer}/responses`),
  };
}

function deprecationOf(operation: JsonObject): Deprecation {
  const replacement = objectOf(operation['x-replacement']);
  const operationId = stringOf(replacement['operationId']);
  return {
    since: stringOf(operation['x-deprecated-since']) ?? null,
    sunset: stringOf(operation['x-sunset']) ?? null,
    replacement:
      operationId === undefined ? null : { operationId, parameter: stringOf(replacement['parameter']) ?? null },
  };
}

function securityOf(requirements: Json | undefined): Operation['security'] {
  return listOf(requirements).map((alternative) =>
    Object.fromEntries(
      Object.entries(objectOf(alternative)).map(([scheme, scopes]) => [scheme, listOf(scopes).map(String)]),
    ),
  );
}

function requestBodyAt(contract: Contract, pointer: string): Operation['requestBody'] {
  const body = objectOf(resolvePart(contract, pointer).value);
  const files = body['content'] === undefined ? undefined : filesIn(contract, `${pointer}/content`);
  return {
    pointer,
    required: body['required'] === true,
    mediaTypes: Object.keys(objectOf(body['content'])),
    ...(files !== undefined && { files }),
  };
}

/** The documented responses of the map at `pointer`, by status (`404`, `4XX`, `default`). */
export function responsesAt(contract: Contract, pointer: string): Record<string, DocumentedResponse> {
  const statuses = Object.keys(objectOf(resolvePart(contract, pointer).value)).filter(
    (status) => !status.startsWith('x-'),
  );
  return Object.fromEntries(
    statuses.map((status) => [status, responseAt(contract, pointer + pointerTo(status), status)]),
  );
}

// Whatever is documented for them, these have no content (RFC 9110 sections 15.2, 15.3.5, 15.3.6 and 15.4.5).
const withoutContent = /^(1..|204|205|304)$/;

function responseAt(contract: Contract, pointer: string, status: string): DocumentedResponse {
  const response = objectOf(resolvePart(contract, pointer).value);
  const headers = Object.keys(objectOf(response['headers'])).map((name) => {
    const header = `${pointer}/headers${pointerTo(name)}`;
    return { name, pointer: header, required: objectOf(resolvePart(contract, header).value)['required'] === true };
  });
  const content = withoutContent.test(status) ? {} : objectOf(response['content']);
  return { pointer, headers, mediaTypes: Object.keys(content) };
}
