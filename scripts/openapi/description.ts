import type { Contract } from './contract.ts';
import type { Operation } from './operation-table.ts';
import { operationsOf } from './operations.ts';
import { SchemaCheck } from './schema-validator.ts';
import { type ServiceDescription, serviceOf } from './service.ts';

/** A contract, read for a verification. */
export interface Description {
  contract: Contract;
  operations: readonly Operation[];
  service: ServiceDescription;
  schemas: SchemaCheck;
}

/** Throws ContractError for a contract that cannot be read as operations. */
export function describe(contract: Contract): Description {
  return {
    contract,
    operations: operationsOf(contract),
    service: serviceOf(contract),
    schemas: new SchemaCheck(contract),
  };
}

/** The path template that a path matches, the one with the fewest parameters first (OpenAPI, Paths Object). */
export function templateOf({ operations }: Description, path: string): string | undefined {
  const templates = [...new Set(operations.map((operation) => operation.path))];
  const fitting = templates.filter((template) =>
    new RegExp(`^${template.replaceAll(/[.*+?^$|()[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(
      path,
    ),
  );
  return fitting.toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}
