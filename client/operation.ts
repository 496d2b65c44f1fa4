import { type Operation, operations } from '../generated/operations.ts';

const table: readonly Operation[] = Object.values(operations);
const byRoute = new Map(table.map((operation) => [`${operation.method} ${operation.path}`, operation]));
const byId = new Map(table.map((operation) => [operation.id, operation]));

export function operationAt(method: string, path: string): Operation | undefined {
  return byRoute.get(`${method} ${path}`);
}

export function operationById(id: string): Operation | undefined {
  return byId.get(id);
}
