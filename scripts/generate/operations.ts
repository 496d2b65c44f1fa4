import { readFileSync } from 'node:fs';
import type { Operation } from '../openapi/operation-table.ts';
import type { ServiceDescription } from '../openapi/service.ts';
import { literal } from './literal.ts';

// The types of the table are written once, where it is made, and travel with it.
const types = readFileSync(new URL('../openapi/operation-table.ts', import.meta.url), 'utf8');

/** The operation table and the requirements around it, as constants that carry their literal types. */
export function generateOperations(operations: Operation[], service: ServiceDescription): string {
  const byId = Object.fromEntries(operations.map((operation) => [operation.id, operation]));
  return `${types}
export const service = ${literal(service)} as const;

/** Every operation by its operationId, in the order of the description. */
export const operations = ${literal(byId)} as const satisfies Record<string, Operation>;
`;
}
