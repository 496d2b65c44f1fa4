import type { Contract } from './contract.ts';
import type { Operation, Parameter } from './operation-table.ts';
import { operationsOf } from './operations.ts';
import { readPath } from './parameters/parameter-codec.ts';
import { shapeOf } from './parameters/shape.ts';
import { withSpreadObjects } from './parameters/spread-objects.ts';
import { Router } from './router.ts';
import { parameterSchema } from './schemas/schema-pointers.ts';
import { type SchemaCheck, schemaCheckOf } from './schemas/schema-validator.ts';
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
  const operations = operationsOf(contract).map((operation) => withSpreadObjects(contract, operation));
  const schemas = schemaCheckOf(contract);
  const takes = (operation: Operation, texts: ReadonlyMap<string, string>) =>
    operation.parameters.every((parameter) => {
      const text = parameter.in === 'path' ? texts.get(parameter.name) : undefined;
      return text === undefined || mayStandFor(contract, schemas, parameter, text);
    });
  return {
    contract,
    operations,
    router: new Router(operations, takes),
    service: serviceOf(contract),
    schemas,
  };
}

/** True where one of the readings of a text in a path, percent-encoded, is a value of the parameter. */
export function mayStandFor(contract: Contract, schemas: SchemaCheck, parameter: Parameter, text: string): boolean {
  const { readings } = readPath(shapeOf(contract, parameter), text);
  return readings.some((value) => schemas.isValid('request', parameterSchema(parameter), value));
}
