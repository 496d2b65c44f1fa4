import type { Exact } from '../../http/exact-json.ts';
import type { Description } from '../description.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { parameterSchema } from '../schemas/schema-pointers.ts';
import { examplesAt } from './examples.ts';
import { ValueSource } from './values.ts';

/** The GET that needs least, for an example: a list rather than what needs an identifier. */
export function simplestRead({ operations }: Description): Operation | undefined {
  const gets = operations.filter(({ method }) => method === 'GET');
  const [simplest] = gets.toSorted((a, b) => costOf(a) - costOf(b));
  return simplest;
}

function costOf({ path, parameters }: Operation): number {
  return path.split('{').length * 10 + parameters.filter(({ required }) => required).length;
}

/** The parameters that an operation needs, each with a value: its example, else one that its schema allows. */
export function exampleParameters(
  { contract }: Description,
  operation: Operation,
): { parameter: Parameter; value: Exact }[] {
  const values = new ValueSource(contract, 1);
  return operation.parameters
    .filter(({ required }) => required)
    .map((parameter) => ({
      parameter,
      value:
        examplesAt(contract, parameter.pointer)[0]?.value ?? values.valueAt(parameterSchema(parameter), 'required'),
    }));
}
