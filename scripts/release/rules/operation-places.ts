import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { operationAt, operationsOf } from '../../openapi/operations.ts';
import { below } from '../../openapi/source/document-structure.ts';
import type { Flow } from './found.ts';

/** An operation, and which way its messages go. */
export interface OperationPlace {
  /** The same of the operation that another contract has in this place: method and path, whatever its variables. */
  key: string;
  pointer: string;
  operation: Operation;
  request: Flow;
  response: Flow;
  /** Of a callback: the same of the one that has its name and method, wherever it is sent. */
  callback?: string;
}

/**
 * Every operation of a contract: those under `paths`, which clients call; and its webhooks and callbacks, which call
 * clients: there it is they who read the request and send the response.
 */
export function operationPlaces(contract: Contract): OperationPlace[] {
  const called = operationsOf(contract).map((operation): OperationPlace => {
    const { method, path, pointer } = operation;
    return { key: `${method} ${withoutNames(path)}`, pointer, operation, request: 'sent', response: 'read' };
  });
  return [
    ...called,
    ...operationsUnder(contract, '/webhooks', 'webhook'),
    ...called.flatMap(({ key, pointer }) =>
      Object.keys(objectOf(objectOf(resolvePart(contract, pointer).value)['callbacks'])).flatMap((name) =>
        operationsUnder(contract, `${pointer}/callbacks${pointerTo(name)}`, `${key} ${name}`).map((place) => ({
          ...place,
          callback: `${key} ${name} ${place.operation.method}`,
        })),
      ),
    ),
  ];
}

/** Variables of a path are filled in by position: their names are no part of what is sent. */
export function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

/** Names of variables in a path that stand where another name stood. */
export function renamedVariables(before: string, now: string): Map<string, string> {
  const names = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const owns = names(now);
  return new Map(names(before).flatMap((name, index) => (owns[index] === undefined ? [] : [[name, owns[index]]])));
}

/** The operations of a map of path items that call clients. */
function operationsUnder(contract: Contract, map: string, kind: string): OperationPlace[] {
  if (map === '/webhooks' && contract.document['webhooks'] === undefined) return [];
  const names = Object.keys(objectOf(resolvePart(contract, map).value)).filter((name) => !name.startsWith('x-'));
  return names.flatMap((name) => {
    const item = map + pointerTo(name);
    const methods = Object.keys(objectOf(resolvePart(contract, item).value)).filter(
      (method) => below('pathItem', method) === 'operation',
    );
    return methods.map((method): OperationPlace => {
      const pointer = item + pointerTo(method);
      const operation = operationAt(contract, name, method, pointer);
      return { key: `${kind} ${name} ${method}`, pointer, operation, request: 'read', response: 'sent' };
    });
  });
}
