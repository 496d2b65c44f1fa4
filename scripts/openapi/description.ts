import type { Contract } from './contract.ts';
import type { Operation } from './operation-table.ts';
import { operationsOf } from './operations.ts';
import { Router } from './router.ts';
import { SchemaCheck } from './schema-validator.ts';
import { type ServiceDescription, serviceOf } from './service.ts';

/** A contract, read for use. */
export interface Description {
  contract: Contract;
  operations: readonly Operation[];
  router: Router;
  service: ServiceDescription;
  schemas: SchemaCheck;
}

/** Throws ContractError for a contract that cannot be read as operations. */
export function describe(contract: Contract): Description {
  const operations = operationsOf(contract);
  return {
    contract,
    operations,
    router: new Router(operations),
    service: serviceOf(contract),
    schemas: new SchemaCheck(contract),
  };
}
