import type { Operation } from '../contract/operations.ts';
import type { ServiceFacts } from '../contract/service-facts.ts';
import { literal } from './literal.ts';

/** The operation table and the facts around it, as constants that carry their literal types. */
export function generateOperations(operations: Operation[], service: ServiceFacts): string {
  return `${constant('service', service)}
/** Every operation by its operationId, in the order of the description. */
${constant('operations', Object.fromEntries(operations.map((operation) => [operation.id, operation])))}`;
}

function constant(name: string, value: object): string {
  return `export const ${name} = ${literal(value)} as const;\n`;
}
