import type { Operation, ServiceFacts } from '../contract/operations.ts';

/** The operation table and the facts around it, as constants that carry their literal types. */
export function generateOperations(operations: Operation[], service: ServiceFacts): string {
  return `${constant('service', service)}
/** Every operation by its operationId, in the order of the description. */
${constant('operations', Object.fromEntries(operations.map((operation) => [operation.id, operation])))}`;
}

function constant(name: string, value: object): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}
