import type { Pet } from 'animal-adoption-contract';
import { operations } from 'animal-adoption-contract/operations';
import { operations as validators } from 'animal-adoption-contract/validators';

// The validators of an operation are loaded when they are asked for.
const { responses } = await validators.getPet();

/** True for what the contract calls an animal. */
export function isPet(value: unknown): value is Pet {
  const validate = responses['200']?.content['application/json'];
  return validate?.(value) ?? false;
}

export const path = operations.listPets.path;
