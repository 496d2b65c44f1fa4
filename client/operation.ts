import { operations } from '../generated/operations.ts';

/** Since when an operation is deprecated, when it is removed, and what takes its place. */
export interface Deprecation {
  since: string | null;
  sunset: string | null;
  replacement: { operationId: string; parameter: string | null } | null;
}

/** What the client needs to know of an operation of the contract. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  deprecation: Deprecation | null;
  responses: Readonly<Record<string, { mediaTypes: readonly string[] }>>;
}

const table: readonly Operation[] = Object.values(operations);
const byRoute = new Map(table.map((operation) => [`${operation.method} ${operation.path}`, operation]));
const byId = new Map(table.map((operation) => [operation.id, operation]));

export function operationAt(method: string, path: string): Operation | undefined {
  return byRoute.get(`${method} ${path}`);
}

export function operationById(id: string): Operation | undefined {
  return byId.get(id);
}
