import { type OperationValidators, operations } from '../../generated/validators.js';
import type { OperationId } from '../operation.ts';

// The server answers for every operation: all are loaded at its start.
const loaded = await Promise.all(Object.entries(operations).map(async ([id, load]) => [id, await load()] as const));
const byId: ReadonlyMap<string, OperationValidators> = new Map(loaded);

/** The compiled validators of an operation. Throws where `generated/` has none. */
export function validatorsOf(id: OperationId): OperationValidators {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`generated/validators.js has no operation ${id}: run \`npm run generate\`.`);
  return found;
}
